package wallet

import (
	"context"
	"time"

	"hearten/internal/platform/db"
)

// Levels has, for each level from the first, the experience that leads to the
// next. The last is the highest.
type Levels []int64

// levelsLife is how long a process caches the levels: they change with the
// catalogue alone.
const levelsLife = time.Minute

type cachedLevels struct {
	levels Levels
	until  time.Time
}

// Levels are those of the catalogue.
func (s *Service) Levels(ctx context.Context, r db.Reader) (Levels, error) {
	now := s.clock.Now()
	if cached := s.levels.Load(); cached != nil && now.Before(cached.until) {
		return cached.levels, nil
	}
	levels, err := listLevels(ctx, r)
	if err == nil {
		s.levels.Store(&cachedLevels{levels, now.Add(levelsLife)})
	}
	return levels, err
}

// LevelOf is the level of so much experience.
func (s *Service) LevelOf(ctx context.Context, r db.Reader, exp int64) (int, error) {
	levels, err := s.Levels(ctx, r)
	if err != nil {
		return 0, err
	}
	return levels.Of(exp), nil
}

// Progress is a level and how far it is to the next.
type Progress struct {
	Level   int
	Portion int64 // the experience gained within the level
	All     int64 // what leads from this level to the next
}

// Progress is the level of so much experience. At the highest level it is
// complete, however much is gained.
func (l Levels) Progress(exp int64) Progress {
	level := 1
	for level < len(l) && exp >= l[level-1] {
		exp -= l[level-1]
		level++
	}
	all := l[level-1]
	if level == len(l) {
		exp = all
	}
	return Progress{level, exp, all}
}

// Of is the level of so much experience.
func (l Levels) Of(exp int64) int { return l.Progress(exp).Level }

// Step is one level of the chart.
type Step struct {
	Level int
	Up    int64 // what leads to the next level
	// Min and Max are the least and the most experience of someone at the level;
	// at the highest, Max is where a further level would begin.
	Min, Max int64
}

// Chart lists the levels from the first to the highest.
func (l Levels) Chart() []Step {
	steps := make([]Step, len(l))
	var from int64
	for i, need := range l {
		steps[i] = Step{Level: i + 1, Up: need, Min: from, Max: from + need - 1}
		from += need
	}
	steps[len(l)-1].Max++
	return steps
}

// Around is the levels that are shown to someone at a level: the one before and
// the three to come, as far as they exist.
func (l Levels) Around(level int) []int {
	var levels []int
	for n := max(1, level-1); n <= min(len(l), level+3); n++ {
		levels = append(levels, n)
	}
	return levels
}
