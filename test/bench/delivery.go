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
