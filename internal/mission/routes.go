package mission

import (
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Missions", "What members are asked to do, and its rewards")

	api.App(r, "GET /app/mission/level-bar", "The own level and the gifts around it", h.levelBar)
	api.App(r, "POST /app/mission/page", "The missions that are open", h.page)
	for _, method := range []string{"GET", "POST"} {
		api.App(r, method+" /app/mission/{mission_id}/claim", "Claim the reward of a completed mission", h.claim,
			api.Fails(fault.Validation, fault.NotEligible, fault.AlreadyClaimed))
	}
	api.App(r, "GET /app/mission/rewards", "The reward that awaits claiming longest", h.pending)
	api.App(r, "GET /app/mission/badges", "Where rewards await claiming", h.badges)
}
