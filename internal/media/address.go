package media

import (
	"net/url"
	"strconv"
	"time"
)

// signPurpose keeps signatures of addresses apart from other hashes.
const signPurpose = "file"

// URL is the address of a file; that of a private one is signed.
func (s *Service) URL(f File) string {
	if f.public(s.Clock.Now()) {
		return s.base + f.Key
	}
	return s.SignedURL(f.Key, SignedLife)
}

// PublicURL is the address of a file known to be public.
func (s *Service) PublicURL(key string) string { return s.base + key }

// SignedURL is an address that works for a while, whatever the file's access.
func (s *Service) SignedURL(key string, life time.Duration) string {
	expires := strconv.FormatInt(s.Clock.Now().Add(life).Unix(), 10)
	q := url.Values{"expires": {expires}, "signature": {s.Keys.Hash(signPurpose, key+" "+expires)}}
	return s.base + key + "?" + q.Encode()
}

// signed reports whether an address was signed for the key and still works.
func (s *Service) signed(key string, q url.Values) bool {
	expires := q.Get("expires")
	at, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || !s.Clock.Now().Before(time.Unix(at, 0)) {
		return false
	}
	return s.Keys.Hashed(signPurpose, key+" "+expires, q.Get("signature"))
}

// Address is a file's key and address.
type Address struct {
	FileKey string `json:"fileKey"`
	URL     string `json:"url"`
}
