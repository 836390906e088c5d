package bench

import (
	"context"

	"hearten/internal/delivery"
	"hearten/internal/platform/db"
)

// Deliver enqueues messages in a transaction of their own.
func Deliver(w *World, messages ...delivery.Message) {
	w.T.Helper()
	ctx := context.Background()
	Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error { return w.App.Delivery.Enqueue(ctx, tx, messages...) }))
}

// CodeBySMS is a code by SMS.
func CodeBySMS(phone, code string) delivery.Message {
	return delivery.Message{Channel: delivery.SMS, To: phone, Template: delivery.SignInCode, Data: map[string]string{"code": code}}
}

// FailedDelivery writes a message to the table that could not be delivered.
func (w *World) FailedDelivery(centre, userID string) (id string) {
	w.T.Helper()
	id = NewName()
	w.insert("deliveries", row{"id": id, "channel": "sms", "target_masked": "9****01", "target_hash": "x", "user_id": orNull(userID),
		"centre": centre, "status": 2, "attempts": 1, "last_error": "", "created_at": w.Clock.Now(), "updated_at": w.Clock.Now()})
	return id
}

// SetDelivered marks every queued message as sent at the first try, as by a
// process that died right after it.
func (w *World) SetDelivered() {
	w.T.Helper()
	w.exec(`UPDATE deliveries SET status = @sent, attempts = 1 WHERE status = @queued`, row{"sent": delivery.Sent, "queued": delivery.Queued})
}

// DeleteDeliveries deletes the list of messages.
func (w *World) DeleteDeliveries() {
	w.T.Helper()
	w.exec(`DELETE FROM deliveries`)
}
