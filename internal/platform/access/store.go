package access

import (
	"context"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// WhyNot is the refusal of people whom a query within the staff member's scope
// did not find. Someone who has no free users is told so when one of them is
// asked for; everyone else beyond reach is not found.
func (s Staff) WhyNot(ctx context.Context, r db.Reader, userIDs ...string) error {
	if s.Role.May(FreeUserRead) || len(userIDs) == 0 {
		return fault.ErrNotFound
	}
	free, err := db.Value[bool](ctx, r, `
		SELECT EXISTS (SELECT 1 FROM users WHERE centre = 'CENTRE_OTHER' AND status <> `+RemovedSQL+` AND id IN (@ids))`, db.Args{"ids": userIDs})
	switch {
	case err != nil:
		return err
	case free:
		return fault.ErrForbidden
	default:
		return fault.ErrNotFound
	}
}
