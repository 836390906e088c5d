package test

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

// itemID finds an item of the shop by its key in the catalogue.
func itemID(w *bench.World, key string) (id string) {
	w.T.Helper()
	bench.Must(w.T, w.SQL().QueryRow(`SELECT id FROM shop_items WHERE key = $1`, key).Scan(&id))
	return id
}

func buy(c *bench.Caller, item string) *bench.Reply {
	return c.Post("/app/shop/items/"+item+"/purchase", nil)
}

func use(c *bench.Caller, item string) *bench.Reply {
	return c.Post("/app/shop/items/"+item+"/use", nil)
}

// inUse names the items that a member is using.
func inUse(c *bench.Caller) []any { return c.Get("/app/shop/items/mine").OK().List("data", "name") }

// holdsTogether fails unless every balance is the sum of its ledger.
func holdsTogether(t *testing.T, w *bench.World) {
	t.Helper()
	for _, currency := range []string{"coin", "exp", "token"} {
		var broken int
		bench.Must(t, w.SQL().QueryRow(`
			SELECT COUNT(*) FROM wallets w WHERE `+currency+` < 0 OR `+currency+` <>
				(SELECT COALESCE(SUM(amount), 0) FROM wallet_ledger l WHERE l.user_id = w.user_id AND l.currency = '`+currency+`')`).Scan(&broken))
		if broken != 0 {
			t.Fatalf("%d balances of %s differ from their ledger", broken, currency)
		}
	}
}

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
		member.Post("/app/shop/mascots/rename", body{"name": "小明"}).Fails(409, "NOT_ELIGIBLE")
		member.Post("/app/shop/mascots", body{"mascotEnum": 1, "name": "小明"}).Fails(409, "INSUFFICIENT_COIN")
		w.Pay(member.ID, wallet.Coin, 59)
		member.Post("/app/shop/mascots", body{"mascotEnum": 1, "name": "小明"}).Fails(409, "INSUFFICIENT_COIN")
		w.Pay(member.ID, wallet.Coin, 201)

		adopt := func(number int, name string) any {
			return member.Post("/app/shop/mascots", body{"mascotEnum": number, "name": name}).OK().Value("data")
		}
		if adopt(1, " 小明 ") != true || adopt(1, "小明") != false || adopt(1, "別名") != false {
			t.Fatal("adopting says true once, then false")
		}
		if adopt(2, "咪咪") != true {
			t.Fatal("a second companion can be adopted")
		}
		if coin, _, _ := balanceOf(member); coin != 260-60-120 {
			t.Fatalf("%d coins are left", coin)
		}
		mine := member.Get("/app/shop/mascots/mine").OK()
		if mine.Int("data.mascotEnum") != 1 || mine.String("data.name") != "小明" || mine.Int("data.active") != 1 {
			t.Fatalf("the first stays the main one: %s", mine.Text)
		}
		rename := func(name string) any {
			return member.Post("/app/shop/mascots/rename", body{"name": name}).OK().Value("data")
		}
		if rename("陽光") != true || rename(" 陽光 ") != false || rename(strings.Repeat("字", 20)) != true {
			t.Fatal("renaming says whether the name changed")
		}
		if name := member.Get("/app/shop/mascots/mine").OK().String("data.name"); name != strings.Repeat("字", 20) {
			t.Fatalf("renamed to %s", name)
		}
		for _, wrong := range []body{
			{"mascotEnum": 0, "name": "名"}, {"mascotEnum": 5, "name": "名"}, {"name": "名"}, {"mascotEnum": 3},
			{"mascotEnum": 3, "name": ""}, {"mascotEnum": 3, "name": "  "}, {"mascotEnum": 3, "name": strings.Repeat("字", 21)},
		} {
			member.Post("/app/shop/mascots", wrong).Fails(400, "VALIDATION")
		}
		member.Post("/app/shop/mascots/rename", body{"name": " "}).Fails(400, "VALIDATION")
		member.Post("/app/shop/mascots/rename", body{"name": strings.Repeat("字", 21)}).Fails(400, "VALIDATION")
		holdsTogether(t, w)
	})
}

func TestShopItemLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, other := w.Member(), w.Member()
		beige, dawn, oak := itemID(w, "wallpaper-warm-beige"), itemID(w, "wallpaper-harbour-dawn"), itemID(w, "floor-light-oak")

		walls := member.Post("/app/shop/items/filter", body{"categoryId": 1, "subcategoryId": 1}).OK()
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
		all := member.Post("/app/shop/items/filter", body{"categoryId": 1}).OK().List("data", "subcategoryId")
		if !slices.Contains(all, any(1.0)) || !slices.Contains(all, any(7.0)) {
			t.Fatalf("without a subcategory the whole category is shown: %v", all)
		}
		for _, wrong := range []body{{}, {"categoryId": 0}, {"categoryId": 4}, {"categoryId": 1, "subcategoryId": 8}, {"categoryId": "1"}} {
			member.Post("/app/shop/items/filter", wrong).Fails(400, "VALIDATION")
			member.Post("/app/shop/items/mine/filter", wrong).Fails(400, "VALIDATION")
		}

		buy(member, beige).Fails(409, "INSUFFICIENT_COIN")
		use(member, beige).Fails(409, "NOT_ELIGIBLE")
		w.Pay(member.ID, wallet.Coin, 69)
		buy(member, beige).OK()
		buy(member, beige).Fails(409, "ALREADY_OWNED")
		buy(member, dawn).OK()
		buy(member, oak).Fails(409, "INSUFFICIENT_COIN")
		w.Pay(member.ID, wallet.Coin, 1)
		buy(member, oak).OK()
		buy(member, "nothing").Fails(404, "NOT_FOUND")
		use(member, "nothing").Fails(404, "NOT_FOUND")
		if coin, _, _ := balanceOf(member); coin != 0 {
			t.Fatalf("%d coins are left", coin)
		}
		row := member.Post("/app/shop/wallet/page", body{"sortings": []body{{"property": "amount", "direction": "asc"}}}).OK()
		if row.Int("data.items.0.amount") != -30 || row.String("data.items.0.reason") != "item" || row.String("data.items.0.reference") != dawn {
			t.Fatalf("the ledger of a purchase: %s", row.Text)
		}

		use(member, beige).OK()
		use(member, oak).OK()
		if got := fmt.Sprint(inUse(member)); got != "[米白暖光牆紙 淺橡木地板]" {
			t.Fatalf("in use: %s", got)
		}
		use(member, dawn).OK()
		if got := fmt.Sprint(inUse(member)); got != "[維港晨光牆紙 淺橡木地板]" {
			t.Fatalf("one item of a subcategory is in use: %s", got)
		}
		use(member, dawn).OK()
		if got := fmt.Sprint(inUse(member)); got != "[淺橡木地板]" {
			t.Fatalf("using again puts away: %s", got)
		}
		own := member.Post("/app/shop/items/mine/filter", body{"categoryId": 1, "subcategoryId": 1}).OK()
		if got := fmt.Sprint(own.List("data", "name"), own.List("data", "isPurchased"), own.List("data", "isUsing")); got !=
			"[米白暖光牆紙 維港晨光牆紙] [true true] [false false]" || own.String("data.0.purchasedAt") != "2026-11-15T02:00:00.000Z" {
			t.Fatalf("own wallpapers: %s", own.Text)
		}
		if n := len(other.Post("/app/shop/items/mine/filter", body{"categoryId": 1}).OK().List("data", "id")); n != 0 || len(inUse(other)) != 0 {
			t.Fatalf("someone else owns %d", n)
		}
		holdsTogether(t, w)
	})
}

func TestShopCharacterBecomesMain(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		w.Pay(member.ID, wallet.Coin, 1000)
		member.Post("/app/shop/mascots", body{"mascotEnum": 1, "name": "陽陽"}).OK()
		cat := itemID(w, "character-calico-cat")
		buy(member, cat).OK()
		use(member, cat).OK()
		mine := member.Get("/app/shop/mascots/mine").OK()
		if mine.Int("data.mascotEnum") != 2 || mine.String("data.name") != "小貓" || mine.Int("data.active") != 1 {
			t.Fatalf("the character's companion is the main one: %s", mine.Text)
		}
		member.Post("/app/shop/mascots/rename", body{"name": "花花"}).OK()
		if again := member.Post("/app/shop/mascots", body{"mascotEnum": 2, "name": "第二隻"}).OK(); again.Value("data") != false {
			t.Fatalf("the companion came with its character: %s", again.Text)
		}
		sun := itemID(w, "character-sunset-sun")
		buy(member, sun).OK()
		use(member, sun).OK()
		if mine := member.Get("/app/shop/mascots/mine").OK(); mine.Int("data.mascotEnum") != 1 || mine.String("data.name") != "陽陽" {
			t.Fatalf("back to the first: %s", mine.Text)
		}
		use(member, cat).OK()
		use(member, cat).OK()
		if mine := member.Get("/app/shop/mascots/mine").OK(); mine.String("data.name") != "花花" || len(inUse(member)) != 0 {
			t.Fatalf("with the character put away the companion stays: %s", mine.Text)
		}
	})
}

func TestShopBirthdayItems(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		cake, balloons := itemID(w, "food-birthday-cake"), itemID(w, "ornament-birthday-balloons")
		nobody, born, leap := w.Member(), w.Member(), w.Member()
		for _, c := range []*bench.Caller{nobody, born, leap} {
			w.Pay(c.ID, wallet.Coin, 1000)
		}
		born.Put("/app/users/personal", body{"birthday": "1990-11-16"}).OK()
		leap.Put("/app/users/personal", body{"birthday": "1992-02-29"}).OK()
		buy(nobody, cake).Fails(409, "NOT_ELIGIBLE")
		buy(born, cake).Fails(409, "NOT_ELIGIBLE")
		w.Clock.Set(time.Date(2026, 11, 15, 15, 59, 59, 999_999_000, time.UTC))
		buy(born, cake).Fails(409, "NOT_ELIGIBLE")
		w.Clock.Set(time.Date(2026, 11, 15, 16, 0, 0, 0, time.UTC)) // midnight in Hong Kong
		buy(born, cake).OK()
		w.Clock.Set(time.Date(2026, 11, 16, 16, 0, 0, 0, time.UTC))
		buy(born, balloons).Fails(409, "NOT_ELIGIBLE")
		use(born, cake).OK() // what is owned can be used on any day

		leapToken := func(at time.Time) *bench.Caller {
			w.Clock.Set(at)
			return w.SessionOf(leap)
		}
		buy(leapToken(time.Date(2027, 2, 27, 15, 59, 59, 0, time.UTC)), cake).Fails(409, "NOT_ELIGIBLE")
		buy(leapToken(time.Date(2027, 2, 27, 16, 0, 0, 0, time.UTC)), cake).OK()
		buy(leapToken(time.Date(2028, 2, 28, 15, 59, 59, 0, time.UTC)), balloons).Fails(409, "NOT_ELIGIBLE")
		buy(leapToken(time.Date(2028, 2, 28, 16, 0, 0, 0, time.UTC)), balloons).OK()
	})
}

func TestShopWhatIsNotSold(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := w.Member()
		w.Pay(member.ID, wallet.Coin, 1000)
		beige, dawn, oak, tile := itemID(w, "wallpaper-warm-beige"), itemID(w, "wallpaper-harbour-dawn"), itemID(w, "floor-light-oak"), itemID(w, "floor-mosaic-tile")
		buy(member, beige).OK()
		for _, change := range []string{
			`UPDATE shop_items SET retired_at = published_at WHERE id IN ('` + beige + `', '` + dawn + `')`,
			`UPDATE shop_items SET saleable = FALSE WHERE id = '` + oak + `'`,
			`UPDATE shop_items SET published_at = '2026-11-16 00:00:00+00:00' WHERE id = '` + tile + `'`,
		} {
			_, err := w.SQL().Exec(change)
			bench.Must(t, err)
		}
		buy(member, dawn).Fails(404, "NOT_FOUND")
		buy(member, oak).Fails(409, "NOT_ELIGIBLE")
		buy(member, tile).Fails(404, "NOT_FOUND")
		use(member, dawn).Fails(404, "NOT_FOUND")
		use(member, oak).Fails(409, "NOT_ELIGIBLE")
		use(member, tile).Fails(404, "NOT_FOUND")
		walls := member.Post("/app/shop/items/filter", body{"categoryId": 1, "subcategoryId": 1}).OK().List("data", "id")
		if slices.Contains(walls, any(beige)) || slices.Contains(walls, any(dawn)) {
			t.Fatal("what left the catalogue is still offered")
		}
		floors := member.Post("/app/shop/items/filter", body{"categoryId": 1, "subcategoryId": 2}).OK()
		if floors.String("data.0.id") != oak || floors.Value("data.0.saleable") != false || slices.Contains(floors.List("data", "id"), any(tile)) {
			t.Fatalf("floors: %s", floors.Text)
		}
		use(member, beige).OK()
		own := member.Get("/app/shop/items/mine").OK()
		if own.String("data.0.id") != beige || own.Int("data.0.status") != 0 || own.Value("data.0.saleable") != false {
			t.Fatalf("what was bought stays: %s", own.Text)
		}
		if coin, _, _ := balanceOf(member); coin != 980 {
			t.Fatalf("%d coins are left", coin)
		}
	})
}

func TestShopWebPage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff := w.Staff(access.Support, access.CentreA)
		first := staff.Post("/web/shop/page", body{"searchKey": "", "subcategoryIds": []int{}, "pagination": body{"page": 1, "size": 5}}).OK()
		if first.Int("data.0.pagination.totalItems") != 42 || first.String("data.0.items.0.publishedAt") != "2026-10-31T16:00:00.000Z" {
			t.Fatalf("the newest items: %s", first.Text)
		}
		found := staff.Post("/web/shop/page", body{"searchKey": "牆紙", "subcategoryIds": []int{1}, "sortings": []body{{"property": "coin", "direction": "ASC"}}}).OK()
		if got := fmt.Sprint(found.List("data.0.items", "coin"), found.Value("data.0.items.0.categoryName")); got != "[20 30 45 80 120]傢具" {
			t.Fatalf("wallpapers: %s", got)
		}
		staff.Post("/web/shop/page", body{"sortings": []body{{"property": "hash", "direction": "ASC"}}}).Fails(400, "VALIDATION")
	})
}

// Coins that suffice for one pay for one, whoever asks at the same moment.
func TestShopPurchaseRaces(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, replica := w.Member(), w.Replica()
		beige, oak := itemID(w, "wallpaper-warm-beige"), itemID(w, "floor-light-oak")
		w.Pay(member.ID, wallet.Coin, 20)
		statuses := atOnce(50, func(i int) int {
			item := beige
			if i%2 == 1 {
				item = oak
			}
			at := member
			if i%4 >= 2 {
				at = member.At(replica)
			}
			return buy(at, item).Status
		})
		if statuses[200] != 1 || statuses[409] != 49 {
			t.Fatalf("one of two items for coins for one: %v", statuses)
		}
		if coin, _, _ := balanceOf(member); coin != 0 {
			t.Fatalf("%d coins are left", coin)
		}

		rich := w.Member()
		w.Pay(rich.ID, wallet.Coin, 1000)
		if statuses := atOnce(50, func(int) int { return buy(rich, beige).Status }); statuses[200] != 1 || statuses[409] != 49 {
			t.Fatalf("one item for a rich member: %v", statuses)
		}
		adopted := atOnce(50, func(i int) int {
			if rich.Post("/app/shop/mascots", body{"mascotEnum": 1 + i%2, "name": "陽"}).OK().Value("data") == true {
				return 1
			}
			return 0
		})
		if adopted[1] != 2 || adopted[0] != 48 {
			t.Fatalf("two companions adopted by 50 callers: %v", adopted)
		}
		if coin, _, _ := balanceOf(rich); coin != 1000-20-60-120 {
			t.Fatalf("%d coins are left", coin)
		}
		dawn := itemID(w, "wallpaper-harbour-dawn")
		buy(rich, dawn).OK()
		used := atOnce(40, func(i int) int { return use(rich, []string{beige, dawn}[i%2]).Status })
		if used[200] != 40 || len(inUse(rich)) > 1 {
			t.Fatalf("two items of one subcategory used by many: %v, in use %v", used, inUse(rich))
		}
		holdsTogether(t, w)
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
			id := itemID(w, key)
			seen = append(seen, costs{
				count(func() *bench.Reply { return buy(member, id) }), count(func() *bench.Reply { return use(member, id) }),
				count(func() *bench.Reply { return member.Post("/app/shop/items/filter", body{"categoryId": 1}) }),
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
		beige := itemID(w, "wallpaper-warm-beige")
		buy(member, beige).OK()
		buy(member, beige).Fails(409, "ALREADY_OWNED")
		claim(member, "partner-buy-first-item").OK()
		claim(member, "partner-buy-first-item").Fails(409, "ALREADY_CLAIMED")
		claim(member, "daily-tidy-the-room").Fails(409, "NOT_ELIGIBLE")
		for range 3 {
			use(member, beige).OK()
		}
		claim(member, "daily-tidy-the-room").OK()
		claim(member, "partner-use-first-item").OK()
		for range 4 {
			use(member, beige).OK()
		}
		claim(member, "daily-tidy-the-room").Fails(409, "ALREADY_CLAIMED")
		claim(member, "partner-use-first-item").Fails(409, "ALREADY_CLAIMED")
		if coin, _, _ := balanceOf(member); coin != 100-20+10+5+10 {
			t.Fatalf("%d coins", coin)
		}
		w.Clock.Advance(14 * time.Hour) // midnight in Hong Kong
		claim(member, "daily-tidy-the-room").Fails(409, "NOT_ELIGIBLE")
		use(member, beige).OK() // it is in use: putting it away does not count
		claim(member, "daily-tidy-the-room").Fails(409, "NOT_ELIGIBLE")
		use(member, beige).OK()
		claim(member, "daily-tidy-the-room").OK()
		holdsTogether(t, w)
	})
}
