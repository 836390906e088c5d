package article

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
	"hearten/internal/reaction"
)

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Articles", "What the programme publishes, from draft to the members' screens")
	found := api.Fails(fault.NotFound)
	conflict := api.Fails(fault.Conflict)
	moves := api.Fails(fault.NotFound, fault.MoveNotAllowed)
	writes := api.Fails(fault.NotFound, fault.BadFile)

	api.Staff(r, access.Reference, "GET /web/articles/districts", "Districts of activities", h.webDistricts)
	api.Staff(r, access.ArticleOrder, "POST /web/articles/tags", "Add a tag", h.createTag, conflict)
	api.Staff(r, access.Reference, "GET /web/articles/tags", "List tags", h.tags)
	api.Staff(r, access.ArticleOrder, "DELETE /web/articles/tags", "Delete a tag, also from its articles", h.deleteTag, found)
	api.Staff(r, access.ContentWrite, "POST /web/articles", "Write a draft", h.create, writes)
	api.Staff(r, access.ContentWrite, "PUT /web/articles/{article_id}", "Replace an article's content", h.update, writes)
	api.Staff(r, access.ContentRead, "GET /web/articles/{article_id}", "Show an article", h.detail, api.NoPerson())
	api.Staff(r, access.ContentRead, "POST /web/articles/page", "List articles", h.page)
	api.Staff(r, access.ContentWrite, "DELETE /web/articles/{article_id}", "Delete an article", h.delete, conflict)

	api.Staff(r, access.Reference, "POST /web/articles/statuses/list", "All statuses", h.statuses)
	api.Staff(r, access.Reference, "GET /web/articles/statuses/{current-status}", "Statuses that the caller could give", h.targets,
		api.NoPerson())
	api.Staff(r, access.ContentWrite, "POST /web/articles/statuses", "Give an article another status", h.move, moves)
	api.Staff(r, access.ContentWrite, "POST /web/articles/statuses/batch", "Give articles another status: all or none", h.move, moves)
	api.Staff(r, access.ContentRead, "POST /web/articles/{article_id}/logs", "What happened to an article", h.logs)
	api.Staff(r, access.ContentRead, "GET /web/articles/{article_id}/log-count", "How many lines its log has", h.logCount,
		api.NoPerson())
	api.Staff(r, access.ContentRead, "POST /web/articles/count", "How many articles each status has", h.count)

	api.Staff(r, access.Reference, "POST /web/articles/order/list", "Articles in the members' order", h.order)
	api.Staff(r, access.ArticleOrder, "POST /web/articles/order", "Put articles in another order", h.reorder, conflict)

	api.App(r, "GET /app/articles/districts", "Districts of activities", h.appDistricts)
	api.App(r, "GET /app/articles/subcategories", "Parts of mental health", h.subcategories)
	api.App(r, "POST /app/articles/page", "List articles", h.appPage)
	api.App(r, "POST /app/articles/bookmarks/page", "The own bookmarks", h.bookmarks)
	api.App(r, "GET /app/articles/{article_id}", "Read an article", h.appDetail)
	for _, m := range []struct {
		name string
		kind reaction.Kind
		up   string
		down string
	}{
		{"like", reaction.Like, "Like an article", "Take a like back"},
		{"bookmark", reaction.Bookmark, "Bookmark an article", "Remove a bookmark"},
		{"read", reaction.Read, "Mark an article as read", "Mark an article as unread"},
	} {
		api.App(r, "POST /app/articles/{article_id}/"+m.name, m.up, h.react(m.kind, true))
		api.App(r, "DELETE /app/articles/{article_id}/"+m.name, m.down, h.react(m.kind, false))
	}
}
