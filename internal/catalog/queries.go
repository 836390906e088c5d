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
	body, err := findDocument(ctx, r, name)
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
	return listContacts(ctx, r)
}

// FindDistrict gives a district that is not retired; none is db.ErrNone.
func FindDistrict(ctx context.Context, r db.Reader, id string) (District, error) {
	return findDistrict(ctx, r, id)
}

// District is a district as the other areas know it. Community is its number on
// the map, nil outside the partner centres.
type District struct {
	ID        string `db:"id"`
	Name      string `db:"name"`
	Centre    string `db:"centre"`
	Community *int   `db:"community_number"`
	// Code is how keys of files name the community.
	Code *string `db:"code"`
}

// Districts lists the districts a member may choose, in catalogue order.
func Districts(ctx context.Context, r db.Reader) ([]District, error) {
	return listDistricts(ctx, r)
}
