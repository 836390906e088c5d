package perf

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"hearten/internal/platform/access"
	"hearten/internal/platform/keys"
)

// sessionSQL is the one read of every authenticated request; a benchmark
// checks that the product runs the same.
const sessionSQL = `
	SELECT st.id, st.name, st.email, st.role_id, se.scope, se.expires_at
	FROM sessions se JOIN staff st ON st.id = se.owner_id
	WHERE se.id = $1 AND se.audience = 'web' AND st.disabled = FALSE AND st.deleted_at IS NULL`

// bare is what one writes by hand for two or three routes: net/http,
// database/sql and encoding/json, on the product's database.
type bare struct {
	keys    *keys.Ring
	session query
	rows    query
	count   query
}

type claims struct {
	jwt.RegisteredClaims
	Session string `json:"sid"`
	Scope   string `json:"scope"`
}

// person is a staff member with a live session.
type person struct {
	id, name, email, scope string
	role                   access.Role
}

var errNobody = errors.New("nobody is signed in")

// signedIn verifies the token and reads its session, with the product's checks.
func (s *bare) signedIn(r *http.Request) (person, error) {
	token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return person{}, errNobody
	}
	var c claims
	_, err := jwt.ParseWithClaims(token, &c, s.signingKey,
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithIssuer("hearten"), jwt.WithAudience("web"),
		jwt.WithExpirationRequired())
	if err != nil {
		return person{}, err
	}
	rows, err := s.session(r.Context(), c.Session)
	if err != nil {
		return person{}, err
	}
	defer rows.Close()
	var who person
	var role string
	var expires time.Time
	if !rows.Next() {
		return person{}, errors.Join(errNobody, rows.Err())
	}
	if err := rows.Scan(&who.id, &who.name, &who.email, &role, &who.scope, &expires); err != nil {
		return person{}, err
	}
	who.role, ok = access.FindRole(role)
	if !ok || !expires.After(time.Now()) {
		return person{}, errNobody
	}
	return who, rows.Close()
}

func (s *bare) signingKey(t *jwt.Token) (any, error) {
	id, _ := t.Header["kid"].(string)
	key, ok := s.keys.Find(id)
	if !ok {
		return nil, errNobody
	}
	return key.Sign, nil
}

// answer writes the envelope of a success.
func answer(w http.ResponseWriter, data any) {
	w.Header().Set("Content-Type", "application/json")
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false) // as the product
	_ = encoder.Encode(struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
		Data    any    `json:"data"`
	}{true, "", data})
}
