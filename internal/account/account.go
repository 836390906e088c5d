// Package account is the people who use the App: signing up and in, who they
// are, where they live, whether they belong to the plan, and leaving.
package account

import (
	"context"
	"time"

	"hearten/internal/audit"
	"hearten/internal/delivery"
	"hearten/internal/media"
	"hearten/internal/mission"
	"hearten/internal/notice"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/keys"
	"hearten/internal/platform/lockout"
	"hearten/internal/platform/password"
	"hearten/internal/platform/session"
	"hearten/internal/wallet"
)

// User is an account as it is stored.
type User struct {
	ID             string            `db:"id"`
	Username       string            `db:"username"`
	Email          *string           `db:"email"`
	Phone          *string           `db:"phone"`
	PasswordHash   *string           `db:"password_hash"`
	PasswordChosen bool              `db:"password_chosen"`
	Nickname       string            `db:"nickname"`
	Signature      string            `db:"signature"`
	Gender         *int              `db:"gender"`
	Birthday       clock.Date        `db:"birthday"`
	Status         access.UserStatus `db:"status"`
	UserType       access.UserType   `db:"user_type"`
	ServiceNumber  *string           `db:"service_number"`
	DistrictID     *string           `db:"district_id"`
	District       *string           `db:"district"`
	Community      *int              `db:"community_number"`
	Centre         access.Centre     `db:"centre"`
	StaffID        *string           `db:"staff_id"`
	AvatarKey      *string           `db:"avatar_key"`
	DefaultAvatar  int               `db:"default_avatar"`
	InvitationCode string            `db:"invitation_code"`
	LastLogin      *time.Time        `db:"last_login"`
	Version        int64             `db:"version"`
	CreatedAt      time.Time         `db:"created_at"`
}

// Attached reports whether the user belongs to one of the partner centres.
func (u User) Attached() bool { return u.Centre.Partner() }

var (
	errBadCredentials = fault.New(fault.BadCredentials, "登入名稱或密碼不正確", "The login or the password is not right")
	errOldPassword    = fault.New(fault.WrongPassword, "舊密碼不正確", "The old password is not right")
	errFrozen         = fault.New(fault.Forbidden, "帳戶已被凍結，請聯絡中心職員", "This account is frozen; please ask your centre's staff")
	errNotOpen        = fault.New(fault.Forbidden, "帳戶現時不能使用", "The account cannot be used at present")
	errLeaving        = fault.New(fault.Forbidden, "帳戶正等待移除，請聯絡中心職員", "This account is waiting for removal; please ask your centre's staff")
	errTaken          = fault.New(fault.Conflict, "此登入名稱已被使用", "This login is already in use")
	errPasswordSet    = fault.New(fault.Conflict, "已設定密碼，請用更改密碼", "A password is set already; change it instead")
	errNoPassword     = fault.New(fault.Conflict, "尚未設定密碼", "No password has been set yet")
)

// Service is the area's use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	keys     *keys.Ring
	sessions *session.Service
	hasher   *password.Hasher
	guard    *lockout.Guard
	codes    *otp.Codes
	delivery *delivery.Service
	media    *media.Service
	wallet   *wallet.Service
	missions *mission.Service
	audit    *audit.Service
	notices  *notice.Service
	queue    *jobs.Queue
	onJoin   []Joined
}

// Joined is told that someone became a plan member, in the transaction of
// joining and while the wallet is held.
type Joined func(ctx context.Context, tx *db.Tx, userID string) error

// OnJoin adds something that follows from becoming a plan member.
func (s *Service) OnJoin(then Joined) { s.onJoin = append(s.onJoin, then) }

func (s *Service) joined(ctx context.Context, tx *db.Tx, userID string) error {
	for _, then := range s.onJoin {
		if err := then(ctx, tx, userID); err != nil {
			return err
		}
	}
	return nil
}

// Parts are what the service works with.
type Parts struct {
	DB       *db.DB
	Clock    clock.Clock
	Keys     *keys.Ring
	Sessions *session.Service
	Hasher   *password.Hasher
	Guard    *lockout.Guard
	Codes    *otp.Codes
	Delivery *delivery.Service
	Media    *media.Service
	Wallet   *wallet.Service
	Missions *mission.Service
	Audit    *audit.Service
	Notices  *notice.Service
}

// New builds the service.
func New(p Parts) *Service {
	return &Service{
		db: p.DB, clock: p.Clock, keys: p.Keys, sessions: p.Sessions, hasher: p.Hasher, guard: p.Guard, codes: p.Codes,
		delivery: p.Delivery, media: p.Media, wallet: p.Wallet, missions: p.Missions, audit: p.Audit, notices: p.Notices,
	}
}
