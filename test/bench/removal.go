package bench

// RemovalOf finds the id of a user's newest request to be removed.
func RemovalOf(w *World, userID string) (id string) {
	w.T.Helper()
	Must(w.T, w.SQL().QueryRow(`SELECT id FROM removals WHERE user_id = $1 ORDER BY requested_at DESC LIMIT 1`, userID).Scan(&id))
	return id
}

// AskRemoval is someone who asked to be removed, with the removal's id.
func AskRemoval(w *World, m *Caller, why string) string {
	m.Do("DELETE", "/app/users/remove", Body{"reasonType": 2, "reason": why}).OK()
	return RemovalOf(w, m.ID)
}
