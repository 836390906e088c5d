package test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestPersonalData(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		empty := m.Get("/app/users/personal").OK()
		if empty.String("data.nickname") != "" || empty.Value("data.gender") != nil || empty.Value("data.birthday") != nil {
			t.Fatalf("at first: %s", empty.Text)
		}
		m.Put("/app/users/personal", bench.Body{"nickname": " 小美 ", "signature": "慢慢來", "gender": 0, "birthday": "1990-02-28"}).OK()
		m.Put("/app/users/personal", bench.Body{"signature": "", "nickname": nil}).OK()
		got := m.Get("/app/users/personal").OK()
		if got.String("data.nickname") != "小美" || got.String("data.signature") != "" || got.Int("data.gender") != 0 || got.String("data.birthday") != "1990-02-28" {
			t.Fatalf("then: %s", got.Text)
		}
		m.Put("/app/users/personal", bench.Body{"nickname": strings.Repeat("字", 100)}).OK()
		for _, bad := range []bench.Body{
			{"nickname": strings.Repeat("字", 101)}, {"signature": strings.Repeat("字", 101)}, {"gender": 3}, {"gender": -1}, {"gender": "0"},
			{"birthday": "2026-02-30"}, {"birthday": "1990/01/01"}, {"birthday": "2026-11-16"}, {"birthday": "1899-12-31"}, {"nickname": "a\u0000"},
		} {
			m.Put("/app/users/personal", bad).Fails(400, "VALIDATION")
		}
		m.Put("/app/users/personal", bench.Body{"birthday": "2026-11-15"}).OK() // today
		var events int
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM mission_events WHERE user_id = $1 AND event = 'profile_completed'`, m.ID).Scan(&events))
		if events != 1 {
			t.Fatalf("a completed profile was counted %d times", events)
		}
		// Two screens that save at the same moment keep each other's words.
		there := m.At(w.Replica())
		for i := range 10 {
			word := fmt.Sprint(i)
			bench.AtOnce(2, func(side int) int {
				if side == 0 {
					return m.Put("/app/users/personal", bench.Body{"nickname": word}).Status
				}
				return there.Put("/app/users/personal", bench.Body{"signature": word}).Status
			})
			if got := m.Get("/app/users/personal").OK(); got.String("data.nickname") != word || got.String("data.signature") != word {
				t.Fatalf("of two changes is left %s", got.Text)
			}
		}
	})
}

func TestUsernames(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := w.Member(), w.Member()
		a.Put("/app/users/username", bench.Body{"username": "Sunny.Mei_7"}).OK()
		if got := a.Get("/app/users/profile").OK().String("data.username"); got != "Sunny.Mei_7" {
			t.Fatalf("shown as %s", got)
		}
		b.Put("/app/users/username", bench.Body{"username": "sunny.mei_7"}).Fails(409, "CONFLICT")
		a.Put("/app/users/username", bench.Body{"username": "SUNNY.MEI_7"}).OK() // the own one in other letters
		for _, bad := range []string{"abc", strings.Repeat("a", 21), "12345678", "91234567", "mei@example.hk", "mei wong", "美美美美", "mеi.wong"} {
			b.Put("/app/users/username", bench.Body{"username": bad}).Fails(400, "VALIDATION", "username")
		}
		b.Put("/app/users/username", bench.Body{"username": "abcd"}).OK()
	})
}

func TestChangeOfAddress(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		other := w.Member()
		token := m.Put("/app/users/phone", bench.Body{"phone": "61230002"}).OK().String("data.otpToken")
		code := w.LastCode("61230002")
		m.Post("/app/users/email/verify", bench.Body{"otp": code, "otpToken": token}).Fails(400, "OTP_INVALID")
		other.Post("/app/user/phone/verify", bench.Body{"otp": code, "otpToken": token}).Fails(400, "OTP_INVALID") // another's
		m.Post("/app/user/phone/verify", bench.Body{"otp": code, "otpToken": token}).OK()
		if got := m.Get("/app/auth/info").OK().String("data.phone"); got != "61230002" {
			t.Fatalf("the phone is %s", got)
		}
		w.RunJobs()
		told := w.Inbox("91230001")[0]
		if told.Code != nil || strings.Contains(told.Body, "61230002") {
			t.Fatalf("the old number was told %q", told.Body)
		}
		w.SignUp("91230001") // the old number is free

		token = m.Put("/app/users/email", bench.Body{"email": "Mei@Example.hk"}).OK().String("data.otpToken")
		m.Post("/app/users/email/verify", bench.Body{"otp": w.LastCode("mei@example.hk"), "otpToken": token}).OK()
		token = m.Put("/app/users/phone", bench.Body{"phone": "61230003"}).OK().String("data.otpToken")
		m.Post("/app/users/phone/verify", bench.Body{"otp": w.LastCode("61230003"), "otpToken": token}).OK() // the alias
		other.Put("/app/users/email", bench.Body{"email": "MEI@example.hk"}).Fails(409, "CONFLICT")
		for _, bad := range []string{"12345678", "9123456", "", "mei@example.hk"} {
			m.Put("/app/users/phone", bench.Body{"phone": bad}).Fails(400, "VALIDATION", "phone")
		}
		for _, bad := range []string{"", "mei", strings.Repeat("a", 41) + "@b.hk.test", "91230001"} {
			m.Put("/app/users/email", bench.Body{"email": bad}).Fails(400, "VALIDATION", "email")
		}
	})
}

func TestAvatar(t *testing.T) {
	bench.EachStore(t, func(t *testing.T, w *bench.World) {
		w.RunJobs() // our own pictures are put up
		m := w.Member()
		profile := m.Get("/app/users/profile").OK()
		if res, _ := bench.Fetch(w, profile.String("data.avatarUrl")); profile.Value("data.avatarDefault") != true || res.StatusCode != 200 {
			t.Fatalf("at first: %s", profile.Text)
		}
		picture := bench.Attachment{Field: "file", Name: "me.jpg", Body: bench.JPEG(30, 20)}
		m.Upload("/app/users/avatar", nil, picture).OK()
		profile = m.Get("/app/users/profile").OK()
		res, _ := bench.Fetch(w, profile.String("data.avatarUrl"))
		if profile.Value("data.avatarDefault") != false || res.StatusCode != 200 || res.Header.Get("Content-Type") != "image/jpeg" {
			t.Fatalf("the own picture: %s %d", profile.Text, res.StatusCode)
		}
		plain := strings.SplitN(profile.String("data.avatarUrl"), "?", 2)[0]
		if res, _ := bench.Fetch(w, plain); res.StatusCode != 404 {
			t.Fatalf("without a signature: %d", res.StatusCode)
		}
		m.Upload("/app/users/avatar", nil, picture).OK() // replaces
		m.Upload("/app/users/avatar", nil).Fails(400, "VALIDATION", "file")
		m.Upload("/app/users/avatar", nil, bench.Attachment{Field: "file", Name: "x.jpg", Body: []byte("<html>")}).Fails(400, "BAD_FILE")
		pdf := []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n0\n%%EOF\n")
		m.Upload("/app/users/avatar", nil, bench.Attachment{Field: "file", Name: "x.pdf", Body: pdf}).Fails(400, "BAD_FILE")
		m.Delete("/app/users/avatar").OK()
		m.Delete("/app/users/avatar").OK()
		w.RunJobs()
		if res, _ := bench.Fetch(w, profile.String("data.avatarUrl")); res.StatusCode != 404 || m.Get("/app/users/profile").OK().Value("data.avatarDefault") != true {
			t.Fatalf("after the removal: %d", res.StatusCode)
		}
	})
}

func TestDistrictChanges(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		wish := func() *bench.Reply { return m.Get("/app/users/district-apply").OK() }
		m.Post("/app/users/district", bench.Body{"districtId": "none"}).Fails(404, "NOT_FOUND")
		r := m.Post("/app/users/district", bench.Body{"districtId": w.District(2)}).OK() // the first one, at once
		m = m.WithToken(r.String("data.accessToken"))
		account := m.Get("/app/users/account").OK()
		if account.String("data.district") != "觀塘" || account.String("data.centreEnum") != "CENTRE_A" || account.Int("data.activityDistrictEnum") != 1 {
			t.Fatalf("in Kwun Tong: %s", account.Text)
		}
		m = bench.SetDistrict(m, w.District(0), 1) // the same centre
		bench.SetDistrict(m, w.District(6), 2)     // another centre must approve
		if wish().String("data.applyDate") != "2026年11月15日" || !strings.Contains(wish().String("data.targetDistrict"), "深水埗") ||
			m.Get("/app/users/account").OK().Value("data.isDistrictApproving") != true {
			t.Fatalf("the wish: %s", wish().Text)
		}
		bench.SetDistrict(m, w.District(8), 2) // a second replaces it
		if !strings.Contains(wish().String("data.targetDistrict"), "屯門") {
			t.Fatalf("the wish: %s", wish().Text)
		}
		m = bench.SetDistrict(m, w.District(0), 1) // the current one takes it back
		if wish().Value("data") != nil {
			t.Fatalf("the wish stays: %s", wish().Text)
		}
		bench.SetDistrict(m, w.District(8), 2)
		m.Delete("/app/users/district-apply").OK()
		m.Delete("/app/users/district-apply").Fails(404, "NOT_FOUND")
		m = bench.SetDistrict(m, w.District(-1), 1) // no centre needs no approval
		if got := m.Get("/app/users/account").OK(); got.String("data.centreEnum") != "CENTRE_OTHER" || got.Int("data.activityDistrictEnum") != 0 {
			t.Fatalf("elsewhere: %s", got.Text)
		}
		bench.SetDistrict(m, w.District(8), 2) // from elsewhere into a centre needs it
	})
}

func TestDistrictDecisions(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ctx := context.Background()
		chief := func(centre access.Centre) access.Staff {
			return access.Staff{ID: w.Staff(access.Chief, centre).ID, Name: "主任", Role: bench.Role(w, access.Chief, centre)}
		}
		ofA, ofB := chief(access.CentreA), chief(access.CentreB)
		newWish := func(m *bench.Caller) (id string) {
			bench.Must(t, w.SQL().QueryRow(`SELECT id FROM district_applications WHERE user_id = $1 AND status = 1`, m.ID).Scan(&id))
			return id
		}
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		bench.SetDistrict(m, w.District(6), 2)
		id := newWish(m)
		decide := func(who access.Staff, approve bool, ids ...string) error {
			audited := w.App.Audit.Begin(ctx, who, "test", "", "")
			return w.App.Memberships.DecideDistricts(audited, who, ids, approve, "已核實")
		}
		if err := decide(ofA, true, id); err == nil || !strings.Contains(err.Error(), "NOT_FOUND") {
			t.Fatalf("the other centre decided: %v", err)
		}
		if err := decide(ofB, true, id, "none"); err == nil || m.Get("/app/users/account").OK().Value("data.isDistrictApproving") != true {
			t.Fatalf("one bad id moves nothing: %v", err)
		}
		bench.Must(t, decide(ofB, true, id))
		if err := decide(ofB, true, id); err == nil || !strings.Contains(err.Error(), "CONFLICT") {
			t.Fatalf("decided twice: %v", err)
		}
		if got := m.Get("/app/users/account").OK(); got.String("data.centreEnum") != "CENTRE_B" || got.Value("data.isDistrictApproving") != false {
			t.Fatalf("approved: %s", got.Text) // the session stays alive
		}
		if told := m.Post("/app/notice/page", bench.Body{}).OK(); !strings.Contains(told.String("data.0.items.0.content"), "已獲批准") {
			t.Fatalf("the member was told %s", told.Text)
		}
		bench.SetDistrict(m, w.District(0), 2)
		bench.Must(t, decide(ofA, false, newWish(m)))
		if got := m.Get("/app/users/account").OK(); got.String("data.centreEnum") != "CENTRE_B" || got.Value("data.isDistrictApproving") != false {
			t.Fatalf("rejected: %s", got.Text)
		}
	})
}

func TestMembership(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.SignUp("91230001")
		join := func(m *bench.Caller, number any) *bench.Reply {
			return m.Put("/app/users/join-member", bench.Body{"serviceNumber": number})
		}
		join(m, "S1").Fails(409, "NOT_ELIGIBLE") // of no centre
		m = bench.SetDistrict(m, w.District(0), 1)
		for _, bad := range []any{"", strings.Repeat("9", 32), nil, "   "} {
			join(m, bad).Fails(400, "VALIDATION", "serviceNumber")
		}
		m.Put("/app/users/out-member", nil).Fails(409, "NOT_ELIGIBLE")
		if got := join(m, "S1").OK(); got.Int("data.status") != 2 || got.Value("data.accessToken") != nil {
			t.Fatalf("applied: %s", got.Text)
		}
		join(m, "S2").Fails(409, "PENDING_EXISTS")
		apply := m.Get("/app/users/member-apply").OK()
		if apply.String("data.serviceNumber") != "S1" || apply.Int("data.status") != 1 || apply.String("data.applyDate") != "2026-11-15" ||
			m.Get("/app/users/account").OK().Value("data.isTypeApproving") != true {
			t.Fatalf("the application: %s", apply.Text)
		}
		m.Delete("/app/users/member-apply").OK()
		m.Delete("/app/users/member-apply").Fails(404, "NOT_FOUND")
		if m.Get("/app/users/member-apply").OK().Value("data") != nil {
			t.Fatal("a withdrawn application is shown")
		}

		// On the member list with a proven address: granted at once.
		w.ListMember("CENTRE_A", "S7", "91230001")
		got := join(m, "S7").OK()
		if got.Int("data.status") != 1 {
			t.Fatalf("on the list: %s", got.Text)
		}
		m.Get("/app/users/profile").Fails(401, "UNAUTHENTICATED")
		m = m.WithToken(got.String("data.accessToken"))
		if m.Get("/app/users/account").OK().Int("data.userType") != 2 || m.Get("/app/users/member-apply").OK().Int("data.status") != 2 {
			t.Fatal("not a plan member")
		}
		join(m, "S8").Fails(409, "NOT_ELIGIBLE")
		other := bench.SetDistrict(w.Member(), w.District(1), 1)
		join(other, "S7").Fails(409, "CONFLICT") // in use in this centre
		elsewhere := bench.SetDistrict(w.Member(), w.District(6), 1)
		if got := join(elsewhere, "S7").OK(); got.Int("data.status") != 2 { // not in that one
			t.Fatalf("in the other centre: %s", got.Text)
		}
		m = m.WithToken(m.Put("/app/users/out-member", nil).OK().String("data.accessToken"))
		if m.Get("/app/users/account").OK().Int("data.userType") != 1 {
			t.Fatal("still a plan member")
		}
		types := m.Get("/app/users/type").OK()
		if !slices.Equal(types.List("data", "type"), []any{1.0, 2.0, 3.0, 4.0}) || types.String("data.1.name") != "計劃會員" {
			t.Fatalf("types: %s", types.Text)
		}
	})
}

// Moving to another centre ends plan membership.
func TestMovingEndsMembership(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		w.SetPlanMember(m.ID, "S1")
		m = bench.SetDistrict(m, w.District(1), 1)
		if m.Get("/app/users/account").OK().Int("data.userType") != 2 {
			t.Fatal("within the centre it stays")
		}
		m = bench.SetDistrict(m, w.District(-1), 1)
		if m.Get("/app/users/account").OK().Int("data.userType") != 1 {
			t.Fatal("it went along")
		}
	})
}

func TestInvitations(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		inviter := w.Member()
		mine := inviter.Get("/app/users/invitation-code").OK()
		code := mine.String("data.invitationCode")
		if len(code) != 8 || strings.ContainsAny(code, "0O1I") || mine.Int("data.coin") != 50 || mine.Int("data.maxCoin") != 500 || mine.Int("data.obtainedCoin") != 0 {
			t.Fatalf("the code: %s", mine.Text)
		}
		apply := func(m *bench.Caller, code string) *bench.Reply {
			return m.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": code})
		}
		apply(inviter, code).Fails(409, "NOT_ELIGIBLE")
		guest := w.Member()
		apply(guest, "NOSUCHCO").Fails(404, "NOT_FOUND")
		apply(guest, "").Fails(400, "VALIDATION")
		apply(guest, strings.ToLower(code)).OK()
		apply(guest, code).Fails(409, "CONFLICT")
		apply(inviter, guest.Get("/app/users/invitation-code").OK().String("data.invitationCode")).Fails(409, "NOT_ELIGIBLE") // a circle
		if mine := inviter.Get("/app/users/invitation-code").OK(); mine.Int("data.obtainedCoin") != 50 || mine.Int("data.invitedNumber") != 1 {
			t.Fatalf("after one: %s", mine.Text)
		}
		for range 10 {
			apply(w.Member(), code).OK()
		}
		if mine := inviter.Get("/app/users/invitation-code").OK(); mine.Int("data.obtainedCoin") != 500 || mine.Int("data.invitedNumber") != 11 {
			t.Fatalf("after eleven: %s", mine.Text)
		}
		var coins, sum int
		bench.Must(t, w.SQL().QueryRow(`SELECT coin FROM wallets WHERE user_id = $1`, inviter.ID).Scan(&coins))
		bench.Must(t, w.SQL().QueryRow(`SELECT SUM(amount) FROM wallet_ledger WHERE user_id = $1 AND currency = 'coin'`, inviter.ID).Scan(&sum))
		if coins != 500 || sum != 500 {
			t.Fatalf("%d coins, the ledger says %d", coins, sum)
		}
		late := w.Member()
		w.Clock.Advance(14*24*time.Hour + time.Second)
		apply(late, code).Fails(409, "NOT_ELIGIBLE")
	})
}

// Two members who use each other's code at one moment make no circle, and many
// guests at once pay no more than the maximum.
func TestInvitationRaces(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		a, b := w.Member(), w.Member()
		codeOf := func(m *bench.Caller) string {
			return m.Get("/app/users/invitation-code").OK().String("data.invitationCode")
		}
		codeA, codeB := codeOf(a), codeOf(b)
		statuses := make([]int, 2)
		var all sync.WaitGroup
		all.Go(func() {
			statuses[0] = a.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeB}).Status
		})
		all.Go(func() {
			statuses[1] = b.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": codeA}).Status
		})
		all.Wait()
		slices.Sort(statuses)
		if !slices.Equal(statuses, []int{200, 409}) {
			t.Fatalf("each other's codes: %v", statuses)
		}
		star := w.Member()
		code := codeOf(star)
		guests := make([]*bench.Caller, 13)
		for i := range guests {
			guests[i] = w.Member()
		}
		for _, g := range guests {
			all.Go(func() { g.Post("/app/users/invitation-code/apply", bench.Body{"invitationCode": code}).OK() })
		}
		all.Wait()
		if mine := star.Get("/app/users/invitation-code").OK(); mine.Int("data.obtainedCoin") != 500 || mine.Int("data.invitedNumber") != 13 {
			t.Fatalf("after thirteen at once: %s", mine.Text)
		}
	})
}

func TestNewAccountHasItsTokens(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		var coin, exp, token, rows int
		bench.Must(t, w.SQL().QueryRow(`SELECT coin, exp, token FROM wallets WHERE user_id = $1`, m.ID).Scan(&coin, &exp, &token))
		bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM wallet_ledger WHERE user_id = $1 AND currency = 'token' AND amount = 3 AND balance = 3`, m.ID).Scan(&rows))
		if coin != 0 || exp != 0 || token != 3 || rows != 1 {
			t.Fatalf("%d coins, %d exp, %d tokens, %d rows", coin, exp, token, rows)
		}
	})
}

func TestAppConfigAndConsent(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		config := w.Anonymous().Get("/app/config").OK()
		if config.String("data.minVersion") == "" || config.String("data.crisisContacts.0.phone") != "999" || config.String("data.consent.text") == "" || config.Int("data.limits.pictureBytes") != 10<<20 {
			t.Fatalf("the configuration: %s", config.Text)
		}
		version := config.String("data.consent.version")
		m := w.Member()
		if c := m.Get("/app/consents").OK(); c.Value("data.accepted") != false || c.String("data.version") != version || c.Value("data.answeredAt") != nil {
			t.Fatalf("at first: %s", c.Text)
		}
		m.Put("/app/consents", bench.Body{"version": "1999-01-01", "accepted": true}).Fails(409, "CONFLICT")
		m.Put("/app/consents", bench.Body{"version": version}).Fails(400, "VALIDATION", "accepted")
		m.Put("/app/consents", bench.Body{"version": version, "accepted": true}).OK()
		w.Clock.Advance(time.Hour)
		m.Put("/app/consents", bench.Body{"version": version, "accepted": true}).OK() // keeps its first time
		if c := m.Get("/app/consents").OK(); c.Value("data.accepted") != true || c.String("data.answeredAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("accepted: %s", c.Text)
		}
		w.NewConsent("2027")
		if c := m.Get("/app/consents").OK(); c.Value("data.accepted") != false || c.String("data.version") != "2027" {
			t.Fatalf("a newer version asks again: %s", c.Text)
		}
	})
}

func TestIsShare(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := w.Member()
		if got := m.Get("/app/users/is-share").OK(); got.String("data.centre") != "CENTRE_OTHER" || got.Value("data.title") != nil {
			t.Fatalf("before any: %s", got.Text)
		}
		admin := w.Admin()
		survey := bench.NewSurvey(admin, "自由用戶問卷")
		w.SurveySent(survey, m.ID)
		if got := m.Get("/app/users/is-share").OK(); got.String("data.title") != "自由用戶問卷" || got.String("data.link") != bench.SurveyLink {
			t.Fatalf("sent: %s", got.Text)
		}
		m = bench.SetDistrict(m, w.District(0), 1)
		if got := m.Get("/app/users/is-share").OK(); strings.Contains(got.Text, "title") {
			t.Fatalf("of a centre: %s", got.Text)
		}
	})
}
