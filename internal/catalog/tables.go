package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// table is what the catalogue wants one table to hold.
type table struct {
	name string
	rows []row
}

// row is one entry; its hash stands for everything else in it.
type row struct {
	id      string
	columns []column
	hash    string
}

type column struct {
	name  string
	value any
}

func newRow(kind, key string, columns ...column) row {
	sum := sha256.New()
	for _, c := range columns {
		fmt.Fprintf(sum, "%s=%q\n", c.name, fmt.Sprint(c.value))
	}
	return row{ID(kind, key), columns, hex.EncodeToString(sum.Sum(nil))}
}

// document is what is stored and read whole.
type document struct{ name, body string }

func documentsOf(c *Catalogue) []document {
	return []document{
		{"consent", asJSON(c.Consent)},
		{"settings", asJSON(c.Settings)},
	}
}

// tablesOf writes the catalogue as rows, what is referred to first.
func tablesOf(c *Catalogue) []table {
	return []table{
		{"districts", districtRows(c)},
		{"buildings", buildingRows(c)},
		{"mascots", mascotRows(c)},
		{"shop_items", itemRows(c)},
		{"vouchers", voucherRows(c)},
		{"missions", missionRows(c)},
		{"levels", levelRows(c)},
		{"lessons", lessonRows(c)},
		{"lesson_chapters", chapterRows(c)},
		{"resource_types", resourceTypeRows(c)},
		{"resource_subtypes", resourceSubtypeRows(c)},
		{"crisis_contacts", contactRows(c)},
	}
}

func districtRows(c *Catalogue) (rows []row) {
	for i, d := range c.Districts {
		var number, short, code any
		if d.Community != nil {
			number, short, code = d.Community.Number, d.Community.Short, d.Community.Code
		}
		rows = append(rows, newRow("district", d.Key,
			column{"key", d.Key},
			column{"name", d.Name},
			column{"centre", string(d.Centre)},
			column{"community_number", number},
			column{"short_name", short},
			column{"code", code},
			column{"ordering", i + 1},
		))
	}
	return rows
}

func buildingRows(c *Catalogue) (rows []row) {
	for _, b := range c.Buildings {
		rows = append(rows, newRow("building", fmt.Sprintf("%d/%d", b.Community, b.Number),
			column{"community_number", b.Community},
			column{"number", b.Number},
			column{"name", b.Name},
			column{"kind", b.Kind},
		))
	}
	return rows
}

func lessonRows(c *Catalogue) (rows []row) {
	for _, l := range c.Lessons {
		has := func(medium func(Chapter) bool) bool { return slices.ContainsFunc(l.Chapters, medium) }
		rows = append(rows, newRow("lesson", l.Key,
			column{"key", l.Key},
			column{"code", l.Code},
			column{"title", l.Title},
			column{"introduction", l.Introduction},
			column{"categories", asJSON(l.Categories)},
			column{"chapter_total", len(l.Chapters)},
			column{"has_video", has(func(c Chapter) bool { return c.VideoLink != "" })},
			column{"has_audio", has(func(c Chapter) bool { return c.AudioKey != "" })},
			column{"has_image", has(func(c Chapter) bool { return len(c.ImageKeys) > 0 })},
			column{"published_at", l.PublishedAt.Start()},
			column{"ordering", l.Order},
		))
	}
	return rows
}

func chapterRows(c *Catalogue) (rows []row) {
	for _, l := range c.Lessons {
		for i, chapter := range l.Chapters {
			rows = append(rows, newRow("chapter", l.Key+"/"+strconv.Itoa(i+1),
				column{"lesson_id", ID("lesson", l.Key)},
				column{"sort", i + 1},
				column{"title", chapter.Title},
				column{"content", chapter.Content},
				column{"video_link", orNull(chapter.VideoLink)},
				column{"audio_key", orNull(chapter.AudioKey)},
				column{"image_keys", asJSON(append([]string{}, chapter.ImageKeys...))},
			))
		}
	}
	return rows
}

func resourceTypeRows(c *Catalogue) (rows []row) {
	for _, t := range c.ResourceTypes {
		rows = append(rows, newRow("resource-type", strconv.Itoa(t.Type),
			column{"type", t.Type},
			column{"name", t.Name},
		))
	}
	return rows
}

func resourceSubtypeRows(c *Catalogue) (rows []row) {
	for _, t := range c.ResourceTypes {
		for i, s := range t.Subtypes {
			rows = append(rows, newRow("resource-subtype", s.Key,
				column{"key", s.Key},
				column{"type", t.Type},
				column{"name", s.Name},
				column{"ordering", i + 1},
			))
		}
	}
	return rows
}

func contactRows(c *Catalogue) (rows []row) {
	for i, contact := range c.CrisisContacts {
		rows = append(rows, newRow("crisis-contact", contact.Key,
			column{"key", contact.Key},
			column{"name", contact.Name},
			column{"phone", contact.Phone},
			column{"hours", contact.Hours},
			column{"description", contact.Description},
			column{"ordering", i + 1},
		))
	}
	return rows
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func asJSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers always have a JSON form
	}
	return string(text)
}
