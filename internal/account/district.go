package account

import (
	"context"

	"github.com/google/uuid"

	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/notice"
	"hearten/internal/platform/access"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Answer is what became of a wish: done, with a fresh token, or waiting.
type Answer struct {
	Token string // empty while waiting
}

// SetDistrict moves a member to a district: at once, or by asking the other
// centre first. Choosing the current one takes a pending wish back.
func (s *Service) SetDistrict(ctx context.Context, who access.Member, districtID string) (answer Answer, err error) {
	err = s.db.Write(ctx, func(tx *db.Tx) error {
		target, err := catalog.FindDistrict(ctx, tx, districtID)
		if db.IsNone(err) {
			return fault.ErrNotFound
		}
		if err != nil {
			return err
		}
		u, err := holdUser(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if err := closeDistrictWish(ctx, tx, u.ID, withdrawn, "", "", s.clock.Now()); err != nil && !db.IsNone(err) {
			return err
		}
		switch moveTo(u, target) {
		case askFirst:
			return insertDistrictWish(ctx, tx, districtWish{
				ID: uuid.Must(uuid.NewV7()).String(), UserID: u.ID, Source: *u.DistrictID, Target: target.ID,
				TargetCentre: target.Centre, CreatedAt: s.clock.Now(),
			})
		case moveNow:
			if err := s.move(ctx, tx, u, target); err != nil {
				return err
			}
		}
		answer.Token, err = s.renew(ctx, tx, who)
		return err
	})
	return answer, err
}

// move changes the district. Leaving a centre ends plan membership, its pending
// application and the responsible staff member.
func (s *Service) move(ctx context.Context, tx *db.Tx, u User, target catalog.District) error {
	now := s.clock.Now()
	if err := saveDistrict(ctx, tx, u.ID, target, now); err != nil {
		return err
	}
	if string(u.Centre) == target.Centre {
		return nil
	}
	if err := closeMemberWish(ctx, tx, u.ID, withdrawn, "", "", now); err != nil && !db.IsNone(err) {
		return err
	}
	if u.UserType == access.PlanMember {
		if err := saveMembership(ctx, tx, u.ID, access.Regular, nil, now); err != nil {
			return err
		}
	}
	return saveStaff(ctx, tx, u.ID, nil, now)
}

// WithdrawDistrictWish takes back a pending change.
func (s *Service) WithdrawDistrictWish(ctx context.Context, who access.Member) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		return notFoundIfNone(closeDistrictWish(ctx, tx, who.ID, withdrawn, "", "", s.clock.Now()))
	})
}

// DecideDistricts approves or rejects pending changes into the caller's centre:
// all or none.
func (s *Service) DecideDistricts(ctx context.Context, who access.Staff, ids []string, approve bool, mark string) error {
	return s.db.Write(ctx, func(tx *db.Tx) error {
		wishes, err := holdDistrictWishes(ctx, tx, who.Scope(), ids)
		if err != nil {
			return err
		}
		entries := make([]audit.Entry, len(wishes))
		told := make([]notice.New, len(wishes))
		for i, w := range wishes {
			if err := s.decideDistrict(ctx, tx, who, w, approve, mark); err != nil {
				return err
			}
			entries[i] = audit.Entry{Subject: "district application", ID: w.ID, UserID: w.UserID, After: verdict{approve}, Mark: mark}
			told[i] = verdictNotice(w.UserID, who.ID, districtTitle, approve, mark)
		}
		if err := s.notices.Send(ctx, tx, told...); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, entries...)
	})
}

// Titles and words of the notices that tell a decision; the App is in Chinese.
const (
	districtTitle = "更改地區申請結果"
	memberTitle   = "計劃會員申請結果"
	saysApproved  = "你的申請已獲批准。"
	saysRejected  = "你的申請未獲批准。"
)

func verdictNotice(userID, staffID, title string, approve bool, mark string) notice.New {
	content := saysRejected
	if approve {
		content = saysApproved
	}
	return notice.New{UserID: userID, Title: title, Content: content + mark, SentBy: staffID}
}

type verdict struct {
	Approved bool `json:"approved"`
}

func (s *Service) decideDistrict(ctx context.Context, tx *db.Tx, who access.Staff, w districtWish, approve bool, mark string) error {
	status := rejected
	if approve {
		status = approved
	}
	err := closeWish(ctx, tx, "district_applications", w.ID, status, mark, who.ID, s.clock.Now())
	if db.IsNone(err) {
		return errClosed
	}
	if err != nil || !approve {
		return err
	}
	u, err := holdUser(ctx, tx, w.UserID)
	if err != nil {
		return err
	}
	target, err := catalog.FindDistrict(ctx, tx, w.Target)
	if err != nil {
		return err
	}
	return s.move(ctx, tx, u, target)
}

func notFoundIfNone(err error) error {
	if db.IsNone(err) {
		return fault.ErrNotFound
	}
	return err
}
