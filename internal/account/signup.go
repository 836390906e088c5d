package account

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"strings"

	"github.com/google/uuid"

	"hearten/internal/catalog"
	"hearten/internal/otp"
	"hearten/internal/platform/access"
	"hearten/internal/platform/clock"
	"hearten/internal/platform/db"
	"hearten/internal/platform/identity"
	"hearten/internal/wallet"
)

// SignUp creates an account for the proven address and signs it in.
func (s *Service) SignUp(ctx context.Context, otpToken string, code int) (token string, err error) {
	proof, err := s.Codes.Check(ctx, otp.Signup, otpToken, code)
	if err != nil {
		return "", err
	}
	_, err = s.create(ctx, NewUser{Names: []identity.Name{identity.Parse(proof.Identifier)}}, func(tx *db.Tx, u User) error {
		if err := s.Codes.Consume(ctx, tx, proof); err != nil {
			return err
		}
		token, err = s.openSession(ctx, tx, u.ID, "")
		return err
	})
	return token, err
}

// NewUser is who is to be created.
type NewUser struct {
	Names         []identity.Name // an email address, a phone number or both
	Nickname      string
	Birthday      clock.Date
	DistrictID    *string
	Centre        access.Centre
	UserType      access.UserType
	ServiceNumber *string
}

// nameTries is how often a name is generated until a free one is found.
const nameTries = 5

// create makes an account with its wallet, and runs also in the same
// transaction.
func (s *Service) create(ctx context.Context, n NewUser, also func(tx *db.Tx, u User) error) (User, error) {
	settings, err := catalog.ReadSettings(ctx, s.DB)
	if err != nil {
		return User{}, err
	}
	for try := 1; ; try++ {
		u := s.newUser(n)
		err := s.DB.Write(ctx, func(tx *db.Tx) error {
			if err := insertUser(ctx, tx, u); err != nil {
				return err
			}
			if err := s.Wallet.Open(ctx, tx, u.ID); err != nil {
				return fmt.Errorf("open the wallet: %w", err)
			}
			if err := s.Wallet.Change(ctx, tx, u.ID,
				wallet.Entry{Currency: wallet.Coin, Amount: int64(settings.NewAccount.Coin), Reason: wallet.Welcome},
				wallet.Entry{Currency: wallet.Token, Amount: int64(settings.NewAccount.Token), Reason: wallet.Welcome}); err != nil {
				return fmt.Errorf("pay the welcome: %w", err)
			}
			if u.UserType == access.PlanMember {
				if err := s.joined(ctx, tx, u.ID); err != nil {
					return err
				}
			}
			return also(tx, u)
		})
		if isGeneratedTwice(err) && try < nameTries {
			continue
		}
		return u, errIfTaken(err)
	}
}

func (s *Service) newUser(n NewUser) User {
	u := User{
		ID: uuid.Must(uuid.NewV7()).String(), Username: "u" + randomText(usernameLetters, 8), Nickname: n.Nickname,
		Birthday: n.Birthday, UserType: n.UserType, ServiceNumber: n.ServiceNumber, DistrictID: n.DistrictID, Centre: n.Centre,
		DefaultAvatar: 1 + randomInt(4), InvitationCode: randomText(invitationLetters, 8), CreatedAt: s.Clock.Now(),
	}
	if u.UserType == 0 {
		u.UserType = access.Regular
	}
	if u.Centre == "" {
		u.Centre = access.CentreOther
	}
	for _, name := range n.Names {
		if name.Kind == identity.Email {
			u.Email = &name.Text
		} else {
			u.Phone = &name.Text
		}
	}
	return u
}

const (
	usernameLetters   = "abcdefghijklmnopqrstuvwxyz0123456789"
	invitationLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" // no 0 O 1 I
)

func randomText(letters string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(letters[randomInt(len(letters))])
	}
	return b.String()
}

func randomInt(n int) int {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		panic(err) // the system has no randomness: nothing is safe
	}
	return int(i.Int64())
}
