package catalog

import "hearten/internal/platform/clock"

// The categories of shop items.
const (
	Furniture = 1
	Costume   = 2
	Character = 3 // another look of a mascot
)

// Mascot is a companion a member may adopt.
type Mascot struct {
	Place
	Key    string `yaml:"key"`
	Number int    `yaml:"number"`
	Name   string `yaml:"name"`
	Coin   int    `yaml:"coin"`
}

// Item is something the shop sells.
type Item struct {
	Place
	Key         string     `yaml:"key"`
	Name        string     `yaml:"name"`
	Category    int        `yaml:"category"`
	Subcategory int        `yaml:"subcategory"`
	Mascot      *int       `yaml:"mascot,omitempty"` // of a character, the mascot's number
	Coin        int        `yaml:"coin"`
	Animation   Animation  `yaml:"animation"`
	Order       int        `yaml:"order"`
	PublishedAt clock.Date `yaml:"publishedAt"`
	Birthday    bool       `yaml:"birthday,omitempty"` // sold on the member's birthday only
	Saleable    bool       `yaml:"saleable,omitempty"`
}

// preset makes an item saleable unless the file says otherwise.
func (i *Item) preset() { i.Saleable = true }

// Animation is how the App shows an item.
type Animation struct {
	Input string `yaml:"input"`
	Value int    `yaml:"value"`
}

// Voucher is what a plan member is granted on reaching a level.
type Voucher struct {
	Place
	Key         string `yaml:"key"`
	Name        string `yaml:"name"`
	Description string `yaml:"description"`
	PriceTag    string `yaml:"priceTag"`
	Level       int    `yaml:"level"`
	ValidDays   *int   `yaml:"validDays,omitempty"` // nil: the programme's, see Catalogue.ValidDays
}

// Level says how much experience leads from it to the next.
type Level struct {
	Place
	Level int `yaml:"level"`
	Need  int `yaml:"need"`
}

// Mission asks a member to do something a number of times, and rewards it.
type Mission struct {
	Place
	Key    string     `yaml:"key"`
	Name   string     `yaml:"name"`
	Type   int        `yaml:"type"`
	Event  Event      `yaml:"event"`
	Target int        `yaml:"target"`
	Link   int        `yaml:"link"`
	Period Period     `yaml:"period"`
	From   clock.Date `yaml:"from,omitempty"` // of a window, both days included
	To     clock.Date `yaml:"to,omitempty"`
	Reward Reward     `yaml:"reward"`
	Order  int        `yaml:"order"`
}

// Reward is what a mission pays.
type Reward struct {
	Coin  int `yaml:"coin"`
	Exp   int `yaml:"exp"`
	Token int `yaml:"token"`
}

// The mission types that go with a period of their own.
const (
	TypeDaily   = 0
	TypeLimited = 1
)

// Period is how long a mission's progress counts.
type Period string

// The periods.
const (
	Daily  Period = "daily"
	Once   Period = "once"
	Window Period = "window"
)

// Event is what a mission counts.
type Event string

// The events. StepsOfDay counts the steps of a day, the others occasions.
const (
	ArticleRead      Event = "article_read"
	StepsOfDay       Event = "steps_of_day"
	BuildingPhoto    Event = "building_photo"
	ChapterFinished  Event = "chapter_finished"
	LessonFinished   Event = "lesson_finished"
	FriendMade       Event = "friend_made"
	SurveyOpened     Event = "survey_opened"
	MascotBought     Event = "mascot_bought"
	ItemBought       Event = "item_bought"
	ItemUsed         Event = "item_used"
	ProfileCompleted Event = "profile_completed"
)

// Events lists every event.
func Events() []Event {
	return []Event{
		ArticleRead, StepsOfDay, BuildingPhoto, ChapterFinished, LessonFinished, FriendMade,
		SurveyOpened, MascotBought, ItemBought, ItemUsed, ProfileCompleted,
	}
}
