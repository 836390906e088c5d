package lesson

import (
	"encoding/json"
	"slices"

	"hearten/internal/catalog"
	"hearten/internal/media/filekey"
	"hearten/internal/platform/access"
)

// suggested is how many lessons are suggested at most.
const suggested = 5

// What a member asks to see of their own lessons.
const (
	studying  = 1
	completed = 2
)

// categories are the names of the categories; the first means all.
var categories = []string{"全部", "復元概念", "精神健康", "身體健康", "與人連繫"}

// categoryNames are the names of a lesson's categories, as they are stored.
func categoryNames(stored string) []string {
	var numbers []int
	names := []string{}
	if json.Unmarshal([]byte(stored), &numbers) != nil {
		return names // written by the catalogue, which checks it
	}
	for _, n := range numbers {
		if n > 0 && n < len(categories) {
			names = append(names, categories[n])
		}
	}
	return names
}

// coverOf is the key of a lesson's cover for the people of a centre; those of
// no centre are shown centre A's.
func coverOf(c access.Centre, code string) string {
	if c != access.CentreB {
		c = access.CentreA
	}
	return filekey.LessonCover(filekey.Root(c), code)
}

// reached is the place of the last step of the bar that so many completed
// lessons reach; none is -1.
func reached(steps []catalog.LessonStep, lessons int64) int {
	next := slices.IndexFunc(steps, func(s catalog.LessonStep) bool { return int64(s.Count) > lessons })
	if next < 0 {
		next = len(steps)
	}
	return next - 1
}
