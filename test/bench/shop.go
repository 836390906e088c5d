package bench

import "time"

// ShopItemID finds an item of the shop by its key in the catalogue.
func ShopItemID(w *World, key string) (id string) {
	w.T.Helper()
	Must(w.T, w.SQL().QueryRow(`SELECT id FROM shop_items WHERE key = $1`, key).Scan(&id))
	return id
}

// Buy buys an item.
func Buy(c *Caller, item string) *Reply {
	return c.Post("/app/shop/items/"+item+"/purchase", nil)
}

// UseItem wears or places an item.
func UseItem(c *Caller, item string) *Reply {
	return c.Post("/app/shop/items/"+item+"/use", nil)
}

// RetireItems takes items out of the catalogue.
func (w *World) RetireItems(ids ...string) {
	w.T.Helper()
	for _, id := range ids {
		w.exec(`UPDATE shop_items SET retired_at = published_at WHERE id = @id`, row{"id": id})
	}
}

// StopSelling keeps an item in the catalogue that can no longer be bought.
func (w *World) StopSelling(id string) {
	w.T.Helper()
	w.set("shop_items", id, row{"saleable": false})
}

// PublishItem sets when an item is published.
func (w *World) PublishItem(id string, at time.Time) {
	w.T.Helper()
	w.set("shop_items", id, row{"published_at": at})
}
