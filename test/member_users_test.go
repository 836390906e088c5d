package test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

func TestMemberRecord(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief, support := w.Staff(access.Chief, access.CentreA), w.Staff(access.Support, access.CentreA)
		id := bench.Enrol(chief, bench.Body{"phone": "91230001", "email": "Mei@Example.hk", "nickname": " 小美 ", "birthday": "1990-02-28",
			"districtId": w.District(2), "serviceNumber": "S-1"})
		chief.Put("/web/users/staff", bench.Body{"userIds": []string{id}, "staffId": support.ID}).OK()
		got := chief.Get("/web/users/" + id).OK()
		for path, want := range map[string]any{
			"id": id, "nickname": "小美", "phone": "91230001", "email": "mei@example.hk", "district": "觀塘", "userType": 2.0, "level": 1.0,
			"serviceNumber": "S-1", "gender": nil, "birthday": "1990-02-28", "signature": "", "status": 1.0, "staffId": support.ID,
			"staff": "同工", "centreEnum": "CENTRE_A", "joinedAt": "2026-11-15T02:00:00.000Z", "lastLogin": nil,
		} {
			if got.Value("data."+path) != want {
				t.Errorf("%s is %v, want %v", path, got.Value("data."+path), want)
			}
		}
		if got.String("data.avatarUrl") == "" || len(got.String("data.username")) != 9 {
			t.Errorf("the record: %s", got.Text)
		}
		w.Pay(id, wallet.Exp, 250)
		w.Clock.Advance(time.Minute)
		m := bench.SignInByCode(w, "mei@example.hk") // by either address
		m.Put("/app/users/personal", bench.Body{"gender": 0, "signature": "慢慢來"}).OK()
		if got := support.Get("/web/users/" + id).OK(); got.Int("data.level") != 3 || got.Int("data.gender") != 0 ||
			got.String("data.lastLogin") != "2026-11-15T02:01:00.000Z" {
			t.Errorf("later: %s", got.Text)
		}
		// Whoever looks at a record leaves a row.
		log := chief.Post("/web/audit/page", bench.Body{"userId": id, "action": "get-web-users-user_id"}).OK()
		if log.Int("data.pagination.totalItems") != 2 {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

// Who sees whom: the own centre, support staff their own people, free users
// those in charge.
func TestMemberReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		admin := w.Admin()
		ofA, ofB := bench.Enrol(admin, bench.Body{"districtId": w.District(0)}), bench.Enrol(admin, bench.Body{"districtId": w.District(6)})
		assigned := bench.Enrol(admin, bench.Body{"districtId": w.District(1)})
		free, nowhere := bench.Enrol(admin, bench.Body{"districtId": w.District(-1)}), bench.Enrol(admin, bench.Body{})
		gone := w.Member()
		gone.Delete("/app/users/remove").OK()
		admin.Post("/web/remove/delete/"+bench.RemovalOf(w, gone.ID), nil).OK()
		for _, c := range []struct {
			code                               access.Code
			centre                             access.Centre
			ofA, assigned, ofB, free, nowhere_ int
		}{
			{access.Support, access.CentreA, 404, 200, 404, 403, 403},
			{access.Support, access.CentreB, 404, 404, 404, 403, 403},
			{access.Professional, access.CentreA, 200, 200, 404, 403, 403},
			{access.Professional, access.CentreB, 404, 404, 200, 403, 403},
			{access.Chief, access.CentreA, 200, 200, 404, 200, 200},
			{access.Supervisor, access.CentreB, 404, 404, 200, 200, 200},
			{access.Admin, access.CentreAll, 200, 200, 200, 200, 200},
		} {
			staff := w.Staff(c.code, c.centre)
			if c.code == access.Support && c.centre == access.CentreA {
				admin.Put("/web/users/staff", bench.Body{"userIds": []string{assigned}, "staffId": staff.ID}).OK()
			}
			var want []any
			for _, one := range []struct {
				id     string
				status int
			}{{ofA, c.ofA}, {assigned, c.assigned}, {ofB, c.ofB}, {free, c.free}, {nowhere, c.nowhere_}, {gone.ID, 404}, {"nothing", 404}} {
				if got := staff.Get("/web/users/" + one.id).Status; got != one.status {
					t.Errorf("%s of %s gets %d for %s, want %d", c.code, c.centre, got, one.id, one.status)
				}
				if one.status == 200 && one.id != free && one.id != nowhere {
					want = append(want, one.id)
				}
			}
			got := staff.Post("/web/users/org/page", bench.Body{"sortings": []bench.Body{{"property": "userId", "direction": "asc"}}}).OK().List("data.items", "userId")
			if slices.SortFunc(want, func(a, b any) int { return strings.Compare(a.(string), b.(string)) }); !slices.Equal(got, want) {
				t.Errorf("%s of %s lists %v, want %v", c.code, c.centre, got, want)
			}
			page := staff.Post("/web/users/free/page", bench.Body{})
			if c.free == 403 {
				page.Fails(403, "FORBIDDEN")
			} else if ids := page.OK().List("data.items", "userId"); len(ids) != 2 || ids[0] != nowhere || ids[1] != free {
				t.Errorf("%s of %s lists free users %v", c.code, c.centre, ids)
			}
		}
	})
}

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
