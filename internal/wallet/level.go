package wallet

// MaxLevel is the highest level.
const MaxLevel = 50

// need is the experience that leads from a level to the next.
func need(level int) int64 { return 100 + 50*int64(level-1) }

// Level is what so much experience amounts to.
func Level(exp int64) int {
	level := 1
	for level < MaxLevel && exp >= need(level) {
		exp -= need(level)
		level++
	}
	return level
}
