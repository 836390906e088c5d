package delivery_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"hearten/internal/delivery"
	"hearten/internal/platform/config"
	"hearten/internal/platform/db"
	"hearten/test/bench"
)

func register(w *bench.World, user *bench.Caller, session, token string) {
	w.T.Helper()
	inTx(w, func(ctx context.Context, tx *db.Tx) error {
		return w.App.Delivery.RegisterDevice(ctx, tx, user.ID, session, token)
	})
}

func inTx(w *bench.World, do func(ctx context.Context, tx *db.Tx) error) {
	w.T.Helper()
	ctx := context.Background()
	bench.Must(w.T, w.App.DB.Write(ctx, func(tx *db.Tx) error { return do(ctx, tx) }))
}

func devices(w *bench.World, users ...*bench.Caller) (tokens []string) {
	w.T.Helper()
	var ids []string
	for _, u := range users {
		ids = append(ids, u.ID)
	}
	found, err := w.App.Delivery.DevicesOf(context.Background(), w.App.DB, ids)
	bench.Must(w.T, err)
	for _, t := range found {
		tokens = append(tokens, t...)
	}
	slices.Sort(tokens)
	return tokens
}

func TestDevices(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		mei, wing := w.Member(), w.Member()
		check := func(who *bench.Caller, want ...string) {
			t.Helper()
			if got := devices(w, who); !slices.Equal(got, want) {
				t.Fatalf("the devices are %v, want %v", got, want)
			}
		}
		register(w, mei, "s1", "phone")
		register(w, mei, "s2", "tablet")
		register(w, mei, "s2", "tablet") // again
		register(w, wing, "s3", "watch")
		check(mei, "phone", "tablet")
		if got := devices(w, mei, wing, mei); !slices.Equal(got, []string{"phone", "tablet", "watch"}) {
			t.Fatalf("both have %v", got)
		}

		register(w, wing, "s4", "tablet") // belongs to whoever signed in on it last
		check(mei, "phone")
		check(wing, "tablet", "watch")

		inTx(w, func(ctx context.Context, tx *db.Tx) error {
			return w.App.Delivery.MoveSessionDevices(ctx, tx, "s3", "s5")
		})
		inTx(w, func(ctx context.Context, tx *db.Tx) error { return w.App.Delivery.DropSessionDevices(ctx, tx, "s3") })
		check(wing, "tablet", "watch")
		inTx(w, func(ctx context.Context, tx *db.Tx) error { return w.App.Delivery.DropSessionDevices(ctx, tx, "s5") })
		check(wing, "tablet")
		inTx(w, func(ctx context.Context, tx *db.Tx) error { return w.App.Delivery.DropUserDevices(ctx, tx, wing.ID) })
		check(wing)
		check(mei, "phone")

		w.Clock.Advance(200 * 24 * time.Hour)
		register(w, mei, "s6", "new phone")
		w.Clock.Advance(69 * 24 * time.Hour)
		w.RunJobs()
		check(mei, "new phone", "phone")
		w.Clock.Advance(2 * 24 * time.Hour)
		w.RunJobs()
		check(mei, "new phone")
	})
}

// A device is recognised after the secret was rotated, and stays one person's.
func TestDevicesAcrossRotation(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		mei, wing := w.Member(), w.Member()
		register(w, mei, "s1", "phone")
		register(w, mei, "s2", "tablet")
		w.Config.Secrets = append([]string{"another-secret-that-is-long-enough-too"}, w.Config.Secrets...)
		rotated := w.Replica()
		if got := devices(rotated, mei); !slices.Equal(got, []string{"phone", "tablet"}) {
			t.Fatalf("after the rotation: %v", got)
		}
		register(rotated, wing, "s3", "phone")
		w.Config.Secrets = w.Config.Secrets[:1]
		done := w.Replica()
		if got := devices(done, mei, wing); !slices.Equal(got, []string{"phone"}) || !slices.Equal(devices(done, wing), got) {
			t.Fatalf("with the new secret alone: %v", got)
		}
	})
}

// withFCM lets pushes go to a stand-in.
func withFCM(f *bench.FCM) bench.Option {
	return bench.With(func(c *config.Config) { c.Dev, c.FCMCredentials, c.FCMURL = false, f.Credentials, f.URL })
}

func pushTo(token string, model int) bench.Body {
	return bench.Body{"deviceToken": token, "model": model, "title": "早晨", "body": "今天走走吧", "data": bench.Body{"navigation": 4}}
}

func TestPushPayload(t *testing.T) {
	onEach(t, bench.NewFCM, withFCM, func(t *testing.T, w *bench.World, fcm *bench.FCM) {
		for model := range 3 {
			w.Service().Post("/push", pushTo(fmt.Sprintf("token-%d", model), model)).OK()
		}
		w.RunJobs()
		calls := fcm.Calls()
		if len(calls) != 3 || len(fcm.Tokens.Calls()) != 1 {
			t.Fatalf("%d pushes, %d access tokens", len(calls), len(fcm.Tokens.Calls()))
		}
		form, err := url.ParseQuery(fcm.Tokens.Calls()[0].Body)
		bench.Must(t, err)
		claims := bench.Assertion(t, form.Get("assertion"))
		if claims["iss"] != "sender@hearten-test.iam.example" || !strings.Contains(fmt.Sprint(claims["scope"]), "firebase.messaging") {
			t.Errorf("the assertion claims %v", claims)
		}
		for _, c := range calls {
			if c.Method != "POST" || c.Path != "/v1/projects/hearten-test/messages:send" || c.Header.Get("Authorization") != "Bearer an-access-token" {
				t.Fatalf("%s %s %v", c.Method, c.Path, c.Header)
			}
			checkPayload(t, c.Body)
		}
	})
}

func checkPayload(t *testing.T, text string) {
	t.Helper()
	var sent struct {
		Message struct {
			Token        string
			Notification map[string]string
			Data         map[string]string
			Apns         struct{ Payload struct{ Aps map[string]any } }
		}
	}
	bench.Must(t, json.Unmarshal([]byte(text), &sent))
	m := sent.Message
	id := m.Data["id"]
	delete(m.Data, "id")
	shown := map[string]string{"title": "早晨", "body": "今天走走吧"}
	navigation := map[string]string{"navigation": "4"}
	everything := map[string]string{"title": "早晨", "body": "今天走走吧", "navigation": "4"}
	want := map[string][2]map[string]string{"token-0": {shown, navigation}, "token-1": {nil, everything}, "token-2": {shown, everything}}[m.Token]
	if id == "" || !maps.Equal(m.Notification, want[0]) || !maps.Equal(m.Data, want[1]) {
		t.Errorf("%s gets %s", m.Token, text)
	}
	if silent := m.Apns.Payload.Aps["content-available"] == 1.0; silent != (m.Token == "token-1") {
		t.Errorf("%s: silent is %v", m.Token, silent)
	}
}

func TestPushAnswers(t *testing.T) {
	unregistered := `{"error":{"code":404,"status":"NOT_FOUND","message":"Requested entity was not found.","details":[{"@type":"x","errorCode":"UNREGISTERED"}]}}`
	onEach(t, bench.NewFCM, withFCM, func(t *testing.T, w *bench.World, fcm *bench.FCM) {
		user := signedUp(w)
		register(w, user, "s1", "old phone")
		register(w, user, "s1", "new phone")
		push := func(token string, answers ...bench.Answer) {
			w.Clock.Advance(time.Hour)
			fcm.Answer(answers...)
			w.Service().Post("/push", pushTo(token, 0)).OK()
			w.RunJobs()
		}

		push("old phone", bench.Answer{Status: 404, Body: unregistered})
		fared(w, 2, 1, "404", "UNREGISTERED")
		if got := devices(w, user); !slices.Equal(got, []string{"new phone"}) || deadJobs(w) != 0 {
			t.Errorf("the devices are %v, %d jobs are dead", got, deadJobs(w))
		}
		push("new phone", bench.Answer{Status: 404, Body: `{"error":{"code":404,"status":"NOT_FOUND","message":"no such project"}}`})
		fared(w, 2, 1, "NOT_FOUND", "no such project")
		for _, status := range []int{400, 403} {
			push("new phone", bench.Answer{Status: status, Body: `{"error":{"status":"INVALID_ARGUMENT"}}`})
			fared(w, 2, 1, fmt.Sprint(status), "INVALID_ARGUMENT")
		}
		if got := devices(w, user); !slices.Equal(got, []string{"new phone"}) || deadJobs(w) != 3 {
			t.Errorf("the devices are %v, %d jobs are dead", got, deadJobs(w))
		}

		before := len(fcm.Calls())
		push("new phone", bench.Answer{Status: 429, Header: map[string]string{"Retry-After": "120"}},
			bench.Answer{Status: 503, Header: map[string]string{"Retry-After": w.Clock.Now().Add(time.Hour + 10*time.Minute).Format("Mon, 02 Jan 2006 15:04:05 GMT")}},
			bench.Answer{Status: 500}, bench.Answer{Status: 200})
		for _, step := range []struct {
			wait  time.Duration
			calls int
		}{{110 * time.Second, 1}, {10 * time.Second, 2}, {7 * time.Minute, 2}, {time.Minute, 3}, {time.Minute, 4}} {
			w.Clock.Advance(step.wait)
			w.RunJobs()
			if got := len(fcm.Calls()) - before; got != step.calls {
				t.Fatalf("%d calls, want %d", got, step.calls)
			}
		}
		fared(w, 1, 4)
	})
}

func TestPushWithoutAccessToken(t *testing.T) {
	onEach(t, bench.NewFCM, withFCM, func(t *testing.T, w *bench.World, fcm *bench.FCM) {
		good := bench.Answer{Status: 200, Body: `{"access_token":"later","token_type":"Bearer","expires_in":3600}`}
		fcm.Tokens.Answer(bench.Answer{Status: 503}, bench.Answer{Status: 200, Body: "not JSON"}, good)
		w.Service().Post("/push", pushTo("token-0", 0)).OK()
		w.RunJobs()
		fared(w, 0, 1, "access token", "503")
		w.Clock.Advance(time.Minute)
		w.RunJobs()
		fared(w, 0, 2, "access token")
		w.Clock.Advance(time.Minute)
		w.RunJobs()
		fared(w, 1, 3)
	})
	fcm := bench.NewFCM(t)
	w := bench.New(t, bench.Engines[0], withFCM(fcm))
	fcm.Tokens.Answer(bench.Answer{Status: 400, Body: `{"error":"invalid_grant"}`})
	w.Service().Post("/push", pushTo("token-0", 0)).OK()
	w.RunJobs()
	fared(w, 2, 1, "400", "invalid_grant")
}

func TestPushRequests(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		service := w.Service().English()
		changed := func(name string, value any) bench.Body {
			b := pushTo("token", 0)
			b[name] = value
			return b
		}
		bad := map[string]bench.Body{
			"deviceToken": changed("deviceToken", ""),
			"model":       changed("model", 3),
			"title":       changed("title", ""),
			"body":        changed("body", strings.Repeat("字", 1001)),
			"data":        changed("data", nil),
			"navigation":  changed("data", bench.Body{"navigation": 9}),
		}
		for word, send := range bad {
			service.Post("/push", send).Fails(400, "VALIDATION", word)
			service.Post("/push/batch", bench.Body{"devices": []bench.Body{pushTo("good", 0), send}}).Fails(400, "VALIDATION", word)
		}
		service.Post("/push", changed("data", bench.Body{"navigation": 0})).Fails(400, "VALIDATION", "navigation")
		service.Post("/push", changed("deviceToken", strings.Repeat("x", 256))).Fails(400, "VALIDATION", "deviceToken")
		service.Post("/push/batch", bench.Body{"devices": []bench.Body{}}).Fails(400, "VALIDATION", "devices")
		many := make([]bench.Body, 501)
		for i := range many {
			many[i] = pushTo(fmt.Sprintf("token-%d", i), i%3)
		}
		service.Post("/push/batch", bench.Body{"devices": many}).Fails(400, "VALIDATION", "devices: must have 1 to 500 items")
		if total := deliveries(w, bench.Body{}).Int("data.pagination.totalItems"); total != 0 {
			t.Fatalf("%d refused pushes are queued", total)
		}
		service.Post("/push/batch", bench.Body{"devices": many[:500]}).OK()
		w.RunJobs()
		if n := len(w.Inbox("")); n != 500 {
			t.Fatalf("%d pushes were sent", n)
		}

		// A push to a known device is its owner's.
		user := w.Member()
		register(w, user, "s1", "token-7")
		service.Post("/push", pushTo("token-7", 0)).OK()
		if page := deliveries(w, bench.Body{"userId": user.ID}); page.Int("data.pagination.totalItems") != 1 || page.String("data.items.0.channel") != "push" {
			t.Errorf("the owner's messages: %s", page.Text)
		}
	})
}

func TestWelcomeRequests(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		service := w.Service().English()
		good := bench.Body{"url": "https://portal.example.hk", "name": "Mei", "email": "mei@example.hk", "password": "first-Passw0rd"}
		for _, name := range []string{"url", "name", "email", "password"} {
			for _, value := range []any{nil, "", 7, strings.Repeat("x", 600)} {
				send := maps.Clone(good)
				send[name] = value
				service.Post("/email/send/welcome", send).Fails(400, "VALIDATION", name)
			}
		}
		for name, value := range map[string]string{"url": "javascript:alert(1)", "email": "mei@example.hk\r\nBcc: x@y.hk"} {
			send := maps.Clone(good)
			send[name] = value
			service.Post("/email/send/welcome", send).Fails(400, "VALIDATION", name)
		}
		service.Post("/email/send/welcome", good).OK()
		w.RunJobs()
		if letters := w.Inbox(""); len(letters) != 1 || letters[0].To != "mei@example.hk" {
			t.Fatalf("the inbox holds %+v", letters)
		}
	})
}

// A message that cannot be written is a mistake of the program, found at once.
func TestImpossibleMessages(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	for name, m := range map[string]delivery.Message{
		"nobody":      bench.CodeBySMS("", "1234"),
		"no code":     bench.CodeBySMS("91234567", ""),
		"no template": {Channel: delivery.SMS, To: "91234567"},
		"by SMS":      {Channel: delivery.SMS, To: "91234567", Template: delivery.Welcome, Data: map[string]string{"url": "u", "name": "n", "email": "e", "password": "p"}},
		"no push":     {Channel: delivery.Push, To: "token"},
		"a pigeon":    {Channel: "pigeon", To: "roof"},
	} {
		ctx := context.Background()
		if err := w.App.DB.Write(ctx, func(tx *db.Tx) error { return w.App.Delivery.Enqueue(ctx, tx, m) }); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
