package delivery

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"hearten/internal/platform/db"
)

// deviceUnseen is how long a device is kept that no one signs in on.
const deviceUnseen = 270 * 24 * time.Hour

// RegisterDevice notes that a device reaches a user. A device belongs to
// whoever signed in on it last.
func (s *Service) RegisterDevice(ctx context.Context, tx *db.Tx, userID, sessionID, token string) error {
	return upsertDevice(ctx, tx, device{
		Hash: tokenHash(token), Sealed: s.keys.Encrypt([]byte(token)), UserID: userID, sessionID: sessionID, seenAt: s.clock.Now(),
	})
}

// MoveSessionDevices gives the devices of a session to the one that replaced it.
func (s *Service) MoveSessionDevices(ctx context.Context, tx *db.Tx, from, to string) error {
	return moveDevices(ctx, tx, from, to)
}

// DropSessionDevices forgets the devices of a session: someone signed out.
func (s *Service) DropSessionDevices(ctx context.Context, tx *db.Tx, sessionID string) error {
	return deleteDevicesOfSession(ctx, tx, sessionID)
}

// DropOtherDevices forgets the devices of all sessions of a user but one.
func (s *Service) DropOtherDevices(ctx context.Context, tx *db.Tx, userID, sessionID string) error {
	return deleteDevicesOfOtherSessions(ctx, tx, userID, sessionID)
}

// DropUserDevices forgets all devices of a user.
func (s *Service) DropUserDevices(ctx context.Context, tx *db.Tx, userID string) error {
	return deleteDevicesOfUser(ctx, tx, userID)
}

// DevicesOf gives the device tokens of users. A token that was sealed with a
// secret no longer live is left out; the App sends it again.
func (s *Service) DevicesOf(ctx context.Context, r db.Reader, userIDs []string) (map[string][]string, error) {
	found, err := listDevices(ctx, r, userIDs)
	if err != nil {
		return nil, err
	}
	tokens := map[string][]string{}
	for _, d := range found {
		token, err := s.keys.Decrypt(d.Sealed)
		if err != nil {
			continue
		}
		tokens[d.UserID] = append(tokens[d.UserID], string(token))
	}
	return tokens, nil
}

// tokenHash is not keyed: tokens are long and random, and one must be
// recognised after secrets were rotated, or it would belong to two people.
func tokenHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
