package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
)

// Password is what every member of staff made here signs in with.
const Password = "walk-with-me-7"

var numbers atomic.Int64

// Number is a number that no other call of this process gets.
func Number() int64 { return numbers.Add(1) }

// Admin is the first administrator, with an open session.
func (w *World) Admin() *Caller {
	w.T.Helper()
	return w.session(session.Web, w.staffID(config.DevAdminEmail))
}

func (w *World) staffID(email string) string {
	w.T.Helper()
	id, err := db.Value[string](context.Background(), w.App.DB, `SELECT id FROM staff WHERE email = @email`, db.Args{"email": email})
	Must(w.T, err)
	return id
}

// SignIn signs staff in over HTTP.
func (w *World) SignIn(login, password string) *Caller {
	w.T.Helper()
	token := w.Anonymous().Post("/web/auth/login", map[string]string{"loginID": login, "password": password}).
		OK().String("data.accessToken")
	c := &Caller{w: w, Token: token}
	c.ID = c.Get("/web/auth/info").OK().String("data.id")
	return c
}

// passwordHash is computed once: hundreds of people made here share it.
var passwordHash = sync.OnceValues(func() (string, error) {
	return password.NewHasher().Hash(context.Background(), Password)
})

// NewStaff makes a member of staff and tells the address.
func (w *World) NewStaff(code access.Code, centre access.Centre) (email string) {
	w.T.Helper()
	hash, err := passwordHash()
	Must(w.T, err)
	n := Number()
	email = fmt.Sprintf("staff%d@hearten.test", n)
	w.insert("staff", row{
		"id": uuid.Must(uuid.NewV7()).String(), "username": fmt.Sprintf("staff%d", n), "email": email, "name": "同工",
		"role_id": Role(w, code, centre).ID, "password_hash": hash, "disabled": false, "version": 1,
		"created_at": w.Clock.Now(), "updated_at": w.Clock.Now(),
	})
	return email
}

// Staff makes a member of staff with an open session. Signing in over HTTP is
// for the scenarios that are about it: it costs a hash.
func (w *World) Staff(code access.Code, centre access.Centre) *Caller {
	w.T.Helper()
	return w.session(session.Web, w.staffID(w.NewStaff(code, centre)))
}

func (w *World) session(audience session.Audience, owner string) *Caller {
	w.T.Helper()
	ctx := context.Background()
	c := &Caller{w: w, ID: owner}
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) (err error) {
		c.Token, err = w.App.Sessions.Open(ctx, tx, audience, owner, access.ScopeFull)
		return err
	}))
	return c
}

// Role finds a role by position and centre.
func Role(w *World, code access.Code, centre access.Centre) access.Role {
	w.T.Helper()
	for _, r := range access.Roles() {
		if r.Code == code && (r.Centre == centre || code == access.Admin) {
			return r
		}
	}
	w.T.Fatalf("no role %s of %s", code, centre)
	return access.Role{}
}

// Member signs someone up by phone, as the App does.
func (w *World) Member() *Caller {
	w.T.Helper()
	return w.SignUp(NewPhone())
}

// Reopen gives a member a new session, as signing in again does.
func (w *World) Reopen(member *Caller) *Caller {
	w.T.Helper()
	return w.session(session.App, member.ID)
}

// NewPhone is a mobile number that no user has.
func NewPhone() string { return fmt.Sprintf("9%07d", Number()) }

// SignUp opens an account for a phone number or an email address.
func (w *World) SignUp(loginID string) *Caller {
	w.T.Helper()
	token := w.Anonymous().Post("/app/auth/otp", map[string]any{"nature": 2, "loginID": loginID}).OK().String("data.otpToken")
	c := &Caller{w: w}
	c.Token = w.Anonymous().Post("/app/auth/signup/verify", map[string]any{"otp": w.LastCode(loginID), "otpToken": token}).
		OK().String("data.accessToken")
	c.ID = c.Get("/app/users/account").OK().String("data.userId")
	return c
}

// LastCode is the newest code that was sent to an address.
func (w *World) LastCode(to string) int {
	w.T.Helper()
	w.RunJobs()
	for _, letter := range w.Inbox(to) {
		if letter.Code != nil {
			return *letter.Code
		}
	}
	w.T.Fatalf("no code was sent to %s", to)
	return 0
}

// District finds a district by its community, or the first of no centre.
func (w *World) District(community int) (id string) {
	w.T.Helper()
	query := `SELECT id FROM districts WHERE community_number = $1`
	if community < 0 {
		query = `SELECT id FROM districts WHERE community_number IS NULL AND ordering > $1 ORDER BY ordering LIMIT 1`
	}
	Must(w.T, w.SQL().QueryRow(query, community).Scan(&id))
	return id
}

// SessionOf signs the same member in anew: sessions end while the clock is moved
// by months.
func (w *World) SessionOf(c *Caller) *Caller {
	w.T.Helper()
	return w.session(session.App, c.ID)
}

// SignedIn opens another session of the same member of staff.
func (w *World) SignedIn(c *Caller) *Caller {
	w.T.Helper()
	return w.session(session.Web, c.ID)
}

// NewName is a name that nothing else has.
func NewName() string { return fmt.Sprintf("name%06d", Number()) }
