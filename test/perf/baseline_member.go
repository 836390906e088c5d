package perf

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// memberSQL is the one read of every request of a member; a test checks that
// the product runs the same.
const memberSQL = `
	SELECT u.id, u.user_type, u.district_id, u.centre, se.scope, se.expires_at
	FROM sessions se JOIN users u ON u.id = se.owner_id
	WHERE se.id = $1 AND se.audience = 'app' AND u.status = $2`

// signedIn verifies the token and reads its session, with the product's checks.
func (s *bareAccount) signedIn(r *http.Request) (id string, err error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return "", errNobody
	}
	var c claims
	if _, err := jwt.ParseWithClaims(token, &c, s.bare.signingKey, jwt.WithValidMethods([]string{"HS256"}),
		jwt.WithIssuer("hearten"), jwt.WithAudience("app"), jwt.WithExpirationRequired()); err != nil {
		return "", err
	}
	var scope string
	var skip any
	var expires time.Time
	err = one(s.session, r, []any{c.Session, 1}, &id, &skip, &skip, &skip, &scope, &expires)
	if err == nil && (scope != "full" || !expires.After(time.Now())) {
		err = errNobody
	}
	return id, err
}

// one scans the one row of a query.
func one(q query, r *http.Request, args []any, into ...any) error {
	rows, err := q(r.Context(), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	if !rows.Next() {
		return errors.Join(errNobody, rows.Err())
	}
	if err := rows.Scan(into...); err != nil {
		return err
	}
	return rows.Close()
}
