package voucher_test

import (
	"bytes"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/skip2/go-qrcode"

	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/wallet"
	"hearten/test/bench"
)

// claimedVoucher brings a plan member to level 2, claims its voucher and reads the code
// where staff see it.
func claimedVoucher(w *bench.World, member *bench.Caller) (code string) {
	w.T.Helper()
	w.Pay(member.ID, wallet.Exp, 100)
	bench.ClaimVoucher(member, bench.VoucherID(w, "bakery-bun-set")).OK()
	name := member.Get("/app/users/account").OK().String("data.username")
	return w.Admin().Post("/web/shop/vouchers/users/page", bench.Body{"searchKey": name, "staffIds": []string{}}).OK().String("data.0.code")
}

func TestVoucherLife(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, staff := bench.PlanMember(w, 0), w.Staff(access.Support, access.CentreA)
		bun := bench.VoucherID(w, "bakery-bun-set")
		if none := member.Post("/app/shop/vouchers/rewards", nil).OK(); none.Value("data") != nil {
			t.Fatalf("at the first level: %s", none.Text)
		}
		bench.ClaimVoucher(member, bun).Fails(409, "NOT_ELIGIBLE")
		bench.ClaimVoucher(member, "nothing").Fails(404, "NOT_FOUND")
		w.Pay(member.ID, wallet.Exp, 99)
		bench.ClaimVoucher(member, bun).Fails(409, "NOT_ELIGIBLE")
		w.Pay(member.ID, wallet.Exp, 1)
		won := member.Post("/app/shop/vouchers/rewards", nil).OK()
		if won.String("data.voucherId") != bun || won.String("data.name") != "麵包店早餐券" || won.Int("data.level") != 2 ||
			won.String("data.expiredAt") != "2027-02-13T02:00:00.000Z" {
			t.Fatalf("the reward of level 2: %s", won.Text)
		}
		mine := member.Get("/app/shop/vouchers/mine").OK()
		if mine.Int("data.0.status") != 0 || mine.Value("data.0.isValid") != false || mine.Value("data.0.redeemQRCode") != nil ||
			mine.Value("data.0.purchasedAt") != nil || mine.String("data.0.createdAt") != "2026-11-15T02:00:00.000Z" || len(mine.List("data", "name")) != 1 {
			t.Fatalf("before it is claimed: %s", mine.Text)
		}

		w.Clock.Advance(time.Minute)
		bench.ClaimVoucher(member, bun).OK()
		bench.ClaimVoucher(member, bun).Fails(409, "ALREADY_CLAIMED")
		if none := member.Post("/app/shop/vouchers/rewards", nil).OK(); none.Value("data") != nil {
			t.Fatalf("after the claim: %s", none.Text)
		}
		mine = member.Get("/app/shop/vouchers/mine").OK()
		if mine.Int("data.0.status") != 1 || mine.Value("data.0.isValid") != true || mine.String("data.0.voucherId") != bun ||
			mine.String("data.0.purchasedAt") != "2026-11-15T02:01:00.000Z" || mine.String("data.0.validUtil") != "2027-02-13T02:00:00.000Z" {
			t.Fatalf("after the claim: %s", mine.Text)
		}

		if totals := staff.Get("/web/shop/vouchers/item-total").OK(); totals.Int("data.0.purchased") != 1 || totals.Int("data.1.purchased") != 0 {
			t.Fatalf("awaiting exchange: %s", totals.Text)
		}
		list := staff.Post("/web/shop/vouchers/users/page", bench.Body{"searchKey": "", "voucherRedeemStatuses": []int{1}, "staffIds": []string{}, "pagination": bench.Body{"page": 1, "size": 1}}).OK()
		if list.Header.Get("X-Total-Items") != "1" || list.Header.Get("X-Total-Pages") != "1" || list.Int("data.0.voucherRedeemStatus") != 1 ||
			list.String("data.0.voucherName") != "麵包店早餐券" || list.Value("data.0.redeemAt") != nil || list.Value("data.0.redeemedAt") != nil {
			t.Fatalf("the staff's list: %v %s", list.Header, list.Text)
		}
		code := list.String("data.0.code")
		if !regexp.MustCompile(`^[A-Z2-7]{26}$`).MatchString(code) {
			t.Fatalf("the code %q has less than 128 bits", code)
		}
		showsCode(t, w, mine.String("data.0.redeemQRCode"), w.Config.PublicURL+"/vouchers/redeem#"+code)
		showsCode(t, w, list.String("data.0.redeemCode"), w.Config.PublicURL+"/vouchers/redeem#"+code)

		seen := bench.LookUpVoucher(staff, strings.ToLower(code)).OK()
		if seen.String("data.username") != list.String("data.0.username") || !strings.HasPrefix(seen.String("data.nickname"), "會員") ||
			seen.String("data.voucherName") != "麵包店早餐券" || seen.String("data.code") != code || seen.Int("data.status") != 1 || seen.Value("data.isValid") != true {
			t.Fatalf("looked up: %s", seen.Text)
		}
		showsCode(t, w, seen.String("data.redeemCode"), w.Config.PublicURL+"/vouchers/redeem#"+code)
		w.Clock.Advance(time.Minute)
		bench.RedeemVoucher(staff, code).OK()
		bench.RedeemVoucher(staff, code).Fails(409, "VOUCHER_REDEEMED")
		bench.ClaimVoucher(member, bun).Fails(409, "VOUCHER_REDEEMED")
		if seen := bench.LookUpVoucher(staff, code).OK(); seen.Int("data.status") != 2 || seen.Value("data.isValid") != false {
			t.Fatalf("looked up after the exchange: %s", seen.Text)
		}
		mine = member.Get("/app/shop/vouchers/mine").OK()
		if mine.Int("data.0.status") != 2 || mine.Value("data.0.isValid") != false || mine.String("data.0.redeemedAt") != "2026-11-15T02:02:00.000Z" {
			t.Fatalf("after the exchange: %s", mine.Text)
		}
		list = staff.Post("/web/shop/vouchers/users/page", bench.Body{"voucherRedeemStatuses": []int{2}}).OK()
		if list.String("data.0.redeemAt") != "2026-11-15T02:02:00.000Z" || list.String("data.0.redeemedAt") != list.String("data.0.redeemAt") {
			t.Fatalf("the list after the exchange: %s", list.Text)
		}
		if totals := staff.Get("/web/shop/vouchers/item-total").OK(); totals.Int("data.0.purchased") != 0 {
			t.Fatalf("nothing waits any more: %s", totals.Text)
		}

		kinds := staff.Get("/web/shop/vouchers").OK()
		if got := fmt.Sprint(kinds.List("data", "level"), kinds.List("data", "priceTag")); got != "[2 5 10 15 20 30] [HK$20 HK$30 HK$50 HK$60 HK$80 HK$100]" {
			t.Fatalf("the vouchers there are: %s", got)
		}
		for _, secret := range []string{code, strings.ToLower(code)} {
			if strings.Contains(strings.Join(bench.DumpAll(w), "\n"), secret) || strings.Contains(w.Logs.String(), secret) {
				t.Fatal("the code lies readable in a table or a log")
			}
		}
		log := w.Admin().Post("/web/audit/page", bench.Body{"userId": member.ID}).OK()
		actions := fmt.Sprint(log.List("data.items", "action"))
		if !strings.Contains(actions, "get-web-shop-vouchers-codes-redeem_code") || !strings.Contains(actions, "post-web-shop-vouchers-codes-redeem_code-redeem") {
			t.Fatalf("the log knows %s", actions)
		}
	})
}

// showsCode fails unless the picture at an address is the QR code of a text, and
// private.
func showsCode(t *testing.T, w *bench.World, address, text string) {
	t.Helper()
	get := func(path string) (int, []byte) {
		res, err := http.Get(w.URL + path)
		bench.Must(t, err)
		defer res.Body.Close()
		picture, err := io.ReadAll(res.Body)
		bench.Must(t, err)
		return res.StatusCode, picture
	}
	path := strings.TrimPrefix(address, w.Config.PublicURL)
	status, picture := get(path)
	if status != 200 {
		t.Fatalf("%s answers %d", path, status)
	}
	bare, _, _ := strings.Cut(path, "?")
	if status, _ := get(bare); status != 404 {
		t.Fatalf("without a signature the picture answers %d", status)
	}
	want, err := qrcode.Encode(text, qrcode.Medium, 512)
	bench.Must(t, err)
	a, err := png.Decode(bytes.NewReader(picture))
	bench.Must(t, err)
	b, err := png.Decode(bytes.NewReader(want))
	bench.Must(t, err)
	for y := range 512 {
		for x := range 512 {
			r1, _, _, _ := a.At(x, y).RGBA()
			r2, _, _, _ := b.At(x, y).RGBA()
			if (r1 > 0x7fff) != (r2 > 0x7fff) {
				t.Fatalf("the picture is not the QR code of %s", strings.Split(text, "#")[0])
			}
		}
	}
}

func TestVouchersOfThePlan(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		names := func(c *bench.Caller) string {
			return fmt.Sprint(c.Get("/app/shop/vouchers/mine").OK().List("data", "name"))
		}
		const both = "[超級市場現金券 麵包店早餐券]"

		regular := bench.SetDistrict(w.Member(), w.District(0), 1)
		w.Pay(regular.ID, wallet.Exp, 700)
		if got := names(regular); got != "[]" {
			t.Fatalf("a regular member was granted %s", got)
		}
		bench.ClaimVoucher(regular, bench.VoucherID(w, "bakery-bun-set")).Fails(409, "NOT_ELIGIBLE")
		regular.Put("/app/users/join-member", bench.Body{"serviceNumber": "S-1"}).OK()
		chief.Put("/web/member-apply/approve", bench.Body{"ids": bench.PageIDs(chief, "/web/member-apply/page", bench.Body{}), "mark": ""}).OK()
		if got := names(regular); got != both {
			t.Fatalf("approved into the plan at level 5: %s", got)
		}
		if first := regular.Post("/app/shop/vouchers/rewards", nil).OK(); first.Int("data.level") != 2 {
			t.Fatalf("the oldest of two is that of the lower level: %s", first.Text)
		}
		regular.Token = regular.Put("/app/users/out-member", nil).OK().String("data.accessToken")
		bench.ClaimVoucher(regular, bench.VoucherID(w, "bakery-bun-set")).Fails(409, "NOT_ELIGIBLE")
		if none := regular.Post("/app/shop/vouchers/rewards", nil).OK(); none.Value("data") != nil {
			t.Fatalf("who left the plan is shown %s", none.Text)
		}
		chief.Put("/web/users/"+regular.ID, bench.Body{"serviceNumber": "S-2", "mark": "重新加入"}).OK()
		if got := names(regular); got != both {
			t.Fatalf("in the plan again: %s", got)
		}
		bench.ClaimVoucher(regular, bench.VoucherID(w, "bakery-bun-set")).OK()

		chief.Upload("/web/users/import", nil, bench.Attachment{Field: "file", Name: "list.csv", Body: []byte(
			"serviceNumber,phone,email,birthday,district\nS-3,91239999,,,觀塘\n")}).OK()
		listed := bench.SetDistrict(w.SignUp("91239999"), w.District(2), 1)
		w.Pay(listed.ID, wallet.Exp, 250)
		listed.Token = listed.Put("/app/users/join-member", bench.Body{"serviceNumber": "S-3"}).OK().String("data.accessToken")
		if got := names(listed); got != "[麵包店早餐券]" {
			t.Fatalf("known from the member list at level 3: %s", got)
		}

		corrected := bench.SetDistrict(w.Member(), w.District(1), 1)
		w.Pay(corrected.ID, wallet.Exp, 100)
		chief.Put("/web/users/"+corrected.ID, bench.Body{"serviceNumber": "S-4", "mark": "補登"}).OK()
		if got := names(corrected); got != "[麵包店早餐券]" {
			t.Fatalf("made a plan member by a correction: %s", got)
		}
		w.Pay(corrected.ID, wallet.Exp, 600)
		w.Pay(corrected.ID, wallet.Exp, 1)
		if got := names(corrected); got != both {
			t.Fatalf("risen to level 5: %s", got)
		}
	})
}

func TestVoucherAtTheInstantOfExpiry(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		early, late, idle := bench.PlanMember(w, 0), bench.PlanMember(w, 0), bench.PlanMember(w, 0)
		first, second := claimedVoucher(w, early), claimedVoucher(w, late)
		w.Pay(idle.ID, wallet.Exp, 100)
		end := time.Date(2027, 2, 13, 2, 0, 0, 0, time.UTC)

		w.Clock.Set(end.Add(-time.Microsecond))
		staff := w.Staff(access.Support, access.CentreA)
		bench.RedeemVoucher(staff, first).OK()
		if seen := bench.LookUpVoucher(staff, second).OK(); seen.Value("data.isValid") != true {
			t.Fatalf("a moment before: %s", seen.Text)
		}
		w.Clock.Set(end)
		bench.RedeemVoucher(staff, second).Fails(409, "VOUCHER_EXPIRED")
		bench.ClaimVoucher(w.SessionOf(idle), bench.VoucherID(w, "bakery-bun-set")).Fails(409, "VOUCHER_EXPIRED")
		if seen := bench.LookUpVoucher(staff, second).OK(); seen.Int("data.status") != 3 || seen.Value("data.isValid") != false || seen.Value("data.username") == nil {
			t.Fatalf("at the instant: %s", seen.Text)
		}
		if mine := w.SessionOf(late).Get("/app/shop/vouchers/mine").OK(); mine.Int("data.0.status") != 3 || mine.Value("data.0.isValid") != false {
			t.Fatalf("the member sees %s", mine.Text)
		}
		if none := w.SessionOf(idle).Post("/app/shop/vouchers/rewards", nil).OK(); none.Value("data") != nil {
			t.Fatalf("an expired reward is shown: %s", none.Text)
		}
		count := func(status int) string {
			return staff.Post("/web/shop/vouchers/users/page", bench.Body{"voucherRedeemStatuses": []int{status}}).OK().Header.Get("X-Total-Items")
		}
		if got := count(0) + count(1) + count(2) + count(3); got != "0012" {
			t.Fatalf("before the job the list counts %s", got)
		}
		if totals := staff.Get("/web/shop/vouchers/item-total").OK(); totals.Int("data.0.purchased") != 0 {
			t.Fatalf("expired vouchers wait: %s", totals.Text)
		}
		stored := func() (n int) {
			bench.Must(t, w.SQL().QueryRow(`SELECT COUNT(*) FROM user_vouchers WHERE status = 3`).Scan(&n))
			return n
		}
		if stored() != 0 {
			t.Fatal("the job ran before its time")
		}
		w.RunJobs()
		if stored() != 2 || count(0)+count(1)+count(2)+count(3) != "0012" {
			t.Fatalf("the job wrote down %d", stored())
		}
	})
}

func TestVoucherReach(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ofA, ofB, chiefA := w.Staff(access.Support, access.CentreA), w.Staff(access.Chief, access.CentreB), w.Staff(access.Chief, access.CentreA)
		member, neighbour := bench.PlanMember(w, 0), bench.PlanMember(w, 6)
		code := claimedVoucher(w, member)
		claimedVoucher(w, neighbour)

		unknown := bench.LookUpVoucher(ofA, "AAAAAAAAAAAAAAAAAAAAAAAAAA").OK()
		if others := bench.LookUpVoucher(ofB, code).OK(); others.Text != unknown.Text {
			t.Fatalf("another centre's voucher answers %s, an unknown one %s", others.Text, unknown.Text)
		}
		for field, want := range map[string]any{
			"username": nil, "nickname": nil, "voucherName": nil, "redeemCode": nil, "code": nil, "status": nil, "isValid": false,
		} {
			if got := unknown.Value("data." + field); got != want {
				t.Errorf("%s of an unknown code is %v", field, got)
			}
		}
		bench.RedeemVoucher(ofA, "AAAAAAAAAAAAAAAAAAAAAAAAAA").Fails(404, "NOT_FOUND")
		bench.RedeemVoucher(ofB, code).Fails(404, "NOT_FOUND")
		bench.RedeemVoucher(ofA, "%20").Fails(404, "NOT_FOUND")
		total := func(c *bench.Caller) string {
			return c.Post("/web/shop/vouchers/users/page", bench.Body{}).OK().Header.Get("X-Total-Items") +
				fmt.Sprint(c.Get("/web/shop/vouchers/item-total").OK().Int("data.0.purchased"))
		}
		if got := total(ofA) + total(ofB) + total(w.Admin()); got != "111122" {
			t.Fatalf("each centre sees its own: %s", got)
		}
		page := func(b bench.Body) int {
			return len(chiefA.Post("/web/shop/vouchers/users/page", b).OK().List("data", "username"))
		}
		if page(bench.Body{"staffIds": []string{ofA.ID}}) != 0 {
			t.Fatal("nobody is responsible for the member yet")
		}
		chiefA.Put("/web/users/staff", bench.Body{"userIds": []string{member.ID}, "staffId": ofA.ID}).OK()
		if page(bench.Body{"staffIds": []string{ofA.ID}}) != 1 || page(bench.Body{"searchKey": "麵包店"}) != 1 || page(bench.Body{"searchKey": "書店"}) != 0 {
			t.Fatal("the filters do not find the voucher")
		}
		for _, property := range []string{"createdAt", "username", "phone", "email", "district", "serviceNumber", "staff", "voucherName", "voucherRedeemStatus", "expiredAt", "redeemAt", "redeemedAt"} {
			if page(bench.Body{"sortings": []bench.Body{{"property": property, "direction": "asc"}}}) != 1 {
				t.Fatalf("sorted by %s it is gone", property)
			}
		}
		chiefA.Post("/web/shop/vouchers/users/page", bench.Body{"voucherRedeemStatuses": []int{4}}).Fails(400, "VALIDATION")
		chiefA.Post("/web/shop/vouchers/users/page", bench.Body{"sortings": []bench.Body{{"property": "code", "direction": "asc"}}}).Fails(400, "VALIDATION")

		chiefA.Put("/web/users/freeze", bench.Body{"userIds": []string{member.ID}, "mark": "安全"}).OK()
		if frozen := bench.LookUpVoucher(ofA, code).OK(); frozen.Value("data.isValid") != false || frozen.Int("data.status") != 1 || frozen.Value("data.username") == nil {
			t.Fatalf("a frozen member's voucher: %s", frozen.Text)
		}
		bench.RedeemVoucher(ofA, code).Fails(409, "NOT_ELIGIBLE")
		chiefA.Put("/web/users/unfreeze", bench.Body{"userIds": []string{member.ID}}).OK()
		bench.RedeemVoucher(ofA, code).OK()
	})
}

func TestVoucherReverse(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, support, chief := bench.PlanMember(w, 0), w.Staff(access.Support, access.CentreA), w.Staff(access.Chief, access.CentreA)
		code := claimedVoucher(w, member)
		bench.ReverseVoucher(chief, code).Fails(409, "CONFLICT")
		bench.ReverseVoucher(chief, "nothing").Fails(404, "NOT_FOUND")
		bench.RedeemVoucher(support, code).OK()
		bench.ReverseVoucher(support, code).Fails(403, "FORBIDDEN")
		bench.ReverseVoucher(w.Staff(access.Supervisor, access.CentreB), code).Fails(404, "NOT_FOUND")
		for _, wrong := range []bench.Body{{}, {"mark": ""}, {"mark": "  "}, {"mark": strings.Repeat("字", 256)}} {
			chief.Post("/web/shop/vouchers/codes/"+code+"/reverse", wrong).Fails(400, "VALIDATION")
		}
		w.Clock.Advance(24 * time.Hour)
		chief = w.SignedIn(chief)
		bench.ReverseVoucher(chief, code).OK()
		bench.ReverseVoucher(chief, code).Fails(409, "CONFLICT")
		mine := member.Get("/app/shop/vouchers/mine").OK()
		if mine.Int("data.0.status") != 1 || mine.Value("data.0.redeemedAt") != nil || mine.Value("data.0.isValid") != true {
			t.Fatalf("after it was taken back: %s", mine.Text)
		}
		log := w.Admin().Post("/web/audit/page", bench.Body{"userId": member.ID, "action": "post-web-shop-vouchers-codes-redeem_code-reverse"}).OK()
		if len(log.List("data.items", "action")) != 1 || !strings.Contains(log.Text, "按錯了") {
			t.Fatalf("the log: %s", log.Text)
		}
		bench.RedeemVoucher(chief, code).OK()
		w.Clock.Advance(24*time.Hour + time.Microsecond)
		bench.ReverseVoucher(w.SignedIn(chief), code).Fails(409, "NOT_ELIGIBLE")
	})
}

func TestVoucherRaces(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member, staff, replica := bench.PlanMember(w, 0), w.Staff(access.Support, access.CentreA), w.Replica()
		bun := bench.VoucherID(w, "bakery-bun-set")
		w.Pay(member.ID, wallet.Exp, 100)
		either := func(c *bench.Caller, i int) *bench.Caller {
			if i%2 == 1 {
				return c.At(replica)
			}
			return c
		}
		if got := bench.AtOnce(50, func(i int) int { return bench.ClaimVoucher(either(member, i), bun).Status }); got[200] != 1 || got[409] != 49 {
			t.Fatalf("50 claims of one voucher: %v", got)
		}
		list := staff.Post("/web/shop/vouchers/users/page", bench.Body{}).OK()
		code := list.String("data.0.code")
		showsCode(t, w, list.String("data.0.redeemCode"), w.Config.PublicURL+"/vouchers/redeem#"+code)
		if got := bench.AtOnce(50, func(i int) int { return bench.RedeemVoucher(either(staff, i), code).Status }); got[200] != 1 || got[409] != 49 {
			t.Fatalf("50 redeems across two replicas: %v", got)
		}
		chief := w.Staff(access.Chief, access.CentreA)
		if got := bench.AtOnce(20, func(i int) int { return bench.ReverseVoucher(either(chief, i), code).Status }); got[200] != 1 || got[409] != 19 {
			t.Fatalf("20 reverses: %v", got)
		}

		// Rising and joining at the same moment: whichever comes first, the
		// voucher is granted, and once.
		for range 10 {
			regular := bench.SetDistrict(w.Member(), w.District(0), 1)
			bench.AtOnce(2, func(i int) int {
				if i == 0 {
					w.Pay(regular.ID, wallet.Exp, 100)
					return 0
				}
				return chief.Put("/web/users/"+regular.ID, bench.Body{"serviceNumber": "R" + regular.ID[20:], "mark": "加入"}).OK().Status
			})
			if n := len(regular.Get("/app/shop/vouchers/mine").OK().List("data", "name")); n != 1 {
				t.Fatalf("rising and joining at once granted %d vouchers", n)
			}
		}
	})
}

// A code cannot be guessed: it has 128 bits, and whoever tries is stopped, on
// every replica.
func TestVoucherGuessing(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		staff, other := w.Staff(access.Support, access.CentreA), w.Staff(access.Support, access.CentreA)
		for i := range 30 {
			bench.LookUpVoucher(staff, fmt.Sprintf("GUESS%d", i)).OK()
		}
		if stopped := bench.LookUpVoucher(staff, "GUESS30").Fails(429, "RATE_LIMITED"); stopped.Header.Get("Retry-After") == "" {
			t.Fatal("nobody says when to come back")
		}
		bench.RedeemVoucher(staff, "GUESS31").Fails(429, "RATE_LIMITED")
		bench.RedeemVoucher(staff.At(w.Replica()), "GUESS32").Fails(429, "RATE_LIMITED")
		bench.RedeemVoucher(other, "GUESS33").Fails(429, "RATE_LIMITED") // from the same address
		staff.Get("/web/shop/vouchers").OK()                             // the rest goes on
		w.Clock.Advance(time.Minute)
		bench.LookUpVoucher(staff, "GUESS34").OK()
	}, bench.With(func(c *config.Config) { c.RateLimits = "on" }))
}

func TestVouchersAreErased(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		member := bench.PlanMember(w, 0)
		code := claimedVoucher(w, member)
		w.Pay(member.ID, wallet.Coin, 100)
		member.Post("/app/shop/mascots", bench.Body{"mascotEnum": 1, "name": "陽陽"}).OK()
		bench.Buy(member, bench.ShopItemID(w, "wallpaper-warm-beige")).OK()
		member.Do("DELETE", "/app/users/remove", bench.Body{"reasonType": 0, "reason": ""}).OK()
		if waiting := bench.LookUpVoucher(w.Admin(), code).OK(); waiting.Value("data.isValid") != false {
			t.Fatalf("who is leaving redeems nothing: %s", waiting.Text)
		}
		bench.RedeemVoucher(w.Admin(), code).Fails(409, "NOT_ELIGIBLE")
		w.Clock.Advance(30 * 24 * time.Hour)
		w.RunJobs()
		w.RunJobs()
		for _, table := range []string{"user_vouchers", "user_mascots", "user_items"} {
			if left := bench.Dump(w, table); left != "" {
				t.Errorf("%s holds %s", table, left)
			}
		}
		if files := w.Service().Post("/media/list", bench.Body{"fileKey": "centre_a/user/" + member.ID}).OK().List("data", "fileKey"); len(files) != 0 {
			t.Errorf("files are left: %v", files)
		}
		bench.RedeemVoucher(w.Admin(), code).Fails(404, "NOT_FOUND")
		bench.CheckBalances(t, w)
	})
}
