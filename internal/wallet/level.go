package wallet

// MaxLevel is the highest level.
const MaxLevel = 50

// need is the experience that leads from a level to the next.
func need(level int) int64 { return 100 + 50*int64(level-1) }

// Standing is how far someone has come: a level, and the way to the next.
type Standing struct {
	Level   int
	Portion int64 // the experience gained within the level
	All     int64 // what leads from this level to the next
}

// Progress is what so much experience amounts to. At the highest level the way
// is complete, however much is gained.
func Progress(exp int64) Standing {
	level := 1
	for level < MaxLevel && exp >= need(level) {
		exp -= need(level)
		level++
	}
	if level == MaxLevel {
		exp = need(level)
	}
	return Standing{level, exp, need(level)}
}

// Level is the level of so much experience.
func Level(exp int64) int { return Progress(exp).Level }

// Step is one level of the whole way.
type Step struct {
	Level int
	Up    int64 // what leads to the next level
	// Min and Max are the least and the most experience of someone at the level;
	// at the highest, Max is where a further level would begin.
	Min, Max int64
}

// Chart is the whole way, from the first level to the highest.
func Chart() []Step {
	steps := make([]Step, 0, MaxLevel)
	var from int64
	for level := 1; level <= MaxLevel; level++ {
		steps = append(steps, Step{Level: level, Up: need(level), Min: from, Max: from + need(level) - 1})
		from += need(level)
	}
	steps[MaxLevel-1].Max++
	return steps
}

// Around is the levels that are shown to someone at a level: the one before and
// the three to come, as far as they exist.
func Around(level int) []int {
	var levels []int
	for l := max(1, level-1); l <= min(MaxLevel, level+3); l++ {
		levels = append(levels, l)
	}
	return levels
}
