package catalog

import (
	"context"
	"encoding/json"

	"hearten/internal/platform/db"
)

// ReadSettings reads the settings in force.
func ReadSettings(ctx context.Context, r db.Reader) (Settings, error) {
	return readDocument[Settings](ctx, r, "settings")
}

// ReadConsent reads the consent in force.
func ReadConsent(ctx context.Context, r db.Reader) (Consent, error) {
	return readDocument[Consent](ctx, r, "consent")
}

func readDocument[T any](ctx context.Context, r db.Reader, name string) (T, error) {
	var v T
	body, err := db.Value[string](ctx, r, "SELECT body FROM catalogue_documents WHERE name = $1", name)
	if err == nil {
		err = json.Unmarshal([]byte(body), &v)
	}
	return v, err
}

// Contact is where someone in need finds help at once.
type Contact struct {
	Name        string `db:"name" json:"name"`
	Phone       string `db:"phone" json:"phone"`
	Hours       string `db:"hours" json:"hours"`
	Description string `db:"description" json:"description"`
}

// ReadContacts lists the crisis contacts, the most urgent first.
func ReadContacts(ctx context.Context, r db.Reader) ([]Contact, error) {
	return db.All[Contact](ctx, r, `
		SELECT name, phone, hours, description FROM crisis_contacts WHERE retired_at IS NULL ORDER BY ordering`)
}

// FindDistrict gives a district that is not retired; none is db.ErrNone.
func FindDistrict(ctx context.Context, r db.Reader, id string) (District, error) {
	return db.One[District](ctx, r, selectDistricts+` AND id = $1`, id)
}
