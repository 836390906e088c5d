package media

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"hearten/internal/media/filekey"
	"hearten/internal/platform/db"
)

// signPurpose keeps signatures of addresses apart from other hashes.
const signPurpose = "file"

// URL is the address of a file: a private one's is signed for a while.
func (s *Service) URL(f File) string {
	if f.public(s.clock.Now()) {
		return s.base + f.Key
	}
	return s.SignedURL(f.Key, SignedLife)
}

// PublicURL is the address of a file known to be public.
func (s *Service) PublicURL(key string) string { return s.base + key }

// SignedURL is an address that works for a while, whatever the file's access.
func (s *Service) SignedURL(key string, life time.Duration) string {
	expires := strconv.FormatInt(s.clock.Now().Add(life).Unix(), 10)
	q := url.Values{"expires": {expires}, "signature": {s.keys.Hash(signPurpose, key+" "+expires)}}
	return s.base + key + "?" + q.Encode()
}

// signed reports whether an address was signed for the key and still works.
func (s *Service) signed(key string, q url.Values) bool {
	expires := q.Get("expires")
	at, err := strconv.ParseInt(expires, 10, 64)
	if err != nil || !s.clock.Now().Before(time.Unix(at, 0)) {
		return false
	}
	return s.keys.Hashed(signPurpose, key+" "+expires, q.Get("signature"))
}

// URLs gives the addresses of the files that exist, in the order asked.
func (s *Service) URLs(ctx context.Context, r db.Reader, keys []string) ([]Address, error) {
	found, err := findAll(ctx, r, keys)
	if err != nil {
		return nil, err
	}
	out := []Address{}
	for _, key := range keys {
		if f, ok := found[key]; ok && !filekey.IsTrash(key) {
			out = append(out, Address{key, s.URL(f)})
		}
	}
	return out, nil
}

// Address is a key with what it is called from outside.
type Address struct {
	FileKey string `json:"fileKey"`
	URL     string `json:"url"`
}
