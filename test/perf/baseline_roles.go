package perf

import (
	"net/http"

	"hearten/internal/platform/access"
)

// info is GET /web/auth/info by hand.
func (s *bare) info(w http.ResponseWriter, r *http.Request) {
	who, err := s.signedIn(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	answer(w, struct {
		ID                 string              `json:"id"`
		Nickname           string              `json:"nickname"`
		Email              string              `json:"email"`
		Role               string              `json:"role"`
		RoleID             string              `json:"roleId"`
		CentreEnum         *string             `json:"centreEnum"`
		Permissions        []access.Permission `json:"permissions"`
		MustChangePassword bool                `json:"mustChangePassword"`
	}{who.id, who.name, who.email, who.role.Name, who.role.ID, nil, who.role.Permissions, who.scope == "first"})
}

type roleReply struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Code        access.Code         `json:"code"`
	CentreEnum  *access.Centre      `json:"centreEnum"`
	Permissions []access.Permission `json:"permissions"`
}

// roles is GET /web/roles/list by hand.
func (s *bare) roles(w http.ResponseWriter, r *http.Request) {
	if _, err := s.signedIn(r); err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	var out []roleReply
	for _, role := range access.Roles() {
		one := roleReply{role.ID, role.Name, role.Code, &role.Centre, role.Permissions}
		if role.Centre == access.CentreAll {
			one.CentreEnum = nil
		}
		out = append(out, one)
	}
	answer(w, out)
}
