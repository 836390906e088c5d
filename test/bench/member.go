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

// Users writes users and their wallets to the tables.
func (w *World) Users(n int, who func(i int) User) (ids []string) {
	w.T.Helper()
	users, wallets := make([]row, n), make([]row, n)
	for i := range n {
		p := who(i)
		p.ID = cmp.Or(p.ID, fmt.Sprintf("person-%05d", i))
		if p.Joined.IsZero() {
			p.Joined = w.Clock.Now()
		}
		users[i] = row{
			"id": p.ID, "username": p.Username, "username_key": p.Username, "email": orNull(p.Email), "phone": orNull(p.Phone),
			"password_chosen": false, "nickname": p.Nickname, "signature": "", "status": p.Status, "user_type": max(p.UserType, 1),
			"service_number": orNull(p.Number), "district_id": orNull(p.District), "centre": p.Centre, "staff_id": orNull(p.Staff),
			"default_avatar": 1, "invitation_code": p.ID, "last_login": timeOrNull(p.LastLogin), "version": 1,
			"created_at": p.Joined, "updated_at": p.Joined,
		}
		wallets[i] = row{"user_id": p.ID, "coin": 0, "exp": 0, "token": 3}
		ids = append(ids, p.ID)
	}
	w.insert("users", users...)
	w.insert("wallets", wallets...)
	return ids
}

// User writes one user and a wallet to the tables.
func (w *World) User(p User) (id string) {
	w.T.Helper()
	return w.Users(1, func(int) User { return p })[0]
}

// States of an account.
const (
	Frozen  = 0
	Active  = 1
	Leaving = 2
	Removed = 3
)

// SetStatus gives users a state.
func (w *World) SetStatus(status int, ids ...string) {
	w.T.Helper()
	for _, id := range ids {
		w.set("users", id, row{"status": status})
	}
}

// SetStaff makes a member of staff responsible for users.
func (w *World) SetStaff(staffID string, ids ...string) {
	w.T.Helper()
	for _, id := range ids {
		w.set("users", id, row{"staff_id": staffID})
	}
}

// SetPlanMember makes a user a plan member with a service number, or none.
func (w *World) SetPlanMember(id, number string) {
	w.T.Helper()
	w.set("users", id, row{"user_type": 2, "service_number": orNull(number)})
}

// SetGender gives a user a gender.
func (w *World) SetGender(id string, gender int) {
	w.T.Helper()
	w.set("users", id, row{"gender": gender})
}

// SetContacts gives a user an email address and a phone number, or none.
func (w *World) SetContacts(id, email, phone string) {
	w.T.Helper()
	w.set("users", id, row{"email": orNull(email), "phone": orNull(phone)})
}

// SetNames gives a user a username and a nickname.
func (w *World) SetNames(id, username, nickname string) {
	w.T.Helper()
	w.set("users", id, row{"username": username, "nickname": nickname})
}

// SetSignature gives a user a signature.
func (w *World) SetSignature(id, signature string) {
	w.T.Helper()
	w.set("users", id, row{"signature": signature})
}

// SetAvatars gives users pictures of their own, under their ids, and the number
// of the default one.
func (w *World) SetAvatars(defaultNumber int, ids ...string) {
	w.T.Helper()
	for _, id := range ids {
		w.set("users", id, row{"avatar_key": "centre_a/user/" + id + "/profile/1", "default_avatar": defaultNumber})
	}
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

// UsersWithDevices writes users without wallets to the table, each with a
// device.
func UsersWithDevices(w *World, centre access.Centre, n int) []string {
	w.T.Helper()
	ids, users := make([]string, n), make([]row, n)
	for i := range ids {
		ids[i] = fmt.Sprintf("%s-%04d", strings.ToLower(string(centre)), i)
		users[i] = row{
			"id": ids[i], "username": ids[i], "username_key": ids[i], "password_chosen": false, "nickname": "", "signature": "",
			"status": 1, "user_type": 1, "centre": string(centre), "default_avatar": 1, "invitation_code": ids[i], "version": 1,
			"created_at": w.Clock.Now(), "updated_at": w.Clock.Now(),
		}
	}
	w.insert("users", users...)
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		for _, id := range ids {
			if err := w.App.Delivery.RegisterDevice(ctx, tx, id, "session of "+id, "device of "+id); err != nil {
				return err
			}
		}
		return nil
	}))
	return ids
}
