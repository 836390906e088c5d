package delivery_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hearten/internal/delivery"
	"hearten/internal/platform/access"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

// withSMS lets text messages go to a stand-in.
func withSMS(s *bench.Standin) bench.Option {
	return bench.With(func(c *config.Config) { c.Dev, c.SMSURL = false, s.URL+"/send" })
}

// onEach runs a scenario on every engine, each with a provider of its own.
func onEach[P any](t *testing.T, start func(testing.TB) P, use func(P) bench.Option, scenario func(*testing.T, *bench.World, P), options ...bench.Option) {
	t.Helper()
	for _, engine := range bench.Engines {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			provider := start(t)
			scenario(t, bench.New(t, engine, append([]bench.Option{use(provider)}, options...)...), provider)
		})
	}
}

// signedUp is a member of a world whose codes go to a provider: a development
// replica signs them up.
func signedUp(w *bench.World) *bench.Caller {
	w.T.Helper()
	given := w.Config
	defer func() { w.Config = given }()
	w.Config.Dev = true
	return w.Replica().Member().At(w)
}

// deliveries is the list as an administrator sees it.
func deliveries(w *bench.World, filter bench.Body) *bench.Reply {
	w.T.Helper()
	return w.Admin().Post("/web/delivery/page", filter).OK()
}

// fared checks the newest message of the list.
func fared(w *bench.World, status, attempts int, words ...string) {
	w.T.Helper()
	page := deliveries(w, bench.Body{})
	if page.Int("data.items.0.status") != status || page.Int("data.items.0.attempts") != attempts {
		w.T.Fatalf("want status %d after %d attempts: %s", status, attempts, page.Text)
	}
	last := page.String("data.items.0.lastError")
	if len(words) == 0 && last != "" {
		w.T.Fatalf("there should be no error: %q", last)
	}
	for _, word := range words {
		if !strings.Contains(last, word) {
			w.T.Fatalf("the error %q does not say %q", last, word)
		}
	}
}

// secretsLeft counts the messages that still wait, encrypted, in the queue.
func secretsLeft(w *bench.World) (n int) {
	w.T.Helper()
	bench.Must(w.T, w.SQL().QueryRow(`SELECT COUNT(*) FROM jobs WHERE secret IS NOT NULL`).Scan(&n))
	return n
}

func deadJobs(w *bench.World) int {
	w.T.Helper()
	dead, err := w.App.Queue.DeadJobs(context.Background())
	bench.Must(w.T, err)
	return len(dead)
}

func TestMessageIsSentOnlyIfItsTransactionCommits(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		ctx, undone := context.Background(), errors.New("undone")
		err := w.App.DB.Write(ctx, func(tx *db.Tx) error {
			if err := w.App.Delivery.Enqueue(ctx, tx, bench.CodeBySMS("91234567", "1111")); err != nil {
				return err
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
		bench.Deliver(w, bench.CodeBySMS("91234567", "2222"))
		if page := deliveries(w, bench.Body{}); page.Int("data.pagination.totalItems") != 1 || page.Int("data.items.0.status") != 0 {
			t.Fatalf("before it is sent: %s", page.Text)
		}
		w.RunJobs()
		w.RunJobs()
		letters := w.Inbox("91234567")
		if len(letters) != 1 || *letters[0].Code != 2222 {
			t.Fatalf("the inbox holds %+v", letters)
		}
		fared(w, 1, 1)
	})
}

func TestDedupe(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		keyed := func(key, code string) delivery.Message {
			m := bench.CodeBySMS("91234567", code)
			m.Dedupe = key
			return m
		}
		bench.Deliver(w, keyed("k", "1001"), keyed("k", "1002"), keyed("other", "1003"), bench.CodeBySMS("91234567", "1004"), bench.CodeBySMS("91234567", "1004"))
		bench.Deliver(w, keyed("k", "1005"))
		w.RunJobs()
		bench.Deliver(w, keyed("k", "1006")) // also once it is sent
		w.RunJobs()
		w.Clock.Advance(30 * 24 * time.Hour) // and once its job is forgotten
		w.RunJobs()
		bench.Deliver(w, keyed("k", "1007"))
		w.RunJobs()
		var codes []int
		for _, l := range w.Inbox("") {
			codes = append(codes, *l.Code)
		}
		if slices.Sort(codes); !slices.Equal(codes, []int{1001, 1003, 1004, 1004}) {
			t.Fatalf("sent %v", codes)
		}
	})
}

// Two requests at once with one key: one message.
func TestDedupeRace(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				m := bench.CodeBySMS("91234567", "1234")
				m.Dedupe = "once"
				bench.Deliver(w, m)
			})
		}
		all.Wait()
		w.RunJobs()
		if n := len(w.Inbox("")); n != 1 {
			t.Fatalf("%d messages were sent", n)
		}
	})
}

func TestExpiredMessageIsNotSentLate(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, gateway *bench.Standin) {
		m := bench.CodeBySMS("91234567", "4321")
		m.ExpiresAt = w.Clock.Now().Add(5 * time.Minute)
		bench.Deliver(w, m)
		w.Clock.Advance(5 * time.Minute)
		w.RunJobs()
		fared(w, 3, 0)
		if len(gateway.Calls()) != 0 || secretsLeft(w) != 0 {
			t.Fatalf("%d calls, %d secrets", len(gateway.Calls()), secretsLeft(w))
		}

		// One that expires while the gateway is out of order.
		gateway.Answer(bench.Answer{Status: 503, Header: map[string]string{"Retry-After": "3600"}})
		m.ExpiresAt = w.Clock.Now().Add(5 * time.Minute)
		bench.Deliver(w, m)
		w.RunJobs()
		fared(w, 0, 1, "503")
		w.Clock.Advance(4 * time.Minute)
		w.RunJobs()
		if len(gateway.Calls()) != 1 {
			t.Fatal("it did not wait as it was told")
		}
		w.Clock.Advance(2 * time.Minute) // its time is over long before the hour
		w.RunJobs()
		fared(w, 3, 1)
		if len(gateway.Calls()) != 1 || secretsLeft(w) != 0 || deadJobs(w) != 0 {
			t.Fatalf("%d calls, %d secrets, %d dead", len(gateway.Calls()), secretsLeft(w), deadJobs(w))
		}
	})
}

func TestMessageIsTriedAgain(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		sms.Answer(bench.Answer{Status: 500, Body: "overloaded"}, bench.Answer{Status: 429}, bench.Answer{Status: 408}, bench.Answer{Status: 200})
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		w.RunJobs()
		fared(w, 0, 1, "500", "overloaded")
		for range 3 {
			w.Clock.Advance(time.Minute)
			w.RunJobs()
		}
		fared(w, 1, 4)
		calls := sms.Calls()
		id := deliveries(w, bench.Body{}).String("data.items.0.id")
		for _, c := range calls {
			if c.Header.Get("Idempotency-Key") != id {
				t.Errorf("a try was named %q, not %q", c.Header.Get("Idempotency-Key"), id)
			}
		}
		w.Clock.Advance(24 * time.Hour)
		w.RunJobs()
		if len(sms.Calls()) != 4 || secretsLeft(w) != 0 {
			t.Fatalf("%d calls, %d secrets left", len(sms.Calls()), secretsLeft(w))
		}
	})
}

func TestRefusedMessageIsNotTriedAgain(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		sms.Answer(bench.Answer{Status: 400, Body: "no such number"})
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		for range 3 {
			w.RunJobs()
			w.Clock.Advance(2 * time.Hour)
		}
		fared(w, 2, 1, "400", "no such number")
		if len(sms.Calls()) != 1 || deadJobs(w) != 1 || secretsLeft(w) != 0 {
			t.Fatalf("%d calls, %d dead jobs, %d secrets", len(sms.Calls()), deadJobs(w), secretsLeft(w))
		}
	})
}

func TestHopelessMessageFails(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		sms.Answer(bench.Answer{Status: 503})
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		for range 20 {
			w.RunJobs()
			w.Clock.Advance(2 * time.Hour)
		}
		fared(w, 2, 16, "503")
		if len(sms.Calls()) != 16 || deadJobs(w) != 1 || secretsLeft(w) != 0 {
			t.Fatalf("%d calls, %d dead jobs, %d secrets", len(sms.Calls()), deadJobs(w), secretsLeft(w))
		}
	})
}

// A process that dies before it sent: another sends. One that dies after the
// provider took it and that was written down: nobody sends again.
func TestMessageOfADeadProcess(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		die := func() {
			w.LoseJobs("delivery.send")
			w.Clock.Advance(time.Minute)
		}
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		die()
		w.RunJobs()
		fared(w, 1, 2)
		if len(sms.Calls()) != 1 {
			t.Fatalf("it was sent %d times", len(sms.Calls()))
		}

		bench.Deliver(w, bench.CodeBySMS("91234567", "8765"))
		w.SetDelivered()
		die()
		w.RunJobs()
		if len(sms.Calls()) != 1 || secretsLeft(w) != 0 {
			t.Fatalf("it was sent %d times, %d secrets left", len(sms.Calls()), secretsLeft(w))
		}

		// One whose process dies with the last try in hand is given up.
		bench.Deliver(w, bench.CodeBySMS("91234567", "9999"))
		w.LeaveOneTry("delivery.send")
		die()
		w.RunJobs()
		w.Clock.Advance(time.Hour)
		w.RunJobs()
		fared(w, 2, 0, "given up")
	})
}

func TestTwoWorkersSendEachMessageOnce(t *testing.T) {
	onEach(t, bench.NewStandin, withSMS, func(t *testing.T, w *bench.World, sms *bench.Standin) {
		replica := w.Replica()
		const n = 60
		var messages []delivery.Message
		for i := range n {
			messages = append(messages, bench.CodeBySMS("91234567", fmt.Sprint(1000+i)))
		}
		bench.Deliver(w, messages...)
		var all sync.WaitGroup
		all.Go(w.RunJobs)
		all.Go(replica.RunJobs)
		all.Wait()
		sent := map[string]int{}
		for _, c := range sms.Calls() {
			sent[c.Header.Get("Idempotency-Key")]++
		}
		if len(sent) != n || len(sms.Calls()) != n {
			t.Fatalf("%d messages were sent in %d calls", len(sent), len(sms.Calls()))
		}
	})
}

func TestManyMessagesCostFewStatements(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		batch := func(n int) (statements int) {
			var messages []delivery.Message
			for i := range n {
				messages = append(messages, delivery.Message{
					Channel: delivery.Push, To: fmt.Sprintf("token-%d-%d", n, i), UserID: fmt.Sprintf("user-%d", i), Dedupe: fmt.Sprintf("notice %d %d", n, i),
					Push: &delivery.Notification{Title: "早晨", Body: "今天走走吧", Navigation: delivery.Notices},
				})
			}
			return len(w.Statements(func() { bench.Deliver(w, messages...) }))
		}
		for _, n := range []int{600, 1000} {
			if got := batch(n); got > 6 {
				t.Errorf("%d messages took %d statements", n, got)
			}
		}
		if total := deliveries(w, bench.Body{}).Int("data.pagination.totalItems"); total != 1600 {
			t.Errorf("%d messages are known", total)
		}
	})
}

func TestDeliveryPage(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		users := map[access.Centre]*bench.Caller{}
		for centre, community := range map[access.Centre]int{access.CentreA: 0, access.CentreB: 7} {
			users[centre] = bench.SetDistrict(w.Member(), w.District(community), 1)
		}
		chiefA, supervisorB := w.Staff(access.Chief, access.CentreA), w.Staff(access.Supervisor, access.CentreB)
		free := w.Member()
		w.DeleteDeliveries() // the codes they signed up with

		about := func(m delivery.Message, userID, staffID string) delivery.Message {
			m.UserID, m.StaffID = userID, staffID
			return m
		}
		expired := about(bench.CodeBySMS("91230001", "1001"), users[access.CentreA].ID, "")
		expired.ExpiresAt = w.Clock.Now()
		bench.Deliver(w, expired)
		w.RunJobs()
		w.Clock.Advance(time.Minute)
		bench.Deliver(w, about(delivery.Message{Channel: delivery.Email, To: "mei@gmail.com", Template: delivery.ResetCode,
			Data: map[string]string{"code": "1002"}}, users[access.CentreB].ID, ""))
		w.RunJobs()
		w.Clock.Advance(time.Minute)
		bench.Deliver(w, about(bench.CodeBySMS("91230003", "1003"), "", supervisorB.ID))
		w.Clock.Advance(time.Minute)
		bench.Deliver(w, about(bench.CodeBySMS("91230004", "1004"), free.ID, ""))
		w.Clock.Advance(time.Minute)
		bench.Deliver(w, bench.CodeBySMS("61230005", "1005"))
		w.Clock.Advance(time.Minute)
		bench.Deliver(w, delivery.Message{Channel: delivery.Push, To: "a-device-token-that-is-long", UserID: users[access.CentreA].ID,
			Push: &delivery.Notification{Title: "早晨", Body: "你好", Navigation: delivery.Home}})

		admin := w.Admin()
		check := func(who *bench.Caller, filter bench.Body, want ...any) {
			t.Helper()
			if got := who.Post("/web/delivery/page", filter).OK().List("data.items", "target"); !slices.Equal(got, want) {
				t.Errorf("%v lists %v, want %v", filter, got, want)
			}
		}
		check(admin, bench.Body{}, "****long", "6****05", "9****04", "9****03", "m***@g***.com", "9****01")
		check(chiefA, bench.Body{}, "****long", "9****01")
		check(supervisorB, bench.Body{}, "9****03", "m***@g***.com")
		check(chiefA, bench.Body{"userId": users[access.CentreB].ID})
		check(chiefA, bench.Body{"userId": users[access.CentreA].ID}, "****long", "9****01")
		check(admin, bench.Body{"channel": "email"}, "m***@g***.com")
		check(admin, bench.Body{"channel": nil, "statuses": nil, "userId": free.ID}, "9****04")
		check(admin, bench.Body{"statuses": []int{1, 3}}, "m***@g***.com", "9****01")
		check(admin, bench.Body{"statuses": []int{2}})
		check(admin, bench.Body{"statuses": []int{}, "channel": "sms", "pagination": bench.Body{"page": 2, "size": 2}}, "9****03", "9****01")
		check(admin, bench.Body{"channel": "sms", "sortings": []bench.Body{{"property": "createAt", "direction": "asc"}}}, "9****01", "9****03", "9****04", "6****05")
		check(admin, bench.Body{"sortings": []bench.Body{{"property": "status", "direction": "desc"}, {"property": "target", "direction": "asc"}}},
			"9****01", "m***@g***.com", "****long", "6****05", "9****03", "9****04")

		first := admin.Post("/web/delivery/page", bench.Body{"channel": "email"}).OK()
		if first.String("data.items.0.createdAt") != "2026-11-15T02:01:00.000Z" || first.Int("data.items.0.status") != 1 ||
			first.Int("data.items.0.attempts") != 1 || first.String("data.items.0.lastError") != "" || first.String("data.items.0.id") == "" {
			t.Errorf("an item is %s", first.Text)
		}
		for _, bad := range []bench.Body{
			{"channel": "pigeon"}, {"statuses": []int{4}}, {"statuses": "sent"}, {"userId": 7}, {"pagination": bench.Body{"page": 0}},
			{"sortings": []bench.Body{{"property": "targetHash", "direction": "asc"}}},
		} {
			admin.Post("/web/delivery/page", bad).Fails(400, "VALIDATION")
		}
		// Looking for one person's messages is looking at that person.
		if got := admin.Post("/web/audit/page", bench.Body{"userId": free.ID}).OK().List("data.items", "action"); !slices.Equal(got, []any{"post-web-delivery-page"}) {
			t.Errorf("the audit log says %v", got)
		}
	})
}

// Nothing that a message says, nor where it went, can be read anywhere, before
// or after it was sent, whether that went well or not.
func TestNothingOfAMessageIsReadable(t *testing.T) {
	type providers struct {
		sms  *bench.Standin
		fcm  *bench.FCM
		mail *bench.MailServer
	}
	all := func(t testing.TB) providers {
		return providers{bench.NewStandin(t), bench.NewFCM(t), bench.NewMailServer(t)}
	}
	use := func(p providers) bench.Option {
		return bench.With(func(c *config.Config) {
			c.Dev, c.SMSURL, c.FCMCredentials, c.FCMURL, c.SMTPURL = false, p.sms.URL, p.fcm.Credentials, p.fcm.URL, p.mail.URL()
		})
	}
	onEach(t, all, use, func(t *testing.T, w *bench.World, p providers) {
		sms, fcm, mail := p.sms, p.fcm, p.mail
		user := signedUp(w)
		const token = "cHVzaC10b2tlbi1vZi1hLXBob25l-push-token-of-a-phone"
		register(w, user, "a session", token)
		echo := `{"error":"cannot send 「驗證碼是 codeword-8642」 to +85291234567 or 9123 4567 (%2B85291234567), wong.mei@gmail.com"}`
		sms.Answer(bench.Answer{Status: 500, Body: echo}, bench.Answer{Status: 400, Body: echo})
		fcm.Answer(bench.Answer{Status: 503, Body: `{"error":{"message":"token ` + token + ` 紫荊樹下見"}}`})

		// Four digits alone may stand in any id.
		bench.Deliver(w, bench.CodeBySMS("91234567", "codeword-8642"))
		bench.Deliver(w, delivery.Message{Channel: delivery.Push, To: token, UserID: user.ID,
			Push: &delivery.Notification{Model: delivery.Both, Title: "紫荊樹下見", Body: "帶同雨傘", Navigation: delivery.Notices}})
		w.Service().Post("/email/send/welcome", bench.Body{
			"url": "https://portal.example.hk", "name": "黃小美", "email": "wong.mei@gmail.com", "password": "first-Passw0rd",
		}).OK()
		bench.Deliver(w, delivery.Message{Channel: delivery.Email, To: "wong.mei@gmail.com", Template: delivery.EmailChanged,
			Data: map[string]string{"new": "mei.new@outlook.com"}})
		words := []string{"91234567", "9123 4567", "codeword-8642", token, "紫荊樹下", "帶同雨傘", "黃小美", "wong.mei", "first-Passw0rd", "mei.new"}
		check := func(when string) {
			t.Helper()
			for _, table := range w.Tables() {
				text := bench.Dump(w, table)
				for _, word := range words {
					if strings.Contains(text, word) {
						t.Errorf("%s: %q is readable in %s", when, word, table)
					}
				}
			}
			for _, word := range words {
				if strings.Contains(w.Logs.String(), word) {
					t.Errorf("%s: %q is in the log", when, word)
				}
			}
		}
		check("queued")
		w.RunJobs()
		check("tried")
		fcm.Answer(bench.Answer{Status: 404, Body: `{"error":{"status":"NOT_FOUND","message":"no ` + token + `"}}`})
		w.Clock.Advance(time.Hour)
		w.RunJobs()
		check("ended")
		statuses := deliveries(w, bench.Body{"pagination": bench.Body{"size": 4}}).List("data.items", "status")
		if !slices.Equal(statuses, []any{1.0, 1.0, 2.0, 2.0}) || len(mail.Mails()) != 2 || secretsLeft(w) != 0 {
			t.Fatalf("the messages ended %v, %d mails, %d secrets", statuses, len(mail.Mails()), secretsLeft(w))
		}
		if !strings.Contains(w.Logs.String(), "job failed") || !strings.Contains(w.Logs.String(), "job is dead") {
			t.Error("the failures were not logged, so that nothing is shown")
		}
	})
}
