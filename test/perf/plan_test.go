package perf

import (
	"database/sql"
	"strings"
	"testing"

	"hearten/internal/access"
	"hearten/internal/db"
	"hearten/internal/page"
	"hearten/internal/survey"
	"hearten/test/bench"
)

// reaches are the two kinds of lists: an administrator's and a centre's.
var reaches = map[string]struct {
	centre access.Centre
	args   []any
}{
	"administrator": {access.CentreAll, nil},
	"centre":        {access.CentreA, []any{"CENTRE_A", "CENTRE_ALL"}},
}

func TestSurveyListUsesItsIndex(t *testing.T) {
	for _, engine := range engines {
		t.Run(string(engine), func(t *testing.T) {
			p := listOf(t, engine, 20_000)
			for name, reach := range reaches {
				rows, count := p.listSQL(t, reach.centre)
				plan := p.explain(t, rows, reach.args)
				if !strings.Contains(plan, "ix_surveys__listed") || strings.Contains(plan, "SORT") || strings.Contains(plan, "TEMP B-TREE") {
					t.Errorf("the rows of the %s do not follow the index:\n%s\n%s", name, rows, plan)
				}
				plan = p.explain(t, count, reach.args)
				if !strings.Contains(plan, "COVERING INDEX ix_surveys__listed") && !strings.Contains(plan, "INDEX ONLY SCAN USING ix_surveys__listed") {
					t.Errorf("the count of the %s reads more than the index:\n%s\n%s", name, count, plan)
				}
				t.Log(name, plan)
			}
		})
	}
}
