package bench

import "time"

// Samsung is an app that phones report steps from.
const Samsung = "com.sec.android.app.shealth"

// StepRow is a row between two instants; times are given as on a wall clock in
// Hong Kong, "2026-11-15 09:00".
func StepRow(from, to string, steps any) Body {
	return Body{"startTime": UTC(from), "endTime": UTC(to), "steps": steps}
}

// UTC turns Hong Kong wall time into what requests carry.
func UTC(local string) string {
	layout := "2006-01-02 15:04:05.000"
	at, err := time.Parse(layout[:len(local)], local)
	if err != nil {
		panic(err)
	}
	return at.Add(-8 * time.Hour).Format("2006-01-02T15:04:05.000Z")
}

// SyncSteps sends rows of steps as the App does.
func SyncSteps(m *Caller, origin string, rows ...Body) *Reply {
	return m.Post("/app/health/steps/sync", Body{"data": rows, "dataOrigin": origin, "dataOrigins": []string{origin, "other"}})
}
