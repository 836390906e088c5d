package catalog

// Consent is what a member agrees to before the first use. A new version asks
// everyone again.
type Consent struct {
	Place   `json:"-"`
	Version string `yaml:"version" json:"version"`
	Text    string `yaml:"text" json:"text"`
}

// Settings are the programme's few numbers. Like the consent they are stored as
// one JSON document, under the names of the content file.
type Settings struct {
	Place            `json:"-"`
	MinVersion       string     `yaml:"minVersion" json:"minVersion"` // of the App
	NewAccount       NewAccount `yaml:"newAccount" json:"newAccount"`
	Invitation       Invitation `yaml:"invitation" json:"invitation"`
	VoucherValidDays int        `yaml:"voucherValidDays" json:"voucherValidDays"`
	LessonBar        LessonBar  `yaml:"lessonBar" json:"lessonBar"`
}

// NewAccount is what a new member's wallet holds.
type NewAccount struct {
	Coin  int `yaml:"coin" json:"coin"`
	Token int `yaml:"token" json:"token"`
}

// Invitation is what an inviter earns: Coin for each guest up to MaxCoin in
// all, for codes applied within a number of days after the guest's sign-up.
type Invitation struct {
	Coin       int `yaml:"coin" json:"coin"`
	MaxCoin    int `yaml:"maxCoin" json:"maxCoin"`
	WithinDays int `yaml:"withinDays" json:"withinDays"`
}

// LessonBar shows how far a member has come with the lessons.
type LessonBar struct {
	Message string       `yaml:"message" json:"message"`
	Steps   []LessonStep `yaml:"steps" json:"steps"`
}

// LessonStep is the experience gained with so many completed lessons.
type LessonStep struct {
	Place `json:"-"`
	Count int `yaml:"count" json:"count"`
	Exp   int `yaml:"exp" json:"exp"`
}
