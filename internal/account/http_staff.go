package account

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/clock"
)

// EnrolReq is someone whom staff sign up. A phone number, an email address or
// both are needed.
type EnrolReq struct {
	Phone         string     `json:"phone,omitempty" maxLength:"20" doc:"8 digits starting with 6 or 9"`
	Email         string     `json:"email,omitempty" maxLength:"50"`
	Nickname      string     `json:"nickname,omitempty" maxLength:"100"`
	Birthday      clock.Date `json:"birthday,omitempty"`
	DistrictID    string     `json:"districtId,omitempty" maxLength:"64" doc:"Without one they are a free user"`
	ServiceNumber string     `json:"serviceNumber,omitempty" maxLength:"31" doc:"With one they are a plan member"`
}

// EnrolRes is the new member.
type EnrolRes struct {
	UserID string `json:"userId"`
}

func (h handlers) enrol(ctx context.Context, who access.Staff, in *api.Body[EnrolReq]) (EnrolRes, error) {
	id, err := h.s.Enrol(ctx, who, Enrolment(in.Body))
	return EnrolRes{id}, err
}

// CorrectReq changes a member's data; what is absent or null stays.
type CorrectReq struct {
	Phone         *string     `json:"phone,omitempty" maxLength:"20" doc:"8 digits starting with 6 or 9"`
	Email         *string     `json:"email,omitempty" minLength:"1" maxLength:"50"`
	Nickname      *string     `json:"nickname,omitempty" maxLength:"100"`
	Birthday      *clock.Date `json:"birthday,omitempty"`
	ServiceNumber *string     `json:"serviceNumber,omitempty" minLength:"1" maxLength:"31" doc:"A first one makes a plan member"`
	Remark        string      `json:"mark,omitempty" maxLength:"255" doc:"Why"`
}

type correctInput struct {
	UserID string `path:"user_id" doc:"The member's id"`
	Body   CorrectReq
}

func (h handlers) correct(ctx context.Context, who access.Staff, in *correctInput) (api.Null, error) {
	return api.Null{}, h.s.Correct(ctx, who, in.UserID, Correction(in.Body))
}

// FreezeReq names accounts.
type FreezeReq struct {
	UserIDs []string `json:"userIds" minItems:"1" maxItems:"1000"`
	Remark  string   `json:"mark,omitempty" maxLength:"255" doc:"Why"`
}

func (h handlers) freeze(ctx context.Context, who access.Staff, in *api.Body[FreezeReq]) (api.Null, error) {
	return api.Null{}, h.s.SetFrozen(ctx, who, in.Body.UserIDs, true, in.Body.Remark)
}

func (h handlers) unfreeze(ctx context.Context, who access.Staff, in *api.Body[FreezeReq]) (api.Null, error) {
	return api.Null{}, h.s.SetFrozen(ctx, who, in.Body.UserIDs, false, in.Body.Remark)
}

// AssignReq makes someone responsible for members.
type AssignReq struct {
	UserIDs []string `json:"userIds" minItems:"1" maxItems:"1000"`
	StaffID *string  `json:"staffId" doc:"A colleague of the members' centre; null: nobody"`
}

func (h handlers) assign(ctx context.Context, who access.Staff, in *api.Body[AssignReq]) (api.Null, error) {
	return api.Null{}, h.s.AssignStaff(ctx, who, in.Body.UserIDs, in.Body.StaffID)
}

func (h handlers) unlockCodes(ctx context.Context, who access.Staff, in *userPath) (api.Null, error) {
	return api.Null{}, h.s.UnlockCodes(ctx, who, in.UserID)
}

type userPath struct {
	UserID string `path:"user_id" doc:"The member's id"`
}
