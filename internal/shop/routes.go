package shop

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Shop", "Companions and things for their room")

	api.App(r, "GET /app/shop/mascots", "Companions and their prices", h.mascots)
	api.App(r, "POST /app/shop/mascots", "Adopt a companion", h.adopt, api.Fails(fault.NotFound, fault.InsufficientCoin),
		api.Details("true: adopted and paid; false: it was adopted before, nothing changed. The first one becomes the main one."))
	api.App(r, "GET /app/shop/mascots/mine", "The main companion, or null", h.myMascot)
	api.App(r, "POST /app/shop/mascots/rename", "Rename the main companion", h.rename, api.Fails(fault.NotEligible),
		api.Details("true: renamed; false: it had that name already."))

	api.App(r, "POST /app/shop/items/filter", "What a shelf offers", h.shelf)
	api.App(r, "POST /app/shop/items/mine/filter", "What the member owns of a shelf", h.myShelf)
	api.App(r, "GET /app/shop/items/mine", "What the member is using", h.myRoom)
	api.App(r, "POST /app/shop/items/{shop_item_id}/purchase", "Buy an item", h.purchase,
		api.Fails(fault.AlreadyOwned, fault.NotEligible, fault.InsufficientCoin))
	api.App(r, "POST /app/shop/items/{shop_item_id}/use", "Use an item, or put it away", h.use, api.Fails(fault.NotEligible),
		api.Details("One item of a subcategory is in use: another is put away. Using it again puts it away. A character's companion becomes the main one."))

	api.Staff(r, access.Reference, "POST /web/shop/page", "List the shop's items", h.page)
}
