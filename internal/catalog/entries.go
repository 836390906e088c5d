package catalog

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
)

// The types below are the schema of the content files. A field must be given
// and not be empty unless its tag says omitempty; the embedded Place is filled
// with the line on which the entry begins.

// DistrictEntry is a district a member may live in.
type DistrictEntry struct {
	Place
	Key       string        `yaml:"key"`
	Name      string        `yaml:"name"`
	Centre    access.Centre `yaml:"centre"`
	Community *Community    `yaml:"community,omitempty"` // nil outside the partner centres
}

// Community is what a district served by a partner centre is on the map.
type Community struct {
	Place
	Number int    `yaml:"number"`
	Short  string `yaml:"short"`
	Code   string `yaml:"code"` // its part of media keys
}

// Building is a place on a community's map of which members take a photo.
type Building struct {
	Place
	Community int    `yaml:"-"` // given once for the community's places
	Number    int    `yaml:"number"`
	Name      string `yaml:"name"`
	Kind      string `yaml:"kind"`
}

// communityPlaces is how the buildings are written.
type communityPlaces struct {
	Community int        `yaml:"community"`
	Places    []Building `yaml:"places"`
}

// ResourceType is a kind of community resource.
type ResourceType struct {
	Place
	Type     int               `yaml:"type"`
	Name     string            `yaml:"name"`
	Subtypes []ResourceSubtype `yaml:"subtypes"`
}

// ResourceSubtype is what a community resource is filed under.
type ResourceSubtype struct {
	Place
	Key  string `yaml:"key"`
	Name string `yaml:"name"`
}

// CrisisContact is where a member in need finds help at once.
type CrisisContact struct {
	Place
	Key         string `yaml:"key"`
	Name        string `yaml:"name"`
	Phone       string `yaml:"phone"`
	Hours       string `yaml:"hours"`
	Description string `yaml:"description"`
}

// Lesson is a short course of chapters.
type Lesson struct {
	Place
	Key          string     `yaml:"key"`
	Code         string     `yaml:"code"` // its part of media keys
	Title        string     `yaml:"title"`
	Introduction string     `yaml:"introduction"`
	Categories   []int      `yaml:"categories"`
	Order        int        `yaml:"order"`
	PublishedAt  clock.Date `yaml:"publishedAt"`
	Chapters     []Chapter  `yaml:"chapters"`
}

// Chapter is one sitting of a lesson. Content is HTML of a few plain tags.
type Chapter struct {
	Place
	Title     string   `yaml:"title"`
	Content   string   `yaml:"content"`
	VideoLink string   `yaml:"videoLink,omitempty"`
	AudioKey  string   `yaml:"audioKey,omitempty"`
	ImageKeys []string `yaml:"imageKeys,omitempty"`
}
