package perf

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"hearten/internal/access"
	"hearten/internal/db"
	"hearten/internal/keys"
	"hearten/test/bench"
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

// query runs one prepared statement.
type query func(ctx context.Context, args ...any) (*sql.Rows, error)

// newBare opens pools of the same kinds and sizes as the product's.
func newBare(tb testing.TB, p *product) *bare {
	tb.Helper()
	sessions, lists, counts := 2, 6, 1
	if p.DB.Engine() == db.Postgres {
		sessions, lists = 4, 10
	}
	return &bare{
		keys:    p.Keys,
		session: prepare(tb, p, sessions, sessionSQL),
		rows:    prepare(tb, p, lists, rowsSQL),
		count:   prepare(tb, p, counts, countSQL),
	}
}

func prepare(tb testing.TB, p *product, conns int, text string) query {
	tb.Helper()
	driver, address := "pgx", p.Config.DatabaseURL
	if p.DB.Engine() == db.SQLite {
		driver, address = "sqlite", "file:"+filepath.Join(p.Config.Data, "hearten.db")+"?"+url.Values{
			"_time_format": {"sqlite"}, "_timezone": {"UTC"},
			"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "foreign_keys(1)", "mmap_size(268435456)", "query_only(1)"},
		}.Encode()
	}
	handle, err := sql.Open(driver, address)
	bench.Must(tb, err)
	tb.Cleanup(func() { _ = handle.Close() })
	handle.SetMaxOpenConns(conns)
	handle.SetMaxIdleConns(conns)
	if p.DB.Engine() == db.Postgres { // its driver keeps prepared statements by their text
		return func(ctx context.Context, args ...any) (*sql.Rows, error) {
			return handle.QueryContext(ctx, text, args...)
		}
	}
	stmt, err := handle.Prepare(text)
	bench.Must(tb, err)
	return stmt.QueryContext
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
	_ = json.NewEncoder(w).Encode(struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
		Data    any    `json:"data"`
	}{true, "", data})
}
