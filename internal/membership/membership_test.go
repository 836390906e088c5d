package membership_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

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
