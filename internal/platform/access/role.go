package access

import (
	"slices"

	"github.com/google/uuid"
)

// Centre is one of the partner centres, or none, or all.
type Centre string

// The centres. CentreAll is the reach of an administrator.
const (
	CentreA     Centre = "CENTRE_A"
	CentreB     Centre = "CENTRE_B"
	CentreOther Centre = "CENTRE_OTHER"
	CentreAll   Centre = "CENTRE_ALL"
)

// Partner reports whether the centre is one of the partner centres.
func (c Centre) Partner() bool { return c == CentreA || c == CentreB }

// Attachment is the kind of the users of this centre.
func (c Centre) Attachment() Attachment { return Attachment(c.Partner()) }

// Code is a role's position, the same at both centres.
type Code string

// The positions.
const (
	Support      Code = "SUPPORT"
	Professional Code = "PROFESSIONAL"
	Chief        Code = "CHIEF"
	Supervisor   Code = "SUPERVISOR"
	Admin        Code = "ADMIN"
)

// Role is a position at a centre with what it may do.
type Role struct {
	ID          string
	Code        Code
	Name        string
	Centre      Centre
	Permissions []Permission
}

// May reports whether the role holds a permission.
func (r Role) May(p Permission) bool { return slices.Contains(r.Permissions, p) }

// positions is the table of what each position may do. Which records it
// reaches is the Scope's matter.
var positions = []struct {
	code        Code
	name        string
	permissions []Permission
}{
	{Support, "支援同工", []Permission{
		Reference, StaffNames, OrgUserRead, ApplicationRead, NoticeSend, SurveyRead, FriendRead, StepRead,
		StatisticsRead, VoucherRedeem, ContentRead, ContentWrite, MediaUpload,
	}},
	{Professional, "專業同工", []Permission{
		Reference, StaffNames, OrgUserRead, ApplicationRead, RemovalRead, NoticeSend, SurveyRead, SurveyWrite,
		FriendRead, FriendWrite, StepRead, StepAdjust, StatisticsRead, VoucherRedeem,
		ContentRead, ContentWrite, ArticleOrder, MediaUpload,
	}},
	{Chief, "主任", append(inCharge(), RemovalRestore)},
	{Supervisor, "督導", append(inCharge(), RemovalRestore, RemovalConfirm)},
	{Admin, "管理員", append(inCharge(), RemovalRestore, RemovalConfirm, StaffWrite)},
}

// inCharge is what chiefs, supervisors and administrators have in common.
func inCharge() []Permission {
	return []Permission{
		Reference, StaffNames, StaffRead, OrgUserRead, OrgUserWrite, FreeUserRead, FreeUserWrite, UserControl,
		MemberImport, ApplicationRead, ApplicationDecide, RemovalRead, NoticeSend, NoticeBatch, SurveyRead,
		SurveyWrite, FriendRead, FriendWrite, StepRead, StepAdjust, StatisticsRead, VoucherRedeem, VoucherReverse,
		ContentRead, ContentWrite, ArticleOrder, AuditRead, DeliveryRead, MediaUpload,
	}
}

// roleSpace makes role ids the same in every installation.
var roleSpace = uuid.NewSHA1(uuid.NameSpaceOID, []byte("hearten/role"))

var roles = func() []Role {
	var all []Role
	for _, p := range positions {
		for _, centre := range centresOf(p.code) {
			all = append(all, Role{
				ID:          uuid.NewSHA1(roleSpace, []byte(string(p.code)+"/"+string(centre))).String(),
				Code:        p.code,
				Name:        p.name,
				Centre:      centre,
				Permissions: p.permissions,
			})
		}
	}
	return all
}()

func centresOf(code Code) []Centre {
	if code == Admin {
		return []Centre{CentreAll}
	}
	return []Centre{CentreA, CentreB}
}

// Roles lists the nine roles.
func Roles() []Role { return roles }

// FindRole gives the role of that id. An unknown id has no permissions.
func FindRole(id string) (Role, bool) {
	for _, r := range roles {
		if r.ID == id {
			return r, true
		}
	}
	return Role{}, false
}

// AdminRole is the administrator's.
func AdminRole() Role { return roles[len(roles)-1] }
