package delivery

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"net/http"
	"strings"

	"hearten/internal/platform/api"
)

//go:embed inbox.html
var inboxHTML string

var inboxPage = template.Must(template.New("inbox").Parse(inboxHTML))

// inboxCSP lets the page's own style and form work, and nothing else.
const inboxCSP = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"

// showInbox answers programs with the envelope and people with a page.
func (h handlers) showInbox(r *api.Router) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		to := req.URL.Query().Get("to")
		messages, err := h.s.inbox.read(to)
		if err != nil {
			r.Refuse(w, req, err)
			return
		}
		w.Header().Add("Vary", "Accept")
		if strings.Contains(req.Header.Get("Accept"), "application/json") {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(api.Envelope[[]inboxItem]{Success: true, Data: itemsOf(messages)}) // the caller may be gone
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Header().Set("Content-Security-Policy", inboxCSP)
		_ = inboxPage.Execute(w, map[string]any{"To": to, "Messages": itemsOf(messages)}) // the caller may be gone
	}
}

// inboxItem shows the time as replies do.
type inboxItem struct {
	inboxMessage
	CreatedAt api.Time `json:"createdAt"`
}

func itemsOf(messages []inboxMessage) []inboxItem {
	items := make([]inboxItem, len(messages))
	for i, m := range messages {
		items[i] = inboxItem{m, api.Time(m.CreatedAt)}
	}
	return items
}

// When is the time for people.
func (i inboxItem) When() string { return i.inboxMessage.CreatedAt.Format("2006-01-02 15:04:05 MST") }
