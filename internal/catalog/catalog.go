// Package catalog is what the programme offers its members: districts and their
// buildings, mascots, shop items, vouchers, missions, levels, lessons, resource
// types, crisis contacts, the consent and a few settings. It is written in YAML
// by people, checked as a whole, and applied to the database, where the other
// areas read it.
package catalog

import (
	"fmt"

	"github.com/google/uuid"
)

// Catalogue is the whole content, checked: Load answers no other.
type Catalogue struct {
	Districts      []DistrictEntry
	Buildings      []Building
	Mascots        []Mascot
	Items          []Item
	Vouchers       []Voucher
	Missions       []Mission
	Levels         []Level
	Lessons        []Lesson // in catalogue order
	ResourceTypes  []ResourceType
	CrisisContacts []CrisisContact
	Consent        Consent
	Settings       Settings
}

var idSpace = uuid.NewSHA1(uuid.NameSpaceOID, []byte("hearten/catalogue"))

// ID is the identifier of an entry. It follows from the entry's key alone, so
// that it is the same in every installation and after every restore.
func ID(kind, key string) string {
	return uuid.NewSHA1(idSpace, []byte(kind+":"+key)).String()
}

// ValidDays is for how many days a voucher is valid once it is granted.
func (c *Catalogue) ValidDays(v Voucher) int {
	if v.ValidDays == nil {
		return c.Settings.VoucherValidDays
	}
	return *v.ValidDays
}

// Place is where in the content files something is written.
type Place struct {
	File string
	Line int
}

// String writes file:line.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }
