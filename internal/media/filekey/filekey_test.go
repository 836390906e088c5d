package filekey

import (
	"strings"
	"testing"

	"hearten/internal/platform/access"
)

func TestBuiltKeysAreValid(t *testing.T) {
	const user = "01a1ddab-53d5-7c8e-b39f-05108d5ba07a"
	for _, key := range []string{
		Article(CentreA, "ap", "kl", user, Thumbnail, 1),
		Article(CentreB, "ap", "ntw", user, Photo, 12),
		Article(Shared, "mh", "", user, PDF, 1),
		Article(CentreB, "as", "", user, Audio, 1),
		CommunityInfo(CentreA, "cko&sk", user),
		CommunityInfo(CentreB, "twkt", user),
		CheckIn(Shared, user, "st&mos", 5),
		Profile(Root(access.CentreA), user),
		Voucher(Root(access.CentreB), user, user),
		LessonCover(CentreB, "wfm"), LessonFile("slp", 2), Export(user, user),
		Item("birthday-cake"), Mission("daily-walk-3000"),
		DefaultArticle, DefaultCommunityInfo, DefaultCommunityMap, DefaultProfile(1), DefaultProfile(4),
		Temporary("a/b.jpg"), Temporary(user), Trash + "/" + user,
	} {
		if !Valid(key) {
			t.Errorf("%s is refused", key)
		}
	}
}

func TestOtherShapesAreRefused(t *testing.T) {
	for _, key := range []string{
		"", "/", "temp", "temp/", "trash/", "/temp/x", "temp//x", "temp/../shared/default/article/1", "temp/a b", "temp/a%00",
		"temp/x\n", "temp/.", "temp/.hidden", "private/x", "centre_c/user/u/profile/1", "shared/default/article/2", "shared/default/user/profile/5",
		"shared/default/user/profile/0", "centre_a/article/ap/is/x/photo/1", "centre_b/article/ap/kl/x/photo/1",
		"centre_a/article/ap/x/photo/1", "centre_a/article/mh/kl/x/photo/1", "shared/article/ap/kl/x/photo/1",
		"centre_a/article/mh/x/script/1", "centre_a/article/mh/x/photo/0", "centre_a/article/mh/x/photo/01",
		"centre_a/community/info/ssp/x/1", "centre_b/community/info/kt/x/1", "shared/community/info/kt/x/1",
		"centre_a/user/u/community/map/nowhere/1", "centre_a/user/u/profile/2", "centre_a/user/../profile/1",
		"shared/lesson/cover/x/1", "shared/shop/item/x/2", "shared/shop/item/x.y/1",
		Temporary(strings.Repeat("x", MaxLength)),
	} {
		if Valid(key) {
			t.Errorf("%q is taken", key)
		}
	}
	if key := Temporary(strings.Repeat("x", MaxLength-len("temp/"))); !Valid(key) {
		t.Error("a key of the greatest length is refused")
	}
}

func TestFolders(t *testing.T) {
	for key, want := range map[string]bool{
		"centre_a": true, "shared/": true, "centre_b/user/u": true, "temp/x/": true,
		"": false, "/": false, "centre_c": false, "shared/../temp": false, "shared//x": false, "shared/%": false,
	} {
		if got := ValidFolder(key); got != want {
			t.Errorf("%q: %v", key, got)
		}
	}
}

func TestPersonalFiles(t *testing.T) {
	for key, want := range map[string]bool{
		Profile(Shared, "u"): true, CheckIn(CentreA, "u", "kt", 1): true, Voucher(CentreB, "u", "v"): true,
		DefaultProfile(1): false, Item("x"): false, Temporary("shared/user/x"): false,
	} {
		if got := IsPersonal(key); got != want {
			t.Errorf("%s: %v", key, got)
		}
	}
}

// Whatever is valid stays inside its root and names one file.
func FuzzValid(f *testing.F) {
	f.Add("temp/a/b")
	f.Add("shared/default/article/1")
	f.Add("temp/../x")
	f.Fuzz(func(t *testing.T, key string) {
		if !Valid(key) {
			return
		}
		if strings.Contains(key, "..") || strings.HasPrefix(key, "/") || strings.HasSuffix(key, "/") ||
			strings.Contains(key, "//") || strings.ContainsAny(key, "\\%\x00\n ") || len(key) > MaxLength {
			t.Fatalf("%q", key)
		}
	})
}
