package account

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Join applies for the plan with a service number. Where the number stands on
// the centre's member list with an address the member has proven, it is granted
// at once.
func (s *Service) Join(ctx context.Context, who access.Member, serviceNumber string) (answer Answer, err error) {
	number := strings.TrimSpace(serviceNumber)
	if number == "" {
		return Answer{}, fault.Invalid(fault.RuleRequired.On("serviceNumber"))
	}
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		if err := s.wallet.Hold(ctx, tx, who.ID); err != nil { // before the person, as in grant
			return err
		}
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := mayJoin(u); err != nil {
			return err
		}
		wish := memberWish{
			ID: uuid.Must(uuid.NewV7()).String(), UserID: u.ID, Centre: string(u.Centre), ServiceNumber: number, CreatedAt: s.clock.Now(),
		}
		used, err := numberInUse(ctx, tx, wish.Centre, number)
		if err != nil {
			return err
		}
		if used {
			return errNumberInUse
		}
		known, err := s.onMemberList(ctx, tx, u, number)
		if err != nil {
			return err
		}
		err = insertMemberWish(ctx, tx, wish)
		if db.IsUnique(err, "uq_member_applications__user_id") {
			return errPending
		}
		if err != nil || !known {
			return err
		}
		if err := s.grant(ctx, tx, wish, "", ""); err != nil {
			return err
		}
		answer.Token, err = s.renew(ctx, tx, who)
		return err
	})
	return answer, err
}

// grant makes the applicant a plan member.
func (s *Service) grant(ctx context.Context, tx *db.Tx, w memberWish, mark, staffID string) error {
	now := s.clock.Now()
	err := closeWish(ctx, tx, "member_applications", w.ID, approved, mark, staffID, now)
	if db.IsNone(err) {
		return errClosed
	}
	if err != nil {
		return err
	}
	// Joining and earning take the wallet first and the person after it.
	if err := s.wallet.Hold(ctx, tx, w.UserID); err != nil {
		return err
	}
	if err := saveMembership(ctx, tx, w.UserID, access.PlanMember, &w.ServiceNumber, now); err != nil {
		return numberTaken(err)
	}
	return s.joined(ctx, tx, w.UserID)
}

// onMemberList matches the number and a proven address with the imported list.
func (s *Service) onMemberList(ctx context.Context, r db.Reader, u User, number string) (bool, error) {
	listed, err := findListed(ctx, r, string(u.Centre), number)
	if db.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	same := func(hash, address *string) bool {
		return hash != nil && address != nil && s.keys.Hashed(listPurpose, *address, *hash)
	}
	return same(listed.PhoneHash, u.Phone) || same(listed.EmailHash, u.Email), nil
}

// Leave ends plan membership.
func (s *Service) Leave(ctx context.Context, who access.Member) (answer Answer, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if u.UserType != access.PlanMember {
			return errNotMember
		}
		if err := saveMembership(ctx, tx, u.ID, access.Regular, nil, s.clock.Now()); err != nil {
			return err
		}
		answer.Token, err = s.renew(ctx, tx, who)
		return err
	})
	return answer, err
}

// WithdrawMemberWish takes back a pending application.
func (s *Service) WithdrawMemberWish(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return notFoundIfNone(closeMemberWish(ctx, tx, who.ID, withdrawn, "", "", s.clock.Now()))
	})
}

// DecideMembers approves or rejects applications of the caller's centre: all or
// none.
func (s *Service) DecideMembers(ctx context.Context, who access.Staff, ids []string, approve bool, mark string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		wishes, err := holdMemberWishes(ctx, tx, who.Scope(), ids)
		if err != nil {
			return err
		}
		entries := make([]audit.Entry, len(wishes))
		told := make([]notice.New, len(wishes))
		for i, w := range wishes {
			if err := s.decideMember(ctx, tx, who, w, approve, mark); err != nil {
				return err
			}
			entries[i] = audit.Entry{Subject: "member application", ID: w.ID, UserID: w.UserID, After: verdict{approve}, Mark: mark}
			told[i] = verdictNotice(w.UserID, who.ID, memberTitle, approve, mark)
		}
		if err := s.notices.Send(ctx, tx, told...); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

func (s *Service) decideMember(ctx context.Context, tx *db.Tx, who access.Staff, w memberWish, approve bool, mark string) error {
	if approve {
		return s.grant(ctx, tx, w, mark, who.ID)
	}
	err := closeWish(ctx, tx, "member_applications", w.ID, rejected, mark, who.ID, s.clock.Now())
	if db.IsNone(err) {
		return errClosed
	}
	return err
}
