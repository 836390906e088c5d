package wallet

import "hearten/internal/platform/api"

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Wallet", "Coins, experience and tokens")

	api.App(r, "GET /app/shop/wallet", "The own balances", h.show)
	api.App(r, "POST /app/shop/wallet/page", "What was earned and spent", h.page)
}
