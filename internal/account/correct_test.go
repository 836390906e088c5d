package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestMemberEnrolment(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		enrol := func(b bench.Body) *bench.Reply { return chief.Post("/web/users", b) }
		own, others, free := w.District(0), w.District(6), w.District(-1)
		id := enrol(bench.Body{"phone": " 91230001 ", "nickname": "阿明", "districtId": own, "serviceNumber": "S1"}).OK().String("data.userId")
		m := bench.SignInByCode(w, "91230001")
		if got := m.Get("/app/users/account").OK(); got.String("data.userId") != id || got.Int("data.userType") != 2 || got.String("data.centreEnum") != "CENTRE_A" {
			t.Fatalf("the member: %s", got.Text)
		}
		m.Post("/app/auth/password", bench.Body{"password": bench.MemberPassword}).OK() // none was set

		for name, bad := range map[string]bench.Body{
			"no address": {"nickname": "a"}, "empty": {"phone": "", "email": ""}, "a bad phone": {"phone": "12345678"}, "mail as phone": {"phone": "a@b.hk"},
			"a bad mail": {"email": "mei"}, "phone as mail": {"email": "91234567"}, "one of two": {"phone": "91230002", "email": "x"},
			"the future": {"phone": "91230002", "birthday": "2026-11-16"}, "long ago": {"phone": "91230002", "birthday": "1899-12-31"},
			"a long number": {"phone": "91230002", "districtId": own, "serviceNumber": strings.Repeat("9", 32)},
			"a long name":   {"phone": "91230002", "nickname": strings.Repeat("字", 101)},
		} {
			if r := enrol(bad); r.Status != 400 {
				t.Errorf("%s: %d %s", name, r.Status, r.Text)
			}
		}
		enrol(bench.Body{"phone": "91230001"}).Fails(409, "CONFLICT")
		enrol(bench.Body{"phone": "91230002", "email": "mei@example.hk"}).OK()
		enrol(bench.Body{"phone": "91230003", "email": "MEI@example.hk"}).Fails(409, "CONFLICT")
		enrol(bench.Body{"phone": "91230003", "districtId": own, "serviceNumber": " S1 "}).Fails(409, "CONFLICT")
		enrol(bench.Body{"phone": "91230003", "districtId": others}).Fails(404, "NOT_FOUND")
		enrol(bench.Body{"phone": "91230003", "districtId": "none"}).Fails(404, "NOT_FOUND")
		enrol(bench.Body{"phone": "91230003", "districtId": free, "serviceNumber": "S2"}).Fails(409, "NOT_ELIGIBLE")
		enrol(bench.Body{"phone": "91230003", "serviceNumber": "S2"}).Fails(409, "NOT_ELIGIBLE")
		enrol(bench.Body{"phone": "91230003", "districtId": free}).OK() // nothing of the refusals was kept
		w.Admin().Post("/web/users", bench.Body{"email": "b@example.hk", "districtId": others, "serviceNumber": "S1"}).OK()
		log := chief.Post("/web/audit/page", bench.Body{"userId": id, "action": "post-web-users"}).OK()
		if log.Int("data.pagination.totalItems") != 1 || !strings.Contains(log.String("data.items.0.detail.after"), "阿明") {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

func TestMemberCorrection(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		id := bench.Enrol(chief, bench.Body{"phone": "91230001", "email": "old@example.hk", "nickname": "阿明", "districtId": w.District(0)})
		other := bench.Enrol(chief, bench.Body{"phone": "91230009", "email": "taken@example.hk", "districtId": w.District(0), "serviceNumber": "S9"})
		put := func(b bench.Body) *bench.Reply { return chief.Put("/web/users/"+id, b) }
		for _, bad := range []bench.Body{
			{"phone": ""}, {"phone": "1"}, {"email": ""}, {"email": "x"}, {"birthday": "2026-11-16"}, {"birthday": "soon"}, {"serviceNumber": ""},
			{"serviceNumber": "  "}, {"serviceNumber": strings.Repeat("9", 32)}, {"nickname": strings.Repeat("字", 101)}, {"mark": strings.Repeat("字", 256)},
		} {
			put(bad).Fails(400, "VALIDATION")
		}
		for _, taken := range []bench.Body{{"phone": "91230009"}, {"email": "Taken@example.hk"}, {"serviceNumber": "S9"}} {
			taken["nickname"] = "不會留下"
			put(taken).Fails(409, "CONFLICT")
		}
		put(bench.Body{}).OK()
		if got := chief.Get("/web/users/" + id).OK(); got.String("data.nickname") != "阿明" || got.String("data.phone") != "91230001" || got.Int("data.userType") != 1 {
			t.Fatalf("nothing was changed: %s", got.Text)
		}
		w.SetGender(id, 0) // only the birthday is missing
		put(bench.Body{"phone": "61230002", "email": "New@example.hk", "nickname": "小明", "birthday": "1980-01-31", "serviceNumber": "S1", "mark": "電話號碼有誤"}).OK()
		got := chief.Get("/web/users/" + id).OK()
		if got.String("data.phone") != "61230002" || got.String("data.email") != "new@example.hk" || got.String("data.nickname") != "小明" ||
			got.String("data.birthday") != "1980-01-31" || got.String("data.serviceNumber") != "S1" || got.Int("data.userType") != 2 {
			t.Fatalf("corrected: %s", got.Text)
		}
		w.RunJobs()
		for old, fresh := range map[string]string{"91230001": "61230002", "old@example.hk": "new@example.hk"} {
			told := w.Inbox(old)
			if len(told) != 1 || strings.Contains(told[0].Body, fresh) || !strings.Contains(told[0].Body, "更改") {
				t.Errorf("%s was told %v", old, told)
			}
		}
		put(bench.Body{"phone": "61230002", "email": "new@example.hk"}).OK() // the same again tells nobody
		w.RunJobs()
		if told := w.Inbox("61230002"); len(told) != 0 {
			t.Errorf("told without a change: %v", told)
		}
		// The member is told of what was put right, once, without the values.
		m := bench.SignInByCode(w, "61230002")
		notices := m.Post("/app/notice/page", bench.Body{}).OK()
		if notices.Int("data.0.pagination.totalItems") != 1 || notices.String("data.0.items.0.title") != "個人資料已更正" ||
			notices.String("data.0.items.0.content") != "同工更正了你的電話號碼、電郵地址、暱稱、出生日期、服務編號。如有疑問，請聯絡中心。" {
			t.Errorf("the member was told %s", notices.Text)
		}
		if n := bench.CountRows(w, "mission_events", "event = 'profile_completed' AND user_id = '"+id+"'"); n != 1 {
			t.Errorf("a profile that staff completed was counted %d times", n)
		}
		// A code that was sent to the old address opens nothing any more.
		w.Clock.Advance(time.Minute)
		token, code := bench.AskCode(w, 1, "61230002").OK().String("data.otpToken"), w.LastCode("61230002")
		put(bench.Body{"phone": "61230003"}).OK()
		w.Anonymous().Post("/app/auth/login/verify", bench.Body{"otp": code, "otpToken": token}).Fails(400, "OTP_INVALID")
		bench.SignInByCode(w, "61230003").Get("/app/users/account").OK()

		log := chief.Post("/web/audit/page", bench.Body{"userId": id, "sortings": []bench.Body{{"property": "createdAt", "direction": "ASC"}}}).OK()
		found := false
		for i := range log.List("data.items", "action") {
			at := fmt.Sprintf("data.items.%d.detail.", i)
			if log.Value(at+"mark") == "電話號碼有誤" {
				found = strings.Contains(log.String(at+"before"), "91230001") && strings.Contains(log.String(at+"after"), "61230002")
			}
		}
		if !found {
			t.Errorf("the log: %s", log.Text)
		}
		free := bench.Enrol(chief, bench.Body{"districtId": w.District(-1)})
		chief.Put("/web/users/"+free, bench.Body{"serviceNumber": "S3"}).Fails(409, "NOT_ELIGIBLE")
		chief.Put("/web/users/"+free, bench.Body{"nickname": "自由"}).OK()
		w.Staff(access.Chief, access.CentreB).Put("/web/users/"+other, bench.Body{"nickname": "x"}).Fails(404, "NOT_FOUND")
		chief.Put("/web/users/nothing", bench.Body{"nickname": "x"}).Fails(404, "NOT_FOUND")
	})
}

// A number given by staff settles a pending application for the plan.
func TestMemberCorrectionSettlesAnApplication(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		m := bench.SetDistrict(w.Member(), w.District(0), 1)
		m.Put("/app/users/join-member", bench.Body{"serviceNumber": "S1"}).OK()
		w.Staff(access.Chief, access.CentreA).Put("/web/users/"+m.ID, bench.Body{"serviceNumber": "S2"}).OK()
		if got := m.Get("/app/users/account").OK(); got.Int("data.userType") != 2 || got.Value("data.isTypeApproving") != false {
			t.Fatalf("the account: %s", got.Text)
		}
	})
}
