package reaction

import (
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

// Routes declares the operations for other services.
func (a *Analytics) Routes(r *api.Router) {
	h := handlers{a}
	r = r.Area("Analytics", "Likes, bookmarks and reads, for other services of the programme")
	found := api.Fails(fault.NotFound)
	api.Internal(r, "POST /star", "Set or take away a mark on an article", h.star, found)
	api.Internal(r, "POST /star/articles/daily", "What a member has read today", h.daily, found)
	api.Internal(r, "POST /star/info", "Note that a community resource was read, or take it back", h.starInfo, found)
	api.Internal(r, "POST /star/filter", "Who marked which article in a span of time", h.filter)
	api.Internal(r, "POST /star/info/filter", "Who read which community resource in a span of time", h.filterInfo)
	api.Internal(r, "POST /star/users/statistics", "How many marks members have made", h.ofUsers, found)
	api.Internal(r, "POST /star/articles/statistics", "How many marks articles have", h.ofArticles, found)
	api.Internal(r, "POST /star/info/statistics", "How many members read community resources", h.ofInfo, found)
}
