package bench

// OtherCode is a code that is not this one.
func OtherCode(code int) int {
	if code == 9999 {
		return 1000
	}
	return code + 1
}

// VerifyCode verifies a code as another service does.
func VerifyCode(w *World, token string, code int) *Reply {
	w.T.Helper()
	return w.Service().Post("/otp/verify", Body{"otp": code, "otpToken": token})
}
