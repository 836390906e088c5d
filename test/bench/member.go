package bench

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
)

// User is a row of users, and what the lists of staff show of it.
type User struct {
	ID, Username, Nickname, Email, Phone, Number string
	Centre, District, DistrictName               string
	Staff, StaffName                             string
	UserType, Status                             int
	Joined, LastLogin                            time.Time
}

// Has tells whether a search for the key finds the user.
func (p User) Has(key string) bool {
	return slices.ContainsFunc([]string{p.Username, p.Nickname, p.Email, p.Phone, p.Number}, func(text string) bool {
		return strings.Contains(strings.ToLower(text), strings.ToLower(key))
	})
}

// InsertUsers writes users and their wallets to the tables.
func InsertUsers(w *World, n int, who func(i int) User) (ids []string) {
	orNull := func(text string) any {
		if text == "" {
			return nil
		}
		return text
	}
	people := make([]User, n)
	for i := range people {
		p := who(i)
		p.ID = cmp.Or(p.ID, fmt.Sprintf("person-%05d", i))
		if p.Joined.IsZero() {
			p.Joined = w.Clock.Now()
		}
		people[i] = p
		ids = append(ids, p.ID)
	}
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		err := tx.InsertAll(ctx, "users", `id, username, username_key, email, phone, password_chosen, nickname, signature, status, user_type,
			service_number, district_id, centre, staff_id, default_avatar, invitation_code, last_login, version, created_at, updated_at`,
			"", n, func(i int) []any {
				p := people[i]
				var login any
				if !p.LastLogin.IsZero() {
					login = p.LastLogin
				}
				return []any{p.ID, p.Username, p.Username, orNull(p.Email), orNull(p.Phone), false, p.Nickname, "", p.Status, max(p.UserType, 1),
					orNull(p.Number), orNull(p.District), p.Centre, orNull(p.Staff), 1, p.ID, login, 1, p.Joined, p.Joined}
			})
		if err != nil {
			return err
		}
		return tx.InsertAll(ctx, "wallets", "user_id, coin, exp, token", "", n, func(i int) []any { return []any{ids[i], 0, 0, 3} })
	}))
	return ids
}

// ModelUsers are users of every kind, some of whom no list shows.
func ModelUsers(w *World, piece *rapid.Generator[string], staff []string) []User {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.TrimSpace(strings.Join(rapid.SliceOfN(piece, 0, 4).Draw(t, "pieces"), ""))
	})
	nicknames := rapid.SliceOfN(text, 90, 90).Example(11)
	names := map[string]string{w.District(0): "將軍澳及西貢", w.District(2): "觀塘", w.District(6): "深水埗"}
	districts := []string{w.District(0), w.District(2), w.District(0), w.District(6)}
	all := make([]User, len(nicknames))
	for i, nickname := range nicknames {
		p := User{
			ID: fmt.Sprintf("id-%03d", (i*37)%90), Username: fmt.Sprintf("u%c%d_%%", 'a'+i%5, i), Nickname: nickname,
			Centre: "CENTRE_A", District: districts[i%4], UserType: 1 + i%2, Status: []int{1, 0, 2, 1, 3}[i%5],
			Joined: w.Clock.Now().Add(time.Duration(i%11) * 1500 * time.Microsecond),
		}
		p.DistrictName = names[p.District]
		if i%4 == 3 {
			p.Centre = "CENTRE_B"
		}
		if i%3 > 0 {
			p.Email = fmt.Sprintf("m%d@example.hk", i)
		}
		if i%3 < 2 {
			p.Phone = fmt.Sprintf("9%07d", i*7919)
		}
		if i%2 == 1 {
			p.Number = fmt.Sprintf(`S\%d`, i)
		}
		if i%6 < 2 && p.Centre == "CENTRE_A" {
			p.Staff, p.StaffName = staff[i%2], "同工"
		}
		if i%3 == 1 {
			p.LastLogin = w.Clock.Now().Add(time.Duration(i) * time.Second)
		}
		all[i] = p
	}
	return all
}

// Enrol signs someone up through staff and gives the id.
func Enrol(staff *Caller, fields Body) string {
	if fields["phone"] == nil && fields["email"] == nil {
		fields["phone"] = NewPhone()
	}
	return staff.Post("/web/users", fields).OK().String("data.userId")
}

// UsersWithDevices makes users without their signing up, each with a device.
func UsersWithDevices(w *World, centre access.Centre, n int) []string {
	w.T.Helper()
	ids := make([]string, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("%s-%04d", strings.ToLower(string(centre)), i)
	}
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		err := tx.InsertAll(ctx, "users", `id, username, username_key, password_chosen, nickname, signature, status, user_type,
			centre, default_avatar, invitation_code, version, created_at, updated_at`, "", n, func(i int) []any {
			return []any{ids[i], ids[i], ids[i], false, "", "", 1, 1, string(centre), 1, ids[i], 1, w.Clock.Now(), w.Clock.Now()}
		})
		for _, id := range ids {
			if err == nil {
				err = w.App.Delivery.RegisterDevice(ctx, tx, id, "session of "+id, "device of "+id)
			}
		}
		return err
	}))
	return ids
}
