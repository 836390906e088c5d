package session

import (
	"time"

	"github.com/golang-jwt/jwt/v5"

	"hearten/internal/platform/access"
)

// claims is what a token says. Only the session's id is believed beyond the
// signature; everything else is read from the database.
type claims struct {
	jwt.RegisteredClaims
	Session string `json:"sid"`
	Scope   string `json:"scope"`
}

func (s *Service) sign(sessionID, owner string, audience Audience, scope access.TokenScope, issued, expires time.Time) (string, error) {
	key := s.keys.Newest()
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		RegisteredClaims: jwt.RegisteredClaims{
			Issuer:    "hearten",
			Subject:   owner,
			Audience:  jwt.ClaimStrings{string(audience)},
			IssuedAt:  jwt.NewNumericDate(issued),
			ExpiresAt: jwt.NewNumericDate(expires),
		},
		Session: sessionID,
		Scope:   string(scope),
	})
	token.Header["kid"] = key.ID
	return token.SignedString(key.Sign)
}

// verify checks signature, audience and expiry and tells the session; any live
// key may have signed.
func (s *Service) verify(token string, audience Audience) (sessionID string, err error) {
	var c claims
	_, err = jwt.ParseWithClaims(token, &c, s.signingKey,
		jwt.WithValidMethods([]string{"HS256"}),
		jwt.WithIssuer("hearten"),
		jwt.WithAudience(string(audience)),
		jwt.WithExpirationRequired(),
		jwt.WithTimeFunc(s.clock.Now))
	if err != nil {
		return "", ErrUnauthenticated
	}
	return c.Session, nil
}

func (s *Service) signingKey(t *jwt.Token) (any, error) {
	id, _ := t.Header["kid"].(string)
	key, ok := s.keys.Find(id)
	if !ok {
		return nil, ErrUnauthenticated
	}
	return key.Sign, nil
}
