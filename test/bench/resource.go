package bench

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
)

// Resource is a row of resources. Without a community it is of the centre's
// first.
type Resource struct {
	ID, Centre, Author, Editor    string
	Name, Phone, Address, Subtype string
	Community, Status             int
	Created, Updated              time.Time
	Deleted                       bool
}

// CommunityOf is the first community of a centre.
func CommunityOf(centre string) int {
	if centre == "CENTRE_B" {
		return 6
	}
	return 0
}

// Resource writes a resource to the table, and counts it where members see it.
func (w *World) Resource(r Resource) (id string) {
	w.T.Helper()
	if r.Community == 0 {
		r.Community = CommunityOf(r.Centre)
	}
	if r.Editor == "" {
		r.Editor = r.Author
	}
	if r.Subtype == "" {
		r.Subtype = "food-bank"
	}
	if r.Created.IsZero() {
		r.Created, r.Updated = w.Clock.Now(), w.Clock.Now()
	}
	if r.ID == "" {
		r.ID = uuid.Must(uuid.NewV7()).String()
	}
	if r.Name == "" {
		r.Name = "惜食堂"
	}
	if r.Address == "" {
		r.Address = "觀塘道 1 號"
	}
	if r.Status == Listed && !r.Deleted {
		w.exec(`
			INSERT INTO resource_counts (community_id, subtype_id, listed)
			SELECT d.id, s.id, 1 FROM resource_subtypes s, districts d WHERE s.key = @subtype AND d.community_number = @community
			ON CONFLICT (community_id, subtype_id) DO UPDATE SET listed = resource_counts.listed + 1`,
			row{"subtype": r.Subtype, "community": r.Community})
	}
	var subtype, code string
	Must(w.T, w.SQL().QueryRow(`SELECT id FROM resource_subtypes WHERE key = $1`, r.Subtype).Scan(&subtype))
	Must(w.T, w.SQL().QueryRow(`SELECT code FROM districts WHERE community_number = $1`, r.Community).Scan(&code))
	columns := row{
		"id": r.ID, "number": 500_000 + Number(), "centre": r.Centre, "status": r.Status, "author_id": r.Author, "editor_id": r.Editor,
		"name": r.Name, "phone": r.Phone, "address": r.Address, "introduce": "", "subtype_id": subtype,
		"community_id": w.District(r.Community), "picture": strings.ToLower(r.Centre) + "/community/info/" + code + "/" + r.ID + "/1",
		"version": 1, "created_at": r.Created, "updated_at": r.Updated,
	}
	if r.Deleted {
		columns["deleted_at"] = r.Created
	}
	w.insert("resources", columns)
	return r.ID
}

// SubtypeID finds a sub-type by its place in the list that staff see.
func SubtypeID(c *Caller, kind, n int) string {
	return c.Get("/web/community-resource/types").OK().String(fmt.Sprintf("data.%d.subtypes.%d.subTypeId", kind-1, n))
}

// ResourceDraft is a request that creates a resource.
func ResourceDraft(w *World, c *Caller, community int) Body {
	return Body{
		"name": "惜食堂", "phone": "2345 6789", "address": "觀塘道 1 號", "fileKey": UploadPicture(c),
		"resourceId": SubtypeID(c, 2, 0), "communityId": w.District(community), "introduce": "平日派飯",
	}
}

// NewResource creates a resource over HTTP and finds its id.
func NewResource(w *World, c *Caller, community int) (id string) {
	w.T.Helper()
	b := ResourceDraft(w, c, community)
	b["name"] = uuid.NewString()
	c.Post("/web/community-resource", b).OK()
	Must(w.T, w.SQL().QueryRow(`SELECT id FROM resources WHERE name = $1`, b["name"]).Scan(&id))
	return id
}

// MoveResource gives a resource a status.
func MoveResource(c *Caller, id string, status int, mark ...string) *Reply {
	return c.Put("/web/community-resource/status", Body{"id": id, "status": status, "mark": strings.Join(mark, "")})
}

// ListResource takes a draft to the members' screens.
func ListResource(w *World, id string) {
	w.T.Helper()
	admin := w.Admin()
	for _, status := range []int{2, 3, 4, 5} {
		MoveResource(admin, id, status).OK()
	}
}
