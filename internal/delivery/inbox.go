package delivery

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"hearten/internal/platform/clock"
)

// inboxSize is how many messages the inbox keeps.
const inboxSize = 500

// inbox takes the messages of a development installation: a file each.
type inbox struct {
	folder string
	clock  clock.Clock
}

// inboxMessage is a message as it lies in the inbox.
type inboxMessage struct {
	ID        string         `json:"id"`
	Channel   Channel        `json:"channel"`
	To        string         `json:"to"`
	Subject   string         `json:"subject"`
	Body      string         `json:"body"`
	Code      *int           `json:"code"`
	Data      map[string]any `json:"data"`
	CreatedAt time.Time      `json:"createdAt"`
}

// send writes the message to a temporary file and renames it, so that no reader
// sees half of it. A message that comes twice is one file.
func (b *inbox) send(_ context.Context, r rendered) error {
	text, err := json.MarshalIndent(b.messageOf(r), "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(b.folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(b.folder, "new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), filepath.Join(b.folder, r.id+".json")); err != nil {
		return err
	}
	return b.prune()
}

func (b *inbox) messageOf(r rendered) inboxMessage {
	m := inboxMessage{
		ID: r.id, Channel: r.message.Channel, To: r.message.To, Subject: r.subject, Body: r.text, CreatedAt: b.clock.Now(),
	}
	if n := r.message.Push; n != nil {
		m.Subject, m.Body = n.Title, n.Body
		m.Data = map[string]any{"model": n.Model, "navigation": n.Navigation}
	}
	if code, err := strconv.Atoi(r.message.Data["code"]); err == nil {
		m.Code = &code
	}
	if r.message.Template == Welcome || r.message.Template == NewPassword {
		m.Data = map[string]any{}
		for name, value := range r.message.Data {
			m.Data[name] = value
		}
	}
	return m
}

// names lists the files, newest first: ids grow with time.
func (b *inbox) names() ([]string, error) {
	found, err := filepath.Glob(filepath.Join(b.folder, "*.json"))
	slices.SortFunc(found, func(a, b string) int { return cmp.Compare(b, a) })
	return found, err
}

func (b *inbox) prune() error {
	names, err := b.names()
	if err != nil || len(names) <= inboxSize {
		return err
	}
	for _, name := range names[inboxSize:] {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) { // another worker tidies too
			return err
		}
	}
	return nil
}

// read gives the messages to an address, newest first; all of them for "".
func (b *inbox) read(to string) ([]inboxMessage, error) {
	names, err := b.names()
	if err != nil {
		return nil, err
	}
	messages := []inboxMessage{}
	for _, name := range names {
		text, err := os.ReadFile(name) // #nosec G304 -- a listing of our own folder
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		var m inboxMessage
		if err := json.Unmarshal(text, &m); err != nil {
			return nil, err
		}
		if to == "" || sameAddress(to, m.To) {
			messages = append(messages, m)
		}
	}
	return messages, nil
}

// sameAddress ignores case and the country's code, whose + a query turns into
// a space.
func sameAddress(a, b string) bool { return strings.EqualFold(bareAddress(a), bareAddress(b)) }

func bareAddress(address string) string {
	address = strings.TrimLeft(strings.TrimSpace(address), "+")
	if len(address) == len("85291234567") {
		address = strings.TrimPrefix(address, "852")
	}
	return address
}
