package perf

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// phone is the number of the one member.
const phone = "91234567"

// member signs someone up, who then chooses a district, and gives the token.
func (p *product) member(tb testing.TB) (token string) {
	tb.Helper()
	ctx := context.Background()
	runner := p.Queue.Start() // the code comes by a job
	defer runner.Stop(ctx)
	who, err := p.Sessions.Member(ctx, signUp(tb, p.url, phone))
	bench.Must(tb, err)
	district, err := db.Value[string](ctx, p.DB, `SELECT id FROM districts WHERE community_number = 0`)
	bench.Must(tb, err)
	moved, err := p.Memberships.SetDistrict(ctx, who, district)
	bench.Must(tb, err)
	return moved.Token
}

// signUp opens an account for a phone number as the App does, sets its password
// and gives the token.
func signUp(tb testing.TB, base, phone string) (token string) {
	tb.Helper()
	var asked struct {
		Data struct {
			OTPToken string `json:"otpToken"`
		} `json:"data"`
	}
	reply := newLoad(tb, base, "POST /app/auth/otp", "", fmt.Sprintf(`{"nature":2,"loginID":%q}`, phone), 1).once()
	bench.Must(tb, json.Unmarshal([]byte(reply), &asked))
	code := fmt.Sprintf(`{"otp":%d,"otpToken":%q}`, codeTo(tb, base, phone), asked.Data.OTPToken)
	token = tokenIn(tb, newLoad(tb, base, "POST /app/auth/signup/verify", "", code, 1).once())
	newLoad(tb, base, "POST /app/auth/password", token, fmt.Sprintf(`{"password":%q}`, bench.Password), 1).once()
	return token
}

// codeTo waits for the code that is on its way to the development inbox.
func codeTo(tb testing.TB, base, phone string) int {
	tb.Helper()
	req, err := http.NewRequest(http.MethodGet, base+"/dev/inbox?to="+phone, nil)
	bench.Must(tb, err)
	req.Header.Set("Accept", "application/json")
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); {
		var inbox struct {
			Data []struct {
				Code int `json:"code"`
			} `json:"data"`
		}
		res, err := http.DefaultClient.Do(req)
		bench.Must(tb, err)
		bench.Must(tb, json.NewDecoder(res.Body).Decode(&inbox))
		bench.Must(tb, res.Body.Close())
		if len(inbox.Data) > 0 {
			return inbox.Data[0].Code
		}
		time.Sleep(10 * time.Millisecond) // a worker sends it; there is nothing to listen to
	}
	tb.Fatal("no code came")
	return 0
}

// signInAs is the body of a member's sign-in.
func signInAs(loginID string) string {
	return fmt.Sprintf(`{"loginID":%q,"password":%q,"deviceToken":""}`, loginID, bench.Password)
}
