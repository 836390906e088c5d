package catalog

import (
	"path"
	"regexp"
	"strings"
)

const (
	maxChapters       = 20
	maxLessonCategory = 4
)

func checkLessons(c *Catalogue) Faults {
	var f Faults
	used, codes := keys{}, keys{}
	for _, l := range c.Lessons {
		used.check(&f, l.Place, l.Key)
		if name := strings.TrimSuffix(path.Base(l.File), ".yaml"); name != l.Key {
			f.add(l.Place, "key %q must be the file's name, %q", l.Key, name)
		}
		f.checkForm(l.Place, "code", l.Code)
		checkOnce(&f, codes, l.Place, "code", l.Code)
		seen := map[int]Place{}
		for _, category := range l.Categories {
			f.checkRange(l.Place, "category", category, 1, maxLessonCategory)
			checkOnce(&f, seen, l.Place, "category", category)
		}
		if len(l.Chapters) > maxChapters {
			f.add(l.Place, "%d chapters: a lesson has at most %d", len(l.Chapters), maxChapters)
		}
		for _, chapter := range l.Chapters {
			checkChapter(&f, chapter)
		}
	}
	return f
}

// lessonMedia is what may stand in a media key of a chapter.
var lessonMedia = regexp.MustCompile(`^shared/lesson/[A-Za-z0-9_-]{1,64}/[1-9][0-9]{0,3}$`)

func checkChapter(f *Faults, c Chapter) {
	if fault := contentFault(c.Content); fault != "" {
		f.add(c.Place, "content: %s", fault)
	}
	if c.VideoLink != "" && !strings.HasPrefix(c.VideoLink, "https://") {
		f.add(c.Place, "videoLink must begin with https://")
	}
	media := c.ImageKeys
	if c.AudioKey != "" {
		media = append([]string{c.AudioKey}, media...)
	}
	for _, key := range media {
		if !lessonMedia.MatchString(key) {
			f.add(c.Place, "media key %q must be shared/lesson/, a code, / and a number", key)
		}
	}
}

var (
	tagStart = regexp.MustCompile(`<[^<>]*>?`)
	plainTag = regexp.MustCompile(`^<(/?)(p|h3|ul|ol|li|strong|em|blockquote)>$`)
)

// contentFault says what is wrong with the HTML of a chapter, or nothing: a few
// plain tags without attributes, each one closed in its turn.
func contentFault(html string) string {
	var open []string
	for _, tag := range tagStart.FindAllString(html, -1) {
		parts := plainTag.FindStringSubmatch(tag)
		switch {
		case parts == nil:
			return tag + " is not allowed; write a plain < as &lt;"
		case parts[1] == "":
			open = append(open, parts[2])
		case len(open) == 0 || open[len(open)-1] != parts[2]:
			return tag + " closes nothing that is open there"
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return "<" + open[len(open)-1] + "> is never closed"
	}
	if strings.TrimSpace(tagStart.ReplaceAllString(html, "")) == "" {
		return "there is no text"
	}
	return ""
}
