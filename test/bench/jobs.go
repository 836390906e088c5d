package bench

// LoseJobs leaves jobs of a kind that are ready to a process that is gone; their
// lease has ended when the clock moves on.
func (w *World) LoseJobs(kind string) {
	w.T.Helper()
	w.exec(`UPDATE jobs SET state = 'running', attempts = attempts + 1, leased_by = 'a dead process', leased_until = run_at
		WHERE kind = @kind AND state = 'ready'`, row{"kind": kind})
}

// DropJobs deletes jobs of a kind, as if they had been lost.
func (w *World) DropJobs(kind string) {
	w.T.Helper()
	w.exec(`DELETE FROM jobs WHERE kind = @kind`, row{"kind": kind})
}

// LeaveOneTry leaves jobs of a kind that are ready one more try.
func (w *World) LeaveOneTry(kind string) {
	w.T.Helper()
	w.exec(`UPDATE jobs SET attempts = max_attempts - 1 WHERE kind = @kind AND state = 'ready'`, row{"kind": kind})
}
