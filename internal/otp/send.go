package otp

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/google/uuid"

	"hearten/internal/delivery"
	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
	"hearten/internal/platform/words"
)

// Request asks for a code.
type Request struct {
	Nature Nature
	// Identifier is what the code is bound to and budgeted by: the address, or
	// the login name that was typed.
	Identifier string
	// Channel and To say where the code goes. With an empty To nothing is sent:
	// the steps and the answer are the same, so that they do not tell who exists.
	Channel delivery.Channel
	To      string
	// Owner is the account that the code is about, if any.
	Owner string
	Lang  words.Lang
	IP    string
}

// Send makes a code, sends it and returns the token that goes with it. Older
// codes of the same identifier and nature burn.
func (c *Codes) Send(ctx context.Context, r Request) (token string, err error) {
	now := c.clock.Now()
	row := codeRow{
		ID: uuid.Must(uuid.NewV7()).String(), Nature: string(r.Nature), Channel: string(r.Channel),
		IdentifierHash: c.hash(r.Identifier), IPHash: c.hash("ip " + r.IP), Identifier: c.keys.Encrypt([]byte(r.Identifier)),
		OwnerID: r.Owner, CreatedAt: now, ExpiresAt: now.Add(Life),
	}
	code := newCode()
	row.CodeHash = c.codeHash(row.ID, code)
	err = c.db.Write(ctx, func(tx *db.Tx) error {
		if err := c.admit(ctx, tx, r, row, now); err != nil {
			return err
		}
		if err := burnOlder(ctx, tx, row.IdentifierHash, r.Nature, now); err != nil {
			return err
		}
		if err := insert(ctx, tx, row); err != nil {
			return err
		}
		if r.To == "" {
			return nil
		}
		m := delivery.Message{
			Channel: r.Channel, To: r.To, Template: templates[r.Nature], Lang: r.Lang,
			Data: map[string]string{"code": strconv.Itoa(code)}, Dedupe: "otp " + row.ID, ExpiresAt: row.ExpiresAt,
		}
		if r.Nature == StaffReset {
			m.StaffID = r.Owner
		} else {
			m.UserID = r.Owner
		}
		if err := c.sender.Enqueue(ctx, tx, m); err != nil {
			return fmt.Errorf("send a code: %w", err)
		}
		return nil
	})
	return c.token(row), err
}

// admit checks the day's wrong tries and the budgets. It locks the turns of the
// identifier, the IP address and the SMS budget, always in that order, so that
// callers at the same moment are counted one after the other.
func (c *Codes) admit(ctx context.Context, tx *db.Tx, r Request, row codeRow, now time.Time) error {
	if err := lockTurn(ctx, tx, row.IdentifierHash, now); err != nil {
		return err
	}
	if err := checkOpen(ctx, tx, row.IdentifierHash, now); err != nil {
		return err
	}
	sent, err := listSent(ctx, tx, row.IdentifierHash, now.Add(-day), now)
	if err != nil {
		return err
	}
	if wait := c.budgets.wait(sent, now); wait > 0 {
		return errTooSoon.After(seconds(wait))
	}
	if c.budgets.IPHourly > 0 {
		if err := lockTurn(ctx, tx, row.IPHash, now); err != nil {
			return err
		}
		wait, err := waitOfAddress(ctx, tx, row.IPHash, c.budgets.IPHourly, now)
		if err := refuseFor(wait, err, errTooSoon); err != nil {
			return err
		}
	}
	if c.budgets.SMSHourly > 0 && r.Channel == delivery.SMS {
		if err := lockTurn(ctx, tx, c.hash("all sms"), now); err != nil {
			return err
		}
		wait, err := waitOfChannel(ctx, tx, delivery.SMS, c.budgets.SMSHourly, now)
		if err := refuseFor(wait, err, errBudget); err != nil {
			return err
		}
	}
	return nil
}

func refuseFor(wait time.Duration, err error, refusal *fault.Error) error {
	if err != nil || wait <= 0 {
		return err
	}
	return refusal.After(seconds(wait))
}

// newCode is 1000 to 9999: it travels as an integer, so it has no leading zero.
func newCode() int {
	n, err := rand.Int(rand.Reader, big.NewInt(9000))
	if err != nil {
		panic(err) // the system has no randomness: nothing is safe
	}
	return 1000 + int(n.Int64())
}

// templates say what a code is for.
var templates = map[Nature]delivery.Template{
	Login: delivery.SignInCode, Signup: delivery.SignUpCode, Reset: delivery.ResetCode, StaffReset: delivery.ResetCode,
	UpdateEmail: delivery.NewEmailCode, UpdatePhone: delivery.NewPhoneCode, Service: delivery.Code,
}
