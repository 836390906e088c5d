package friend

import "context"

// Figures is what other areas count of a member. It is asked only for what the
// viewer may see.
type Figures interface {
	// Of gives the figures of a member; those that are not wanted may be zero.
	Of(ctx context.Context, userID string, want Wanted) (Counted, error)
	// HasPhysique reports whether a member has told height and weight.
	HasPhysique(ctx context.Context, userID string) (bool, error)
}

// Wanted is which figures are of use.
type Wanted struct {
	Steps   bool
	Map     bool
	Mascots bool // mascots, items, and what is in use
	Lessons bool
}

// Counted is the figures of one member.
type Counted struct {
	Steps    Periods
	Distance Periods // km
	Calories Periods // kcal

	CheckIns  float64
	Buildings float64

	Mascots float64
	Items   float64
	InUse   []Item // the main mascot and what is in use, if any

	LessonsLearning  float64
	LessonsCompleted float64
}

// Periods is a figure of the current day, week, month and year in Hong Kong.
type Periods struct {
	Daily   float64
	Weekly  float64
	Monthly float64
	Yearly  float64
}

// Item is something of the shop that a member is using. The main mascot is one,
// of category 3.
type Item struct {
	ID                  string
	Name                string
	CategoryID          int
	SubcategoryID       int
	Thumbnail           string
	AnimationInputName  string
	AnimationInputValue float64
}

// mascotCategory is the shop's category of mascots.
const mascotCategory = 3
