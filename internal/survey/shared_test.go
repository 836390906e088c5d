package survey_test

import (
	"strings"
	"testing"

	"hearten/test/bench"
)

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
