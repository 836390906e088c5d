package delivery

import (
	"fmt"

	"hearten/internal/platform/identity"
	"hearten/internal/platform/words"
)

// Template names a text of mail and text messages.
type Template string

// The templates. Codes take the value "code", Welcome and NewPassword "url",
// "name", "email" and "password", the changes "new": the new number or address,
// which is masked here.
const (
	Code         Template = "code"
	SignInCode   Template = "code.sign-in"
	SignUpCode   Template = "code.sign-up"
	ResetCode    Template = "code.reset" // a forgotten password
	NewEmailCode Template = "code.new-email"
	NewPhoneCode Template = "code.new-phone"
	Welcome      Template = "welcome"
	NewPassword  Template = "password.new"  // of staff who start anew
	EmailChanged Template = "changed.email" // told to the old address or number
	PhoneChanged Template = "changed.phone"
)

// purposes say what a code is for.
var purposes = map[Template]words.Text{
	Code:         words.New("核實身分", "confirm that it is you"),
	SignInCode:   words.New("登入", "sign in"),
	SignUpCode:   words.New("開設帳戶", "open your account"),
	ResetCode:    words.New("重設密碼", "set a new password"),
	NewEmailCode: words.New("更改電郵地址", "change your email address"),
	NewPhoneCode: words.New("更改電話號碼", "change your phone number"),
}

var (
	codeSMS     = words.New("Hearten：你用於%s的驗證碼是 %s，5 分鐘內有效。請勿告訴任何人。", "Hearten: your code to %s is %s. It is good for 5 minutes. Never share it with anyone.")
	codeSubject = words.New("你的 Hearten 驗證碼", "Your Hearten code")
	codeMail    = words.New(`你好：

你用於%s的驗證碼是 %s，5 分鐘內有效。

請不要把驗證碼告訴任何人，我們的同工也不會問你。如果這不是你本人的要求，可以放心略過這封電郵。

Hearten 團隊`, `Hello,

your code to %s is %s. It is good for 5 minutes.

Please never share it with anyone; our staff will not ask for it either. If you did not ask for this code, you can safely ignore this email.

The Hearten team`)

	welcomeSubject = words.New("歡迎加入 Hearten", "Welcome to Hearten")
	welcomeMail    = words.New(`%s，你好：

歡迎加入 Hearten！你的帳戶已經準備好，請用以下資料登入：

網址：%s
電郵：%s
密碼：%s

這個密碼只供首次登入，請在 7 天內登入並設定自己的密碼。請不要把密碼告訴任何人。

Hearten 團隊`, `Dear %s,

welcome to Hearten! Your account is ready. Please sign in with:

Address: %s
Email: %s
Password: %s

This password is for the first time only: please sign in within 7 days and choose your own. Never share it with anyone.

The Hearten team`)

	newPasswordSubject = words.New("你的 Hearten 新密碼", "Your new Hearten password")
	newPasswordMail    = words.New(`%s，你好：

管理員已為你重設密碼，舊密碼不再有效。請用以下資料登入：

網址：%s
電郵：%s
密碼：%s

這個密碼只供首次登入，請在 7 天內登入並設定自己的密碼。請不要把密碼告訴任何人。

Hearten 團隊`, `Dear %s,

an administrator has reset your password; the old one no longer works. Please sign in with:

Address: %s
Email: %s
Password: %s

This password is for the first time only: please sign in within 7 days and choose your own. Never share it with anyone.

The Hearten team`)

	emailWords = words.New("電郵地址", "email address")
	phoneWords = words.New("電話號碼", "phone number")

	changedSMS     = words.New("Hearten：你帳戶的%s已更改為 %s。如非本人操作，請盡快聯絡中心同工。", "Hearten: the %s of your account is now %s. If this was not you, please contact your centre soon.")
	changedSubject = words.New("你的 Hearten 帳戶資料已更改", "Your Hearten account has changed")
	changedMail    = words.New(`你好：

你帳戶的%s已更改為 %s。

如果是你本人更改的，不用做任何事。如果不是，請盡快聯絡中心同工，我們會幫助你。

Hearten 團隊`, `Hello,

the %s of your account is now %s.

If you changed it yourself, there is nothing to do. If not, please contact your centre soon and we will help.

The Hearten team`)
)

// render writes a message in its language: the subject of mail, and the text.
func render(m Message) (subject, text string, err error) {
	say := func(sms, title, mail words.Text, args ...any) (string, string, error) {
		if m.Channel == SMS {
			return "", sms.In(m.Lang, args...), nil
		}
		return title.In(m.Lang), mail.In(m.Lang, args...), nil
	}
	if missing := missingValue(m); missing != "" {
		return "", "", fmt.Errorf("template %q needs %q", m.Template, missing)
	}
	d := m.Data
	if purpose, ok := purposes[m.Template]; ok {
		return say(codeSMS, codeSubject, codeMail, purpose.In(m.Lang), d["code"])
	}
	switch {
	case m.Template == Welcome && m.Channel == Email:
		return say(words.Text{}, welcomeSubject, welcomeMail, d["name"], d["url"], d["email"], d["password"])
	case m.Template == NewPassword && m.Channel == Email:
		return say(words.Text{}, newPasswordSubject, newPasswordMail, d["name"], d["url"], d["email"], d["password"])
	case m.Template == EmailChanged:
		return say(changedSMS, changedSubject, changedMail, emailWords.In(m.Lang), identity.MaskEmail(d["new"]))
	case m.Template == PhoneChanged:
		return say(changedSMS, changedSubject, changedMail, phoneWords.In(m.Lang), identity.MaskPhone(d["new"]))
	}
	return "", "", fmt.Errorf("there is no template %q by %s", m.Template, m.Channel)
}

// missingValue names a value that the template needs and did not get.
func missingValue(m Message) string {
	needs := []string{"code"}
	switch m.Template {
	case Welcome, NewPassword:
		needs = []string{"url", "name", "email", "password"}
	case EmailChanged, PhoneChanged:
		needs = []string{"new"}
	}
	for _, name := range needs {
		if m.Data[name] == "" {
			return name
		}
	}
	return ""
}
