package bench

import (
	"net/url"
)

// Letter is a message in the development inbox.
type Letter struct {
	ID        string
	Channel   string
	To        string
	Subject   string
	Body      string
	Code      *int
	Data      map[string]any
	CreatedAt string
}

// Inbox is what was sent to an address, newest first; everything for "".
func (w *World) Inbox(to string) []Letter {
	w.T.Helper()
	var letters []Letter
	w.Anonymous().With("Accept", "application/json").Get("/dev/inbox?to=" + url.QueryEscape(to)).OK().Into(&letters)
	return letters
}

// Tables names every table of the world's database.
func (w *World) Tables() []string {
	w.T.Helper()
	query := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`
	if w.Config.DatabaseURL != "" {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
	}
	rows, err := w.SQL().Query(query)
	Must(w.T, err)
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		Must(w.T, rows.Scan(&name))
		names = append(names, name)
	}
	Must(w.T, rows.Err())
	return names
}
