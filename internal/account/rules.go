package account

import (
	"hearten/internal/catalog"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/fault"
)

var (
	errNotAttached  = fault.New(fault.NotEligible, "只有機構用戶可申請成為計劃會員", "Only users of a partner centre can apply for the plan")
	errNotRegular   = fault.New(fault.NotEligible, "只有普通會員可申請成為計劃會員", "Only regular members can apply for the plan")
	errNotMember    = fault.New(fault.NotEligible, "你不是計劃會員", "You are not a plan member")
	errPending      = fault.New(fault.PendingExists, "已有申請正在處理", "An application is already under review")
	errNumberInUse  = fault.New(fault.Conflict, "此服務編號已被使用", "This service number is already in use")
	errOwnCode      = fault.New(fault.NotEligible, "不可使用自己的邀請碼", "You cannot use your own invitation code")
	errCircle       = fault.New(fault.NotEligible, "不可使用由你邀請的會員的邀請碼", "You cannot use the code of someone you invited")
	errTooLate      = fault.New(fault.NotEligible, "邀請碼須於註冊後 %d 天內使用", "An invitation code must be used within %d days of signing up")
	errApplied      = fault.New(fault.Conflict, "你已使用過邀請碼", "You have used an invitation code already")
	errConsentStale = fault.New(fault.Conflict, "同意書已更新，請重新閱讀", "The consent has changed; please read it again")

	ruleNewPassword = fault.NewRule("必須與舊密碼不同", "must differ from the old one")
	ruleUsername    = fault.NewRule("必須為 4 至 20 個字元（英文字母、數字、_ 及 .），不可全為數字", "must be 4 to 20 characters (letters, digits, _ and .) and not all digits")
	ruleBirthday    = fault.NewRule("必須是 1900 年至今的日期", "must be a date from 1900 until today")
)

// districtMove is what follows from choosing a district.
type districtMove int

const (
	stay     districtMove = iota // the current one: nothing changes
	moveNow                      // applied at once
	askFirst                     // another partner centre must approve
)

// moveTo decides about a change of district: only a move from one centre or none
// into another partner centre, once a district is set, needs approval.
func moveTo(u User, target catalog.District) districtMove {
	switch {
	case u.DistrictID != nil && *u.DistrictID == target.ID:
		return stay
	case u.DistrictID == nil, target.Centre == string(u.Centre), target.Centre == string(access.CentreOther):
		return moveNow
	default:
		return askFirst
	}
}

// mayJoin says why a user cannot apply for the plan, or nil.
func mayJoin(u User) error {
	switch {
	case !u.Attached():
		return errNotAttached
	case u.UserType != access.Regular:
		return errNotRegular
	default:
		return nil
	}
}

// activityDistricts is the district used for activities, by community.
var activityDistricts = map[int]int{0: 2, 1: 1, 2: 1, 3: 2, 4: 2, 5: 1, 6: 4, 7: 8, 8: 5, 9: 6, 10: 3, 11: 10, 12: 7}

func activityDistrict(community *int) int {
	if community == nil {
		return 0
	}
	return activityDistricts[*community]
}

// validBirthday reports whether someone alive may have been born then.
func validBirthday(d, today clock.Date) bool { return d.Year >= 1900 && !today.Before(d) }

// profileComplete is what the mission of that name asks for.
func profileComplete(u User) bool {
	return u.Nickname != "" && u.Gender != nil && !u.Birthday.IsZero()
}

// reward is what an inviter earns for one more guest.
func reward(s catalog.Invitation, obtained int64) int64 {
	return max(0, min(int64(s.Coin), int64(s.MaxCoin)-obtained))
}
