package delivery_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"hearten/internal/delivery"
	"hearten/internal/platform/config"
	"hearten/internal/platform/words"
	"hearten/test/bench"
)

func TestInbox(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		if got := w.Inbox(""); len(got) != 0 {
			t.Fatalf("an empty inbox holds %v", got)
		}
		bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
		w.RunJobs()
		w.Clock.Advance(time.Minute)
		w.Service().English().Post("/email/send/welcome", bench.Body{
			"url": "https://portal.example.hk/login", "name": "Mei", "email": "mei@example.hk", "password": "first-Passw0rd",
		}).OK()
		w.Service().Post("/push", bench.Body{"deviceToken": "a-token", "model": 2, "title": "早晨", "body": "今天走走吧", "data": bench.Body{"navigation": 4}}).OK()
		w.RunJobs()

		all := w.Inbox("")
		if len(all) != 3 || all[0].Channel != "push" || all[1].Channel != "email" || all[2].Channel != "sms" {
			t.Fatalf("the inbox is not newest first: %+v", all)
		}
		push, mail, sms := all[0], all[1], all[2]
		if sms.To != "91234567" || sms.Code == nil || *sms.Code != 4321 || sms.Subject != "" || sms.Data != nil ||
			!strings.Contains(sms.Body, "4321") || sms.CreatedAt != "2026-11-15T02:00:00.000Z" || sms.ID == "" {
			t.Errorf("the text message is %+v", sms)
		}
		if mail.Code != nil || mail.Subject != "Welcome to Hearten" || fmt.Sprint(mail.Data) !=
			"map[email:mei@example.hk name:Mei password:first-Passw0rd url:https://portal.example.hk/login]" {
			t.Errorf("the mail is %+v", mail)
		}
		if push.To != "a-token" || push.Subject != "早晨" || push.Body != "今天走走吧" || push.Data["navigation"] != 4.0 || push.Data["model"] != 2.0 {
			t.Errorf("the push is %+v", push)
		}
		for to, want := range map[string]int{"91234567": 1, "+85291234567": 1, " 85291234567": 1, "MEI@example.hk": 1, "a-token": 1, "someone@else.hk": 0} {
			if got := len(w.Inbox(to)); got != want {
				t.Errorf("%d messages to %q, want %d", got, to, want)
			}
		}
	})
}

func TestInboxPage(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
	w.Service().Post("/push", bench.Body{"deviceToken": "<i>token</i>", "model": 0, "title": "<script>alert(1)</script>", "body": "a & b", "data": bench.Body{"navigation": 1}}).OK()
	w.RunJobs()
	page := w.Anonymous().Unchecked("GET", "/dev/inbox?to=", nil)
	if page.Status != 200 || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") ||
		!strings.Contains(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Fatalf("%d %v", page.Status, page.Header)
	}
	for _, shown := range []string{"4321", "91234567", "&lt;script&gt;alert(1)&lt;/script&gt;", "a &amp; b", "&lt;i&gt;token"} {
		if !strings.Contains(page.Text, shown) {
			t.Errorf("the page does not show %q", shown)
		}
	}
	if strings.Contains(page.Text, "<script>") {
		t.Error("the page lets messages write HTML")
	}
	hostile := w.Anonymous().Unchecked("GET", `/dev/inbox?to=%22%3E%3Cscript%3E`, nil)
	if strings.Contains(hostile.Text, "<script>") {
		t.Error("the page lets addresses write HTML")
	}
	w.Anonymous().Post("/dev/inbox", bench.Body{}).Fails(405, "METHOD_NOT_ALLOWED")
}

func TestInboxKeepsTheNewest(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	var messages []delivery.Message
	for i := range 510 {
		messages = append(messages, bench.CodeBySMS("91234567", fmt.Sprint(1000+i)))
	}
	bench.Deliver(w, messages...)
	w.RunJobs()
	letters := w.Inbox("")
	if len(letters) != 500 || *letters[0].Code != 1509 || *letters[499].Code != 1010 {
		t.Fatalf("%d letters, from %d to %d", len(letters), *letters[0].Code, *letters[len(letters)-1].Code)
	}
	left, err := os.ReadDir(filepath.Join(w.Config.Data, "inbox"))
	bench.Must(t, err)
	if len(left) != 500 {
		t.Fatalf("%d files are left", len(left))
	}
}

func TestNoInboxInProduction(t *testing.T) {
	w := bench.New(t, bench.Engines[0], bench.With(func(c *config.Config) { c.Dev = false }))
	w.Anonymous().Get("/dev/inbox").Fails(404, "NOT_FOUND")
	w.Anonymous().With("Accept", "application/json").Get("/dev/inbox?to=91234567").Fails(404, "NOT_FOUND")
	if _, err := os.Stat(filepath.Join(w.Config.Data, "inbox")); !os.IsNotExist(err) {
		t.Error("there is an inbox")
	}
	// A channel without a provider keeps its messages.
	bench.Deliver(w, bench.CodeBySMS("91234567", "4321"))
	w.RunJobs()
	fared(w, 0, 1, "not configured")
}

// Every text, on every channel it has, in both languages: its values are in it,
// and it is in its language.
func TestTexts(t *testing.T) {
	w := bench.New(t, bench.Engines[0])
	han := regexp.MustCompile(`\p{Han}`)
	code := map[string]string{"code": "4321"}
	type text struct {
		channels []delivery.Channel
		data     map[string]string
		says     map[words.Lang][]string
		never    string
	}
	both := []delivery.Channel{delivery.SMS, delivery.Email}
	codeText := func(zh, en string) text {
		return text{both, code, map[words.Lang][]string{
			words.Chinese: {"4321", "5 分鐘", "告訴任何人", zh}, words.English: {"4321", "5 minutes", "ever share", en},
		}, ""}
	}
	welcome := map[string]string{"url": "https://portal.example.hk", "name": "Mei", "email": "mei@example.hk", "password": "first-Passw0rd"}
	for template, want := range map[delivery.Template]text{
		delivery.Code:         codeText("核實身分", "confirm that it is you"),
		delivery.SignInCode:   codeText("登入", "sign in"),
		delivery.SignUpCode:   codeText("開設帳戶", "open your account"),
		delivery.ResetCode:    codeText("重設密碼", "set a new password"),
		delivery.NewEmailCode: codeText("電郵地址", "email address"),
		delivery.NewPhoneCode: codeText("電話號碼", "phone number"),
		delivery.Welcome: {[]delivery.Channel{delivery.Email}, welcome, map[words.Lang][]string{
			words.Chinese: {"Mei", "https://portal.example.hk", "mei@example.hk", "first-Passw0rd", "歡迎", "7 天"},
			words.English: {"Mei", "https://portal.example.hk", "mei@example.hk", "first-Passw0rd", "welcome", "7 days"},
		}, ""},
		delivery.NewPassword: {[]delivery.Channel{delivery.Email}, welcome, map[words.Lang][]string{
			words.Chinese: {"Mei", "https://portal.example.hk", "mei@example.hk", "first-Passw0rd", "重設", "7 天"},
			words.English: {"Mei", "https://portal.example.hk", "mei@example.hk", "first-Passw0rd", "reset", "7 days"},
		}, ""},
		delivery.EmailChanged: {both, map[string]string{"new": "mei.new@outlook.com"}, map[words.Lang][]string{
			words.Chinese: {"電郵地址", "m***@o***.com", "聯絡中心"}, words.English: {"email address", "m***@o***.com", "contact your centre"},
		}, "mei.new"},
		delivery.PhoneChanged: {both, map[string]string{"new": "61234567"}, map[words.Lang][]string{
			words.Chinese: {"電話號碼", "6****67", "聯絡中心"}, words.English: {"phone number", "6****67", "contact your centre"},
		}, "61234567"},
	} {
		for _, channel := range want.channels {
			for lang, expected := range want.says {
				to := fmt.Sprintf("%s-%s-%d@x.hk", template, channel, lang)
				bench.Deliver(w, delivery.Message{Channel: channel, To: to, Template: template, Lang: lang, Data: want.data})
				w.RunJobs()
				letter := w.Inbox(to)[0]
				for _, word := range expected {
					if !strings.Contains(letter.Body, word) {
						t.Errorf("%s lacks %q: %s", to, word, letter.Body)
					}
				}
				if han.MatchString(letter.Body) != (lang == words.Chinese) || (letter.Subject == "") != (channel == delivery.SMS) ||
					letter.Subject != "" && han.MatchString(letter.Subject) != (lang == words.Chinese) || strings.Contains(letter.Body+letter.Subject, "%!") {
					t.Errorf("%s says %q %q", to, letter.Subject, letter.Body)
				}
				if want.never != "" && strings.Contains(letter.Body, want.never) {
					t.Errorf("%s tells %s", to, want.never)
				}
			}
		}
	}
}
