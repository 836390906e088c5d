package member_test

import (
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func TestMemberTodo(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		bench.Applicant(w, "91230001", 0, "S1")
		bench.Applicant(w, "91230002", 6, "S2")
		mover := bench.SetDistrict(w.SignUp("91230003"), w.District(6), 1)
		bench.SetDistrict(mover, w.District(0), 2)
		bench.AskRemoval(w, bench.SetDistrict(w.SignUp("91230004"), w.District(1), 1), "")
		bench.AskRemoval(w, w.SignUp("91230005"), "")
		w.FailedDelivery("CENTRE_B", "")
		for _, c := range []struct {
			code   access.Code
			centre access.Centre
			want   [5]int // applications, of members, of districts, removals, failed deliveries
		}{
			{access.Support, access.CentreA, [5]int{}},
			{access.Professional, access.CentreA, [5]int{}},
			{access.Chief, access.CentreA, [5]int{2, 1, 1, 2, 0}},
			{access.Supervisor, access.CentreB, [5]int{1, 1, 0, 1, 1}},
			{access.Admin, access.CentreAll, [5]int{3, 2, 1, 2, 1}},
		} {
			r := w.Staff(c.code, c.centre).Get("/web/todo").OK()
			got := [5]int{r.Int("data.applications"), r.Int("data.memberApplications"), r.Int("data.districtApplications"), r.Int("data.removals"), r.Int("data.failedDeliveries")}
			if got != c.want {
				t.Errorf("%s of %s has %v to do, want %v", c.code, c.centre, got, c.want)
			}
		}
		for wait, want := range []int{1, 0} { // a failure is something to do for seven days
			w.Clock.Advance([]time.Duration{7 * 24 * time.Hour, time.Millisecond}[wait])
			if got := w.Admin().Get("/web/todo").OK().Int("data.failedDeliveries"); got != want {
				t.Errorf("after a week %d failures are left, want %d", got, want)
			}
		}
	})
}
