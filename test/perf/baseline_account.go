package perf

import (
	"net/http"
	"testing"

	"hearten/internal/platform/db"
)

// What GET /app/users/account runs after the session's read; a benchmark checks
// that the product runs the same.
const (
	accountSQL = `
		SELECT u.id, u.username, u.email, u.phone, u.password_hash, u.password_chosen, u.nickname, u.signature, u.gender,
			u.birthday, u.status, u.user_type, u.service_number, u.district_id, d.name AS district, d.community_number,
			u.centre, u.staff_id, u.avatar_key, u.default_avatar, u.invitation_code, u.last_login, u.version, u.created_at
		FROM users u LEFT JOIN districts d ON d.id = u.district_id
		WHERE u.status <> 3 AND u.id = $1`
	pendingSQL = `
		SELECT EXISTS (SELECT 1 FROM member_applications WHERE user_id = $1 AND status = 1) AS type_pending,
			EXISTS (SELECT 1 FROM district_applications WHERE user_id = $1 AND status = 1) AS district_pending`
)

// bareAccount is GET /app/users/account by hand.
type bareAccount struct {
	bare    *bare // for its keys
	session query
	account query
	pending query
}

func newBareAccount(tb testing.TB, p *product) *bareAccount {
	tb.Helper()
	sessions, details := 2, 6
	if p.DB.Engine() == db.Postgres {
		sessions, details = 4, 10
	}
	return &bareAccount{
		bare:    &bare{keys: p.Keys},
		session: prepare(tb, p, sessions, memberSQL),
		account: prepare(tb, p, details, accountSQL),
		pending: prepare(tb, p, details, pendingSQL),
	}
}

type accountReply struct {
	UserID               string  `json:"userId"`
	Username             string  `json:"username"`
	Email                *string `json:"email"`
	Phone                *string `json:"phone"`
	UserType             int     `json:"userType"`
	District             *string `json:"district"`
	Centre               string  `json:"centre"`
	CentreEnum           string  `json:"centreEnum"`
	IsTypeApproving      bool    `json:"isTypeApproving"`
	IsDistrictApproving  bool    `json:"isDistrictApproving"`
	ActivityDistrictEnum int     `json:"activityDistrictEnum"`
}

// activityDistricts is the district used for activities, by community.
var activityDistricts = []int{2, 1, 1, 2, 2, 1, 4, 8, 5, 6, 3, 10, 7}

func (s *bareAccount) serve(w http.ResponseWriter, r *http.Request) {
	id, err := s.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var a accountReply
	var community int
	var skip any
	err = one(s.account, r, []any{id}, &a.UserID, &a.Username, &a.Email, &a.Phone, &skip, &skip, &skip, &skip, &skip,
		&skip, &skip, &a.UserType, &skip, &skip, &a.District, &community, &a.Centre, &skip, &skip, &skip, &skip, &skip, &skip, &skip)
	if err == nil {
		err = one(s.pending, r, []any{id}, &a.IsTypeApproving, &a.IsDistrictApproving)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	a.CentreEnum, a.ActivityDistrictEnum = a.Centre, activityDistricts[community]
	answer(w, a)
}
