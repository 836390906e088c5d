package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"hearten/internal/demo/jsonpath"
)

// Options say who plays.
type Options struct {
	AdminLogin, AdminPassword string
	// StaffLogins join the administrator, with the same password.
	StaffLogins []string
	Members     int
	Seed        uint64
}

// Cast is everyone who plays, and what they remember.
type Cast struct {
	client  *Client
	admin   string // token
	staff   []*Staff
	members []*Member
	log     *Log
	locks   sync.Map // player → *sync.Mutex
}

// Gather signs everyone in. Codes are read from the inbox of a development
// installation, whose rate limits must be off: one address plays them all.
func Gather(ctx context.Context, c *Client, o Options) (*Cast, error) {
	cast := &Cast{client: c, log: newLog()}
	for n, login := range append([]string{o.AdminLogin}, o.StaffLogins...) {
		r, err := c.Call(ctx, "", "POST", "/web/auth/login", "/web/auth/login", Body{"loginID": login, "password": o.AdminPassword})
		if err = refusal(r, err); err != nil {
			return nil, fmt.Errorf("sign in %s: %w", login, err)
		}
		cast.staff = append(cast.staff, &Staff{cast: cast, token: jsonpath.Text(r.Data, "accessToken"), rand: random(o.Seed, 1000000+n)})
	}
	cast.admin = cast.staff[0].token
	people, err := cast.find(ctx, o.Members)
	if err != nil {
		return nil, err
	}
	for n, one := range people {
		m := &Member{cast: cast, id: jsonpath.Text(one, "userId"), phone: jsonpath.Text(one, "phone"), rand: random(o.Seed, n), hours: map[string]int{}}
		if err := m.signIn(ctx); err != nil {
			return nil, fmt.Errorf("sign in %s: %w", m.phone, err)
		}
		cast.members = append(cast.members, m)
	}
	return cast, nil
}

func random(seed uint64, n int) *rand.Rand { return rand.New(rand.NewPCG(seed, uint64(n))) }

// find lists members that can sign in.
func (cast *Cast) find(ctx context.Context, want int) ([]any, error) {
	var people []any
	for n := 1; len(people) < want; n++ {
		r, err := cast.client.Call(ctx, cast.admin, "POST", "/web/users/org/page", "/web/users/org/page",
			Body{"pagination": Body{"page": n, "size": 100}, "sortings": []Body{{"property": "createdAt", "direction": "ASC"}}})
		if err := refusal(r, err); err != nil {
			return nil, err
		}
		items := jsonpath.List(r.Data, "items")
		if len(items) == 0 {
			break
		}
		for _, one := range items {
			if jsonpath.Text(one, "phone") != "" && jsonpath.Int(one, "status") == 1 && len(people) < want {
				people = append(people, one)
			}
		}
	}
	if len(people) == 0 {
		return nil, errors.New("the installation has no members: fill it with `hearten demo`")
	}
	return people, nil
}

func refusal(r Reply, err error) error {
	if err == nil && !r.OK() {
		err = fmt.Errorf("%d %s %v", r.Status, r.Code, r.Data)
	}
	return err
}

// signIn asks for a code and reads it from the inbox.
func (m *Member) signIn(ctx context.Context) error {
	c := m.cast.client
	before, _, err := m.lastCode(ctx)
	if err != nil {
		return err
	}
	asked, err := c.Call(ctx, "", "POST", "/app/auth/otp", "/app/auth/otp", Body{"nature": 1, "loginID": m.phone})
	if err := refusal(asked, err); err != nil {
		return err
	}
	for range 200 {
		id, code, err := m.lastCode(ctx)
		if err != nil {
			return err
		}
		if id == before {
			time.Sleep(20 * time.Millisecond)
			continue
		}
		signed, err := c.Call(ctx, "", "POST", "/app/auth/login/verify", "/app/auth/login/verify",
			Body{"otp": code, "otpToken": jsonpath.Text(asked.Data, "otpToken")})
		m.token = jsonpath.Text(signed.Data, "accessToken")
		return refusal(signed, err)
	}
	return errors.New("no code arrived in the development inbox")
}

// lastCode is the newest message with a code for the member, if any.
func (m *Member) lastCode(ctx context.Context) (id string, code int, err error) {
	inbox, err := m.cast.client.Call(ctx, "", "GET", "/dev/inbox", "/dev/inbox?to="+m.phone, nil)
	for _, message := range jsonpath.List(inbox.Data, "") {
		if jsonpath.At(message, "code") != nil {
			return jsonpath.Text(message, "id"), jsonpath.Int(message, "code"), err
		}
	}
	return "", 0, err
}
