package bench

import "fmt"

// MemberPassword is one that the rules accept.
const MemberPassword = "sunny-side-up-1"

// AppLogin signs a member in with a password.
func AppLogin(w *World, loginID, password string) *Reply {
	w.T.Helper()
	return w.Anonymous().Post("/app/auth/login", Body{"loginID": loginID, "password": password, "deviceToken": "device-1"})
}

// AskCode asks for a code; more is the sendType, where given.
func AskCode(w *World, nature int, loginID string, more ...any) *Reply {
	w.T.Helper()
	send := Body{"nature": nature, "loginID": loginID}
	if len(more) > 0 {
		send["sendType"] = more[0]
	}
	return w.Anonymous().Post("/app/auth/otp", send)
}

// SetDistrict moves a member and gives the caller with the token that counts.
func SetDistrict(m *Caller, id string, wantStatus int) *Caller {
	r := m.Put("/app/users/district", Body{"districtId": id}).OK()
	if r.Int("data.status") != wantStatus || (wantStatus == 1) != (r.Value("data.accessToken") != nil) {
		panic(fmt.Sprintf("status %s, want %d", r.Text, wantStatus))
	}
	if wantStatus == 2 {
		return m
	}
	m.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED") // the old token is revoked
	return m.WithToken(r.String("data.accessToken"))
}

// SignInByCode is the caller of whoever has that phone number, signed in by code.
func SignInByCode(w *World, login string) *Caller {
	token := w.Anonymous().Post("/app/auth/otp", Body{"nature": 1, "loginID": login}).OK().String("data.otpToken")
	reply := w.Anonymous().Post("/app/auth/login/verify", Body{"otp": w.LastCode(login), "otpToken": token}).OK()
	return w.Anonymous().WithToken(reply.String("data.accessToken"))
}
