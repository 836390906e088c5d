// Package filekey is the one place that knows how stored files are named. It
// builds the keys of every kind of file and refuses any other shape.
package filekey

import (
	"fmt"
	"regexp"
	"strings"

	"hearten/internal/platform/access"
)

// MaxLength is the longest key.
const MaxLength = 512

// Roots of the layout.
const (
	CentreA = "centre_a"
	CentreB = "centre_b"
	Shared  = "shared"
	Temp    = "temp"
	Trash   = "trash"
)

// Root is where the files of a centre's people live; people of no partner
// centre, and what belongs to all, are shared.
func Root(c access.Centre) string {
	switch c {
	case access.CentreA:
		return CentreA
	case access.CentreB:
		return CentreB
	default:
		return Shared
	}
}

// Kind is the part of an article that a file is.
type Kind string

// The kinds.
const (
	Audio     Kind = "audio"
	PDF       Kind = "pdf"
	Photo     Kind = "photo"
	Thumbnail Kind = "thumbnail"
	Video     Kind = "video"
)

// Article is the key of an article's file. The area is given for activity
// promotion alone.
func Article(root, category, area, articleID string, kind Kind, n int) string {
	if area != "" {
		category += "/" + area
	}
	return fmt.Sprintf("%s/article/%s/%s/%s/%d", root, category, articleID, kind, n)
}

// CommunityInfo is the picture of a community resource.
func CommunityInfo(root, district, resourceID string) string {
	return fmt.Sprintf("%s/community/info/%s/%s/1", root, district, resourceID)
}

// Person is the folder of everything that is about a user.
func Person(root, userID string) string { return root + "/user/" + userID }

// CheckIn is a user's photo of a building.
func CheckIn(root, userID, community string, building int) string {
	return fmt.Sprintf("%s/user/%s/community/map/%s/%d", root, userID, community, building)
}

// Profile is a user's avatar.
func Profile(root, userID string) string { return fmt.Sprintf("%s/user/%s/profile/1", root, userID) }

// Voucher is the QR picture of a user's voucher.
func Voucher(root, userID, userVoucherID string) string {
	return fmt.Sprintf("%s/user/%s/voucher/%s/1", root, userID, userVoucherID)
}

// Export is the archive of everything held about a user.
func Export(userID, exportID string) string {
	return fmt.Sprintf("shared/user/%s/export/%s", userID, exportID)
}

// LessonCover is the cover of a lesson.
func LessonCover(root, code string) string { return fmt.Sprintf("%s/lesson/cover/%s/1", root, code) }

// LessonFile is a picture or sound of a lesson's chapters.
func LessonFile(code string, n int) string { return fmt.Sprintf("shared/lesson/%s/%d", code, n) }

// Item is the picture of a shop item, Mission that of a mission.
func Item(key string) string    { return "shared/shop/item/" + key + "/1" }
func Mission(key string) string { return "shared/mission/" + key + "/1" }

// The default pictures.
const (
	DefaultArticle       = "shared/default/article/1"
	DefaultCommunityInfo = "shared/default/community/info/1"
	DefaultCommunityMap  = "shared/default/community/map/1"
)

// DefaultProfile is one of the four default avatars.
func DefaultProfile(n int) string { return fmt.Sprintf("shared/default/user/profile/%d", n) }

// Temporary is the key of a file that has no place yet.
func Temporary(rest string) string { return Temp + "/" + rest }

// The parts of the layout, as patterns.
const (
	id      = `[A-Za-z0-9_-]{1,64}`
	n       = `[1-9][0-9]{0,3}`
	kinds   = `(audio|pdf|photo|thumbnail|video)`
	areasA  = `(kl|nt)`
	areasB  = `(is|kc|ssp|tm|tsw|ytm|kw|ntw)`
	mapsA   = `(cko&sk|kc|kt|st&mos|tp&n|wts)`
	mapsB   = `(ssp|tc|tm|tsw|twkt|yl|ytm)`
	anyMap  = `(` + mapsA + `|` + mapsB + `)`
	anyRoot = `(centre_a|centre_b|shared)`
	centre  = `(centre_a|centre_b)`
	// segment is a step of a temporary or trashed key.
	segment = `[A-Za-z0-9_&-][A-Za-z0-9_&.-]*`
)

// shapes are all the keys there are.
var shapes = func() []*regexp.Regexp {
	var all []*regexp.Regexp
	for _, shape := range []string{
		`centre_a/article/ap/` + areasA + `/` + id + `/` + kinds + `/` + n,
		`centre_b/article/ap/` + areasB + `/` + id + `/` + kinds + `/` + n,
		anyRoot + `/article/(mh|ls|as)/` + id + `/` + kinds + `/` + n,
		`centre_a/community/info/` + mapsA + `/` + id + `/1`,
		`centre_b/community/info/` + mapsB + `/` + id + `/1`,
		anyRoot + `/user/` + id + `/community/map/` + anyMap + `/` + n,
		anyRoot + `/user/` + id + `/profile/1`,
		anyRoot + `/user/` + id + `/voucher/` + id + `/1`,
		`shared/user/` + id + `/export/` + id,
		centre + `/lesson/cover/` + id + `/1`,
		`shared/lesson/` + id + `/` + n,
		`shared/shop/item/` + id + `/1`,
		`shared/mission/` + id + `/1`,
		`shared/default/(article|community/info|community/map)/1`,
		`shared/default/user/profile/[1-4]`,
		`(temp|trash)(/` + segment + `)+`,
	} {
		all = append(all, regexp.MustCompile(`^`+shape+`$`))
	}
	return all
}()

// Valid reports whether a key has one of the shapes.
func Valid(key string) bool {
	if len(key) > MaxLength || strings.Contains(key, "..") {
		return false
	}
	for _, shape := range shapes {
		if shape.MatchString(key) {
			return true
		}
	}
	return false
}

var folder = regexp.MustCompile(`^(centre_a|centre_b|shared|temp|trash)(/` + segment + `)*/?$`)

// ValidFolder reports whether a key may be the beginning of keys.
func ValidFolder(key string) bool {
	return len(key) <= MaxLength && !strings.Contains(key, "..") && folder.MatchString(key)
}

// IsTemporary reports whether the key is in the temporary area.
func IsTemporary(key string) bool { return strings.HasPrefix(key, Temp+"/") }

// IsTrash reports whether the key is in the trash.
func IsTrash(key string) bool { return strings.HasPrefix(key, Trash+"/") }

var personal = regexp.MustCompile(`^` + anyRoot + `/user/`)

// IsPersonal reports whether the file is about a person: such files are never
// public.
func IsPersonal(key string) bool { return personal.MatchString(key) }
