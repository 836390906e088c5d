// Package access says who may do what: permissions, the nine roles that hold
// them, the scope of records a role reaches, and the people who act.
package access

// Permission is something a staff operation asks for.
type Permission string

// The permissions, by area.
const (
	// Reference is what every staff member may look up.
	Reference Permission = "reference"

	StaffNames Permission = "staff.names"
	StaffRead  Permission = "staff.read"
	StaffWrite Permission = "staff.write"

	OrgUserRead   Permission = "user.org.read"
	OrgUserWrite  Permission = "user.org.write"
	FreeUserRead  Permission = "user.free.read"
	FreeUserWrite Permission = "user.free.write"
	UserControl   Permission = "user.control" // freeze, unlock, assign staff
	MemberImport  Permission = "user.import"

	ApplicationRead   Permission = "application.read"
	ApplicationDecide Permission = "application.decide"

	RemovalRead    Permission = "removal.read"
	RemovalRestore Permission = "removal.restore"
	RemovalConfirm Permission = "removal.confirm"

	NoticeSend  Permission = "notice.send"
	NoticeBatch Permission = "notice.batch"

	SurveyRead  Permission = "survey.read"
	SurveyWrite Permission = "survey.write"

	FriendRead  Permission = "friend.read"
	FriendWrite Permission = "friend.write"

	StepRead   Permission = "step.read"
	StepAdjust Permission = "step.adjust"

	StatisticsRead Permission = "statistics.read"

	VoucherRedeem  Permission = "voucher.redeem"
	VoucherReverse Permission = "voucher.reverse"

	ContentRead  Permission = "content.read"
	ContentWrite Permission = "content.write" // which drafts and moves: the review rules
	ArticleOrder Permission = "article.order" // tags and order

	AuditRead    Permission = "audit.read"
	DeliveryRead Permission = "delivery.read"

	MediaUpload Permission = "media.upload"
)
