package bench

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"hearten/internal/platform/db"
)

// Resource is a row of resources. Without a community it is of the centre's
// first.
type Resource struct {
	ID, Centre, Author, Editor    string
	Name, Phone, Address, Subtype string
	Community, Status             int
	Created, Updated              time.Time
}

// CommunityOf is the first community of a centre.
func CommunityOf(centre string) int {
	if centre == "CENTRE_B" {
		return 6
	}
	return 0
}

// InsertResource writes a resource to the table.
func InsertResource(w *World, r Resource) (id string) {
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
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error {
		if r.Status == 5 { // what members see is counted
			if _, err := tx.Exec(ctx, `
				INSERT INTO resource_counts (community_id, subtype_id, listed)
				SELECT d.id, s.id, 1 FROM resource_subtypes s, districts d WHERE s.key = $1 AND d.community_number = $2
				ON CONFLICT (community_id, subtype_id) DO UPDATE SET listed = resource_counts.listed + 1`, r.Subtype, r.Community); err != nil {
				return err
			}
		}
		return tx.ExecOne(ctx, `
			INSERT INTO resources (id, number, centre, status, author_id, editor_id, name, phone, address, introduce,
				subtype_id, community_id, picture, version, created_at, updated_at)
			SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, '', s.id, d.id, LOWER($3) || '/community/info/' || d.code || '/' || $1 || '/1', 1, $10, $11
			FROM resource_subtypes s, districts d WHERE s.key = $12 AND d.community_number = $13`,
			r.ID, 500_000+Number(), r.Centre, r.Status, r.Author, r.Editor, r.Name, r.Phone, r.Address,
			r.Created, r.Updated, r.Subtype, r.Community)
	}))
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
