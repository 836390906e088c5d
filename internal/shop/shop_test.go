package shop_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/platform/access"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

// inUse names the items that a member is using.
func inUse(c *bench.Caller) []any { return c.Get("/app/shop/items/mine").OK().List("data", "name") }

func TestShopMascots(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		offers := member.Get("/app/shop/mascots").OK()
		if got := fmt.Sprint(offers.List("data", "mascotEnum"), offers.List("data", "coin")); got != "[1 2 3 4] [60 120 100 150]" {
			t.Fatalf("companions on offer: %s", got)
		}
		if mine := member.Get("/app/shop/mascots/mine").OK(); mine.Value("data") != nil {
			t.Fatalf("before the first: %s", mine.Text)
		}
		member.Post("/app/shop/mascots/rename", bench.Body{"name": "小明"}).Fails(409, "NOT_ELIGIBLE")
		member.Post("/app/shop/mascots", bench.Body{"mascotEnum": 1, "name": "小明"}).Fails(409, "INSUFFICIENT_COIN")
		w.Pay(member.ID, wallet.Coin, 59)
		member.Post("/app/shop/mascots", bench.Body{"mascotEnum": 1, "name": "小明"}).Fails(409, "INSUFFICIENT_COIN")
		w.Pay(member.ID, wallet.Coin, 201)

		adopt := func(number int, name string) any {
			return member.Post("/app/shop/mascots", bench.Body{"mascotEnum": number, "name": name}).OK().Value("data")
		}
		if adopt(1, " 小明 ") != true || adopt(1, "小明") != false || adopt(1, "別名") != false {
			t.Fatal("adopting says true once, then false")
		}
		if adopt(2, "咪咪") != true {
			t.Fatal("a second companion can be adopted")
		}
		if coin, _, _ := bench.BalanceOf(member); coin != 260-60-120 {
			t.Fatalf("%d coins are left", coin)
		}
		mine := member.Get("/app/shop/mascots/mine").OK()
		if mine.Int("data.mascotEnum") != 1 || mine.String("data.name") != "小明" || mine.Int("data.active") != 1 {
			t.Fatalf("the first stays the main one: %s", mine.Text)
		}
		rename := func(name string) any {
			return member.Post("/app/shop/mascots/rename", bench.Body{"name": name}).OK().Value("data")
		}
		if rename("陽光") != true || rename(" 陽光 ") != false || rename(strings.Repeat("字", 20)) != true {
			t.Fatal("renaming says whether the name changed")
		}
		if name := member.Get("/app/shop/mascots/mine").OK().String("data.name"); name != strings.Repeat("字", 20) {
			t.Fatalf("renamed to %s", name)
		}
		for _, wrong := range []bench.Body{
			{"mascotEnum": 0, "name": "名"}, {"mascotEnum": 5, "name": "名"}, {"name": "名"}, {"mascotEnum": 3},
			{"mascotEnum": 3, "name": ""}, {"mascotEnum": 3, "name": "  "}, {"mascotEnum": 3, "name": strings.Repeat("字", 21)},
		} {
			member.Post("/app/shop/mascots", wrong).Fails(400, "VALIDATION")
		}
		member.Post("/app/shop/mascots/rename", bench.Body{"name": " "}).Fails(400, "VALIDATION")
		member.Post("/app/shop/mascots/rename", bench.Body{"name": strings.Repeat("字", 21)}).Fails(400, "VALIDATION")
		bench.CheckBalances(t, w)
	})
}

func TestShopItemLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, other := w.Member(), w.Member()
		beige, dawn, oak := bench.ShopItemID(w, "wallpaper-warm-beige"), bench.ShopItemID(w, "wallpaper-harbour-dawn"), bench.ShopItemID(w, "floor-light-oak")

		walls := member.Post("/app/shop/items/filter", bench.Body{"categoryId": 1, "subcategoryId": 1}).OK()
		if got := fmt.Sprint(walls.List("data", "coin")); got != "[20 30 45 80 120]" {
			t.Fatalf("wallpapers cost %s", got)
		}
		if walls.String("data.0.id") != beige || walls.String("data.0.name") != "米白暖光牆紙" || walls.Int("data.0.subcategoryId") != 1 ||
			walls.String("data.0.animationInputName") != "wallpaper" || walls.Int("data.0.animationInputValue") != 1 ||
			walls.Value("data.0.isPurchased") != false || walls.Value("data.0.isUsing") != false || walls.Value("data.0.purchasedAt") != nil ||
			walls.Value("data.0.birthdaySpecial") != false || walls.Value("data.0.saleable") != true || walls.Value("data.0.tag") != "" ||
			!strings.HasSuffix(walls.String("data.0.thumbnail"), "/files/shared/shop/item/wallpaper-warm-beige/1") {
			t.Fatalf("the first wallpaper: %s", walls.Text)
		}
		all := member.Post("/app/shop/items/filter", bench.Body{"categoryId": 1}).OK().List("data", "subcategoryId")
		if !slices.Contains(all, any(1.0)) || !slices.Contains(all, any(7.0)) {
			t.Fatalf("without a subcategory the whole category is shown: %v", all)
		}
		for _, wrong := range []bench.Body{{}, {"categoryId": 0}, {"categoryId": 4}, {"categoryId": 1, "subcategoryId": 8}, {"categoryId": "1"}} {
			member.Post("/app/shop/items/filter", wrong).Fails(400, "VALIDATION")
			member.Post("/app/shop/items/mine/filter", wrong).Fails(400, "VALIDATION")
		}

		bench.Buy(member, beige).Fails(409, "INSUFFICIENT_COIN")
		bench.UseItem(member, beige).Fails(409, "NOT_ELIGIBLE")
		w.Pay(member.ID, wallet.Coin, 69)
		bench.Buy(member, beige).OK()
		bench.Buy(member, beige).Fails(409, "ALREADY_OWNED")
		bench.Buy(member, dawn).OK()
		bench.Buy(member, oak).Fails(409, "INSUFFICIENT_COIN")
		w.Pay(member.ID, wallet.Coin, 1)
		bench.Buy(member, oak).OK()
		bench.Buy(member, "nothing").Fails(404, "NOT_FOUND")
		bench.UseItem(member, "nothing").Fails(404, "NOT_FOUND")
		if coin, _, _ := bench.BalanceOf(member); coin != 0 {
			t.Fatalf("%d coins are left", coin)
		}
		row := member.Post("/app/shop/wallet/page", bench.Body{"sortings": []bench.Body{{"property": "amount", "direction": "asc"}}}).OK()
		if row.Int("data.items.0.amount") != -30 || row.String("data.items.0.reason") != "item" || row.String("data.items.0.reference") != dawn {
			t.Fatalf("the ledger of a purchase: %s", row.Text)
		}

		bench.UseItem(member, beige).OK()
		bench.UseItem(member, oak).OK()
		if got := fmt.Sprint(inUse(member)); got != "[米白暖光牆紙 淺橡木地板]" {
			t.Fatalf("in use: %s", got)
		}
		bench.UseItem(member, dawn).OK()
		if got := fmt.Sprint(inUse(member)); got != "[維港晨光牆紙 淺橡木地板]" {
			t.Fatalf("one item of a subcategory is in use: %s", got)
		}
		bench.UseItem(member, dawn).OK()
		if got := fmt.Sprint(inUse(member)); got != "[淺橡木地板]" {
			t.Fatalf("using again puts away: %s", got)
		}
		own := member.Post("/app/shop/items/mine/filter", bench.Body{"categoryId": 1, "subcategoryId": 1}).OK()
		if got := fmt.Sprint(own.List("data", "name"), own.List("data", "isPurchased"), own.List("data", "isUsing")); got !=
			"[米白暖光牆紙 維港晨光牆紙] [true true] [false false]" || own.String("data.0.purchasedAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("own wallpapers: %s", own.Text)
		}
		if n := len(other.Post("/app/shop/items/mine/filter", bench.Body{"categoryId": 1}).OK().List("data", "id")); n != 0 || len(inUse(other)) != 0 {
			t.Fatalf("someone else owns %d", n)
		}
		bench.CheckBalances(t, w)
	})
}

func TestShopCharacterBecomesMain(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		w.Pay(member.ID, wallet.Coin, 1000)
		member.Post("/app/shop/mascots", bench.Body{"mascotEnum": 1, "name": "陽陽"}).OK()
		cat := bench.ShopItemID(w, "character-calico-cat")
		bench.Buy(member, cat).OK()
		bench.UseItem(member, cat).OK()
		mine := member.Get("/app/shop/mascots/mine").OK()
		if mine.Int("data.mascotEnum") != 2 || mine.String("data.name") != "小貓" || mine.Int("data.active") != 1 {
			t.Fatalf("the character's companion is the main one: %s", mine.Text)
		}
		member.Post("/app/shop/mascots/rename", bench.Body{"name": "花花"}).OK()
		if again := member.Post("/app/shop/mascots", bench.Body{"mascotEnum": 2, "name": "第二隻"}).OK(); again.Value("data") != false {
			t.Fatalf("the companion came with its character: %s", again.Text)
		}
		sun := bench.ShopItemID(w, "character-sunset-sun")
		bench.Buy(member, sun).OK()
		bench.UseItem(member, sun).OK()
		if mine := member.Get("/app/shop/mascots/mine").OK(); mine.Int("data.mascotEnum") != 1 || mine.String("data.name") != "陽陽" {
			t.Fatalf("back to the first: %s", mine.Text)
		}
		bench.UseItem(member, cat).OK()
		bench.UseItem(member, cat).OK()
		if mine := member.Get("/app/shop/mascots/mine").OK(); mine.String("data.name") != "花花" || len(inUse(member)) != 0 {
			t.Fatalf("with the character put away the companion stays: %s", mine.Text)
		}
	})
}

func TestShopBirthdayItems(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		cake, balloons := bench.ShopItemID(w, "food-birthday-cake"), bench.ShopItemID(w, "ornament-birthday-balloons")
		nobody, born, leap := w.Member(), w.Member(), w.Member()
		for _, c := range []*bench.Caller{nobody, born, leap} {
			w.Pay(c.ID, wallet.Coin, 1000)
		}
		born.Put("/app/users/personal", bench.Body{"birthday": "1990-11-16"}).OK()
		leap.Put("/app/users/personal", bench.Body{"birthday": "1992-02-29"}).OK()
		bench.Buy(nobody, cake).Fails(409, "NOT_ELIGIBLE")
		bench.Buy(born, cake).Fails(409, "NOT_ELIGIBLE")
		w.Clock.Set(time.Date(2026, 11, 15, 15, 59, 59, 999_999_000, time.UTC))
		bench.Buy(born, cake).Fails(409, "NOT_ELIGIBLE")
		w.Clock.Set(time.Date(2026, 11, 15, 16, 0, 0, 0, time.UTC)) // midnight in Hong Kong
		bench.Buy(born, cake).OK()
		w.Clock.Set(time.Date(2026, 11, 16, 16, 0, 0, 0, time.UTC))
		bench.Buy(born, balloons).Fails(409, "NOT_ELIGIBLE")
		bench.UseItem(born, cake).OK() // what is owned can be used on any day

		leapToken := func(at time.Time) *bench.Caller {
			w.Clock.Set(at)
			return w.SessionOf(leap)
		}
		bench.Buy(leapToken(time.Date(2027, 2, 27, 15, 59, 59, 0, time.UTC)), cake).Fails(409, "NOT_ELIGIBLE")
		bench.Buy(leapToken(time.Date(2027, 2, 27, 16, 0, 0, 0, time.UTC)), cake).OK()
		bench.Buy(leapToken(time.Date(2028, 2, 28, 15, 59, 59, 0, time.UTC)), balloons).Fails(409, "NOT_ELIGIBLE")
		bench.Buy(leapToken(time.Date(2028, 2, 28, 16, 0, 0, 0, time.UTC)), balloons).OK()
	})
}

func TestShopWhatIsNotSold(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		w.Pay(member.ID, wallet.Coin, 1000)
		beige, dawn, oak, tile := bench.ShopItemID(w, "wallpaper-warm-beige"), bench.ShopItemID(w, "wallpaper-harbour-dawn"), bench.ShopItemID(w, "floor-light-oak"), bench.ShopItemID(w, "floor-mosaic-tile")
		bench.Buy(member, beige).OK()
		w.RetireItems(beige, dawn)
		w.StopSelling(oak)
		w.PublishItem(tile, time.Date(2026, 11, 16, 0, 0, 0, 0, time.UTC))
		bench.Buy(member, dawn).Fails(404, "NOT_FOUND")
		bench.Buy(member, oak).Fails(409, "NOT_ELIGIBLE")
		bench.Buy(member, tile).Fails(404, "NOT_FOUND")
		bench.UseItem(member, dawn).Fails(404, "NOT_FOUND")
		bench.UseItem(member, oak).Fails(409, "NOT_ELIGIBLE")
		bench.UseItem(member, tile).Fails(404, "NOT_FOUND")
		walls := member.Post("/app/shop/items/filter", bench.Body{"categoryId": 1, "subcategoryId": 1}).OK().List("data", "id")
		if slices.Contains(walls, any(beige)) || slices.Contains(walls, any(dawn)) {
			t.Fatal("what left the catalogue is still offered")
		}
		floors := member.Post("/app/shop/items/filter", bench.Body{"categoryId": 1, "subcategoryId": 2}).OK()
		if floors.String("data.0.id") != oak || floors.Value("data.0.saleable") != false || slices.Contains(floors.List("data", "id"), any(tile)) {
			t.Fatalf("floors: %s", floors.Text)
		}
		bench.UseItem(member, beige).OK()
		own := member.Get("/app/shop/items/mine").OK()
		if own.String("data.0.id") != beige || own.Int("data.0.status") != 0 || own.Value("data.0.saleable") != false {
			t.Fatalf("what was bought stays: %s", own.Text)
		}
		if coin, _, _ := bench.BalanceOf(member); coin != 980 {
			t.Fatalf("%d coins are left", coin)
		}
	})
}

func TestShopWebPage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Support, access.CentreA)
		first := staff.Post("/web/shop/page", bench.Body{"searchKey": "", "subcategoryIds": []int{}, "pagination": bench.Body{"page": 1, "size": 5}}).OK()
		if first.Int("data.0.pagination.totalItems") != 42 || first.String("data.0.items.0.publishedAt") != "2026-10-31T16:00:00.000Z" {
			t.Fatalf("the newest items: %s", first.Text)
		}
		found := staff.Post("/web/shop/page", bench.Body{"searchKey": "牆紙", "subcategoryIds": []int{1}, "sortings": []bench.Body{{"property": "coin", "direction": "ASC"}}}).OK()
		if got := fmt.Sprint(found.List("data.0.items", "coin"), found.Value("data.0.items.0.categoryName")); got != "[20 30 45 80 120]傢具" {
			t.Fatalf("wallpapers: %s", got)
		}
		staff.Post("/web/shop/page", bench.Body{"sortings": []bench.Body{{"property": "hash", "direction": "ASC"}}}).Fails(400, "VALIDATION")
	})
}

// Coins that suffice for one pay for one, whoever asks at the same moment.
func TestShopPurchaseRaces(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, replica := w.Member(), w.Replica()
		beige, oak := bench.ShopItemID(w, "wallpaper-warm-beige"), bench.ShopItemID(w, "floor-light-oak")
		w.Pay(member.ID, wallet.Coin, 20)
		statuses := bench.AtOnce(50, func(i int) int {
			item := beige
			if i%2 == 1 {
				item = oak
			}
			at := member
			if i%4 >= 2 {
				at = member.At(replica)
			}
			return bench.Buy(at, item).Status
		})
		if statuses[200] != 1 || statuses[409] != 49 {
			t.Fatalf("one of two items for coins for one: %v", statuses)
		}
		if coin, _, _ := bench.BalanceOf(member); coin != 0 {
			t.Fatalf("%d coins are left", coin)
		}

		rich := w.Member()
		w.Pay(rich.ID, wallet.Coin, 1000)
		if statuses := bench.AtOnce(50, func(int) int { return bench.Buy(rich, beige).Status }); statuses[200] != 1 || statuses[409] != 49 {
			t.Fatalf("one item for a rich member: %v", statuses)
		}
		adopted := bench.AtOnce(50, func(i int) int {
			if rich.Post("/app/shop/mascots", bench.Body{"mascotEnum": 1 + i%2, "name": "陽"}).OK().Value("data") == true {
				return 1
			}
			return 0
		})
		if adopted[1] != 2 || adopted[0] != 48 {
			t.Fatalf("two companions adopted by 50 callers: %v", adopted)
		}
		if coin, _, _ := bench.BalanceOf(rich); coin != 1000-20-60-120 {
			t.Fatalf("%d coins are left", coin)
		}
		dawn := bench.ShopItemID(w, "wallpaper-harbour-dawn")
		bench.Buy(rich, dawn).OK()
		used := bench.AtOnce(40, func(i int) int { return bench.UseItem(rich, []string{beige, dawn}[i%2]).Status })
		if used[200] != 40 || len(inUse(rich)) > 1 {
			t.Fatalf("two items of one subcategory used by many: %v, in use %v", used, inUse(rich))
		}
		bench.CheckBalances(t, w)
	})
}

// However much a member owns, a purchase, a shelf and the room cost the same.
func TestShopStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		w.Pay(member.ID, wallet.Coin, 1000)
		keys := []string{
			"wallpaper-warm-beige", "wallpaper-harbour-dawn", "wallpaper-bamboo-grove", "floor-light-oak", "floor-mosaic-tile",
			"food-lemon-tea", "food-egg-tart", "food-pineapple-bun",
		}
		count := func(act func() *bench.Reply) int { return len(w.Statements(func() { act().OK() })) }
		type costs struct{ buy, use, shelf, room int }
		var seen []costs
		for _, key := range keys {
			id := bench.ShopItemID(w, key)
			seen = append(seen, costs{
				count(func() *bench.Reply { return bench.Buy(member, id) }), count(func() *bench.Reply { return bench.UseItem(member, id) }),
				count(func() *bench.Reply { return member.Post("/app/shop/items/filter", bench.Body{"categoryId": 1}) }),
				count(func() *bench.Reply { return member.Get("/app/shop/items/mine") }),
			})
		}
		for _, c := range seen[1:] {
			if c != seen[0] || c.buy > 12 || c.shelf > 2 || c.room > 2 {
				t.Fatalf("statements of purchases, uses, shelves and rooms: %v", seen)
			}
		}
	})
}

// Taking things in and out earns a day's mission once, and buying counts each
// thing once.
func TestShopCannotBeFarmed(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		w.Pay(member.ID, wallet.Coin, 100)
		beige := bench.ShopItemID(w, "wallpaper-warm-beige")
		bench.Buy(member, beige).OK()
		bench.Buy(member, beige).Fails(409, "ALREADY_OWNED")
		bench.ClaimMission(member, "partner-buy-first-item").OK()
		bench.ClaimMission(member, "partner-buy-first-item").Fails(409, "ALREADY_CLAIMED")
		bench.ClaimMission(member, "daily-tidy-the-room").Fails(409, "NOT_ELIGIBLE")
		for range 3 {
			bench.UseItem(member, beige).OK()
		}
		bench.ClaimMission(member, "daily-tidy-the-room").OK()
		bench.ClaimMission(member, "partner-use-first-item").OK()
		for range 4 {
			bench.UseItem(member, beige).OK()
		}
		bench.ClaimMission(member, "daily-tidy-the-room").Fails(409, "ALREADY_CLAIMED")
		bench.ClaimMission(member, "partner-use-first-item").Fails(409, "ALREADY_CLAIMED")
		if coin, _, _ := bench.BalanceOf(member); coin != 100-20+10+5+10 {
			t.Fatalf("%d coins", coin)
		}
		w.Clock.Advance(14 * time.Hour) // midnight in Hong Kong
		bench.ClaimMission(member, "daily-tidy-the-room").Fails(409, "NOT_ELIGIBLE")
		bench.UseItem(member, beige).OK() // it is in use: putting it away does not count
		bench.ClaimMission(member, "daily-tidy-the-room").Fails(409, "NOT_ELIGIBLE")
		bench.UseItem(member, beige).OK()
		bench.ClaimMission(member, "daily-tidy-the-room").OK()
		bench.CheckBalances(t, w)
	})
}
