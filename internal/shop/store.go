package shop

import (
	"context"
	"time"

	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/page"
)

// Item is something of the shop as someone sees it.
type Item struct {
	ID             string     `db:"id"`
	Key            string     `db:"key"`
	Name           string     `db:"name"`
	Category       int        `db:"category"`
	Subcategory    int        `db:"subcategory"`
	AnimationInput string     `db:"animation_input"`
	AnimationValue int        `db:"animation_value"`
	Coin           int64      `db:"coin"`
	Birthday       bool       `db:"birthday"`
	Saleable       bool       `db:"saleable"`
	Order          int        `db:"ordering"`
	Retired        bool       `db:"retired"`
	PurchasedAt    *time.Time `db:"purchased_at"` // nil: not owned
	InUse          bool       `db:"in_use"`
}

const (
	selectItems = `
		SELECT i.id, i.key, i.name, i.category, i.subcategory, i.animation_input, i.animation_value, i.coin, i.birthday,
			i.saleable, i.ordering, i.retired_at IS NOT NULL AS retired,
			o.created_at AS purchased_at, COALESCE(o.in_use, FALSE) AS in_use `

	inOrder = ` ORDER BY i.category, i.subcategory, i.ordering, i.id`
)

func listShelf(ctx context.Context, r db.Reader, userID string, category, subcategory int, now time.Time) ([]Item, error) {
	return db.All[Item](ctx, r, selectItems+`
		FROM shop_items i LEFT JOIN user_items o ON o.item_id = i.id AND o.user_id = @user
		WHERE i.category = @category AND (@subcategory = 0 OR i.subcategory = @subcategory) AND i.retired_at IS NULL
			AND i.published_at <= @now`+inOrder,
		db.Args{"user": userID, "category": category, "subcategory": subcategory, "now": now})
}

func listOwn(ctx context.Context, r db.Reader, userID string, category, subcategory int) ([]Item, error) {
	return db.All[Item](ctx, r, selectItems+`
		FROM user_items o JOIN shop_items i ON i.id = o.item_id
		WHERE o.user_id = @user AND i.category = @category AND (@subcategory = 0 OR i.subcategory = @subcategory)`+inOrder,
		db.Args{"user": userID, "category": category, "subcategory": subcategory})
}

func listInUse(ctx context.Context, r db.Reader, userID string) ([]Item, error) {
	return db.All[Item](ctx, r, selectItems+`
		FROM user_items o JOIN shop_items i ON i.id = o.item_id WHERE o.user_id = @user AND o.in_use`+inOrder,
		db.Args{"user": userID})
}

// offer is an item about to be sold to someone.
type offer struct {
	ID          string     `db:"id"`
	Category    int        `db:"category"`
	Subcategory int        `db:"subcategory"`
	Coin        int64      `db:"coin"`
	Birthday    bool       `db:"birthday"`
	Saleable    bool       `db:"saleable"`
	Born        clock.Date `db:"born"`
	Owned       bool       `db:"owned"`
}

func findOffer(ctx context.Context, r db.Reader, userID, itemID string, now time.Time) (offer, error) {
	return db.One[offer](ctx, r, `
		SELECT i.id, i.category, i.subcategory, i.coin, i.birthday, i.saleable, u.birthday AS born,
			EXISTS (SELECT 1 FROM user_items WHERE user_id = @user AND item_id = @item) AS owned
		FROM shop_items i JOIN users u ON u.id = @user
		WHERE i.id = @item AND i.retired_at IS NULL AND i.published_at <= @now`,
		db.Args{"user": userID, "item": itemID, "now": now})
}

func insertItem(ctx context.Context, tx *db.Tx, userID string, o offer, now time.Time) error {
	inserted, err := tx.InsertOrIgnore(ctx, "user_items", db.Args{
		"user_id": userID, "item_id": o.ID, "category": o.Category, "subcategory": o.Subcategory, "in_use": false, "created_at": now,
	})
	if err == nil && !inserted {
		err = errOwned
	}
	return err
}

// usable is an item that someone wants to use.
type usable struct {
	ID          string `db:"id"`
	Category    int    `db:"category"`
	Subcategory int    `db:"subcategory"`
	Mascot      *int   `db:"mascot_number"`
	Owned       bool   `db:"owned"`
	InUse       bool   `db:"in_use"`
}

// findUsable finds what someone owns or could buy: what is not shown to them is
// not there.
func findUsable(ctx context.Context, r db.Reader, userID, itemID string, now time.Time) (usable, error) {
	return db.One[usable](ctx, r, `
		SELECT i.id, i.category, i.subcategory, i.mascot_number, o.item_id IS NOT NULL AS owned, COALESCE(o.in_use, FALSE) AS in_use
		FROM shop_items i LEFT JOIN user_items o ON o.item_id = i.id AND o.user_id = @user
		WHERE i.id = @item AND (o.item_id IS NOT NULL OR i.retired_at IS NULL AND i.published_at <= @now)`,
		db.Args{"user": userID, "item": itemID, "now": now})
}

func putAway(ctx context.Context, tx *db.Tx, userID, itemID string) error {
	_, err := tx.Exec(ctx, `UPDATE user_items SET in_use = FALSE WHERE user_id = @user AND item_id = @item`,
		db.Args{"user": userID, "item": itemID})
	return err
}

// takeOut clears the shelf before the item takes its place there.
func takeOut(ctx context.Context, tx *db.Tx, userID string, t usable) error {
	_, err := tx.Exec(ctx, `
		UPDATE user_items SET in_use = FALSE WHERE user_id = @user AND category = @category AND subcategory = @subcategory AND in_use`,
		db.Args{"user": userID, "category": t.Category, "subcategory": t.Subcategory})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE user_items SET in_use = TRUE, category = @category, subcategory = @subcategory WHERE user_id = @user AND item_id = @item`,
		db.Args{"user": userID, "category": t.Category, "subcategory": t.Subcategory, "item": t.ID})
	return err
}

// listed is an item as staff see it.
type listed struct {
	Name        string    `db:"name"`
	Coin        int64     `db:"coin"`
	Category    string    `db:"category_name"`
	PublishedAt time.Time `db:"published_at"`
}

const categoryName = `CASE category WHEN 1 THEN '傢具' WHEN 2 THEN '服飾' ELSE '伙伴角色' END`

var sorts = page.Sorts{
	{Property: "publishedAt", Column: "published_at"},
	{Property: "createdAt", Column: "published_at"},
	{Property: "name", Column: "name"},
	{Property: "coin", Column: "coin"},
	{Property: "categoryName", Column: categoryName},
}

func listItems(ctx context.Context, d *db.DB, key string, subcategories []int, p page.Request) (page.Of[listed], error) {
	filter := (&db.Filter{}).And("retired_at IS NULL").Search(key, "name", categoryName)
	if len(subcategories) > 0 {
		filter.In("subcategory", subcategories)
	}
	return page.Fetch[listed](ctx, d, page.Query{
		Select: "name, coin, " + categoryName + " AS category_name, published_at", From: "shop_items", Tie: "id", Sorts: sorts, Filter: filter,
	}, p)
}
