// Package provider is the services that messages go out through, as an
// installation has set them up: an SMS gateway, a mail server, Firebase Cloud
// Messaging. It turns settings into something that can be used and says what is
// wrong with them, never repeating a secret.
package provider

import (
	"errors"
	"net/netip"
	"net/url"
)

// All is the providers of an installation; one that is not configured is nil.
type All struct {
	SMS  *SMS
	SMTP *SMTP
	FCM  *FCM
}

var errAddress = errors.New("is not an address")

// safeAddress reads an address that secrets may be sent to: https, or http
// within this machine.
func safeAddress(raw string) (*url.URL, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return nil, errAddress // url's own words would repeat a key in the address
	}
	if u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()) {
		return u, nil
	}
	return nil, errors.New("must begin with https://")
}

func isLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}
