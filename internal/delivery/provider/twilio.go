package provider

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// twilio reads ACCOUNT_SID:AUTH_TOKEN@FROM, FROM being a number, a name or a
// messaging service. ?api= names another of Twilio's regions.
func twilio(rest string) (*SMS, error) {
	u, err := url.Parse("twilio://" + rest)
	if err != nil || u.User == nil || u.Host == "" {
		return nil, errors.New("must be twilio://ACCOUNT_SID:AUTH_TOKEN@FROM")
	}
	token, _ := u.User.Password()
	account := u.User.Username()
	if account == "" || token == "" {
		return nil, errors.New("must be twilio://ACCOUNT_SID:AUTH_TOKEN@FROM")
	}
	base := "https://api.twilio.com"
	if other := u.Query().Get("api"); other != "" {
		if _, err := safeAddress(other); err != nil {
			return nil, fmt.Errorf("?api= %w", err)
		}
		base = strings.TrimSuffix(other, "/")
	}
	sender := "From"
	if strings.HasPrefix(u.Host, "MG") && len(u.Host) == 34 {
		sender = "MessagingServiceSid"
	}
	address, err := parseTemplate(base + "/2010-04-01/Accounts/" + url.PathEscape(account) + "/Messages.json")
	if err != nil {
		return nil, err
	}
	body, err := parseTemplate(sender + "=" + url.QueryEscape(u.Host) + "&To={{urlquery .To}}&Body={{urlquery .Text}}")
	if err != nil {
		return nil, err
	}
	return &SMS{
		Success: anySuccess, method: http.MethodPost, url: address, body: body,
		header: http.Header{
			"Content-Type":  {"application/x-www-form-urlencoded"},
			"Authorization": {"Basic " + base64.StdEncoding.EncodeToString([]byte(account+":"+token))},
		},
	}, nil
}
