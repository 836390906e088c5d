package bench

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
