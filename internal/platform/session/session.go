// Package session keeps who is signed in. A token is a signed JWT that names a
// session; the session is read on every request, so ending it ends the token at
// once on every replica.
package session

import (
	"context"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/keys"
)

// Audience is whose token it is.
type Audience string

// The audiences that hold sessions.
const (
	App Audience = "app"
	Web Audience = "web"
)

// Lifetimes of sessions.
const (
	AppLife   = 30 * 24 * time.Hour
	WebLife   = 8 * time.Hour
	ResetLife = 10 * time.Minute
)

// userNormal is the account status that may act.
const userNormal = int(access.Normal)

// ErrUnauthenticated is the answer to no, an expired, a revoked or another
// audience's token.
var ErrUnauthenticated = fault.New(fault.Unauthenticated, "請先登入", "Please sign in first")

// Service opens, finds and ends sessions.
type Service struct {
	db    *db.DB
	keys  *keys.Ring
	clock clock.Clock
}

// New builds the service.
func New(d *db.DB, k *keys.Ring, c clock.Clock) *Service { return &Service{d, k, c} }

// Opened is a session that was begun.
type Opened struct {
	ID    string
	Token string
}

// Begin starts a session. Its token is worth nothing until the transaction
// commits.
func (s *Service) Begin(ctx context.Context, tx *db.Tx, audience Audience, owner string, scope access.TokenScope) (Opened, error) {
	now := s.clock.Now()
	id := uuid.Must(uuid.NewV7()).String()
	expires := now.Add(life(audience, scope))
	if err := insert(ctx, tx, id, audience, owner, scope, now, expires); err != nil {
		return Opened{}, err
	}
	token, err := s.sign(id, owner, audience, scope, now, expires)
	return Opened{id, token}, err
}

// Open starts a session and gives its token.
func (s *Service) Open(ctx context.Context, tx *db.Tx, audience Audience, owner string, scope access.TokenScope) (string, error) {
	opened, err := s.Begin(ctx, tx, audience, owner, scope)
	return opened.Token, err
}

func life(audience Audience, scope access.TokenScope) time.Duration {
	switch {
	case scope == access.ScopeReset:
		return ResetLife
	case audience == Web:
		return WebLife
	default:
		return AppLife
	}
}

// Staff gives the staff member behind a token.
func (s *Service) Staff(ctx context.Context, token string) (access.Staff, error) {
	id, err := s.verify(token, Web)
	if err != nil {
		return access.Staff{}, err
	}
	row, err := findStaff(ctx, s.db.Quick(), id)
	if db.IsNone(err) {
		return access.Staff{}, ErrUnauthenticated
	}
	if err != nil {
		return access.Staff{}, err
	}
	if !row.ExpiresAt.After(s.clock.Now()) {
		return access.Staff{}, ErrUnauthenticated
	}
	role, ok := access.FindRole(row.RoleID)
	if !ok {
		return access.Staff{}, ErrUnauthenticated
	}
	return access.Staff{
		ID: row.StaffID, SessionID: id, Token: access.TokenScope(row.Scope),
		Name: row.Name, Email: row.Email, Role: role,
	}, nil
}

// Member gives the App user behind a token.
func (s *Service) Member(ctx context.Context, token string) (access.Member, error) {
	id, err := s.verify(token, App)
	if err != nil {
		return access.Member{}, err
	}
	row, err := findMember(ctx, s.db.Quick(), id)
	if db.IsNone(err) {
		return access.Member{}, ErrUnauthenticated
	}
	if err != nil {
		return access.Member{}, err
	}
	if !row.ExpiresAt.After(s.clock.Now()) {
		return access.Member{}, ErrUnauthenticated
	}
	return access.Member{
		ID: row.UserID, SessionID: id, Token: access.TokenScope(row.Scope),
		UserType: row.UserType, District: row.District.String, Centre: row.Centre,
	}, nil
}

// Replace ends a session and opens a fresh one of the same owner and scope. Of
// two calls at once one wins; the other finds its session gone.
func (s *Service) Replace(ctx context.Context, tx *db.Tx, sessionID string, audience Audience, owner string, scope access.TokenScope) (string, error) {
	if err := s.End(ctx, tx, sessionID); err != nil {
		return "", err
	}
	return s.Open(ctx, tx, audience, owner, scope)
}

// End ends one session; one that is gone already is unauthenticated.
func (s *Service) End(ctx context.Context, tx *db.Tx, sessionID string) error {
	err := remove(ctx, tx, sessionID)
	if db.IsNone(err) {
		return ErrUnauthenticated
	}
	return err
}

// EndAll ends every session of an owner except one; pass "" to spare none.
func (s *Service) EndAll(ctx context.Context, tx *db.Tx, audience Audience, owner, except string) error {
	return removeAll(ctx, tx, audience, owner, except)
}

// Sweep removes what has expired; a periodic job calls it.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *db.Tx) error { return removeExpired(ctx, tx, s.clock.Now()) })
}
