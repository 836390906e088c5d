package provider

import (
	"fmt"

	"hearten/internal/platform/config"
)

// FromConfig builds the providers that are configured; the others stay nil.
// It lists every setting that cannot be used.
func FromConfig(c *config.Config) (all All, faults []error) {
	note := func(name string, err error) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s %w", name, err))
		}
	}
	var err error
	if c.SMTPURL != "" {
		all.SMTP, err = ParseSMTP(c.SMTPURL)
		note("HEARTEN_SMTP_URL", err)
	}
	if c.SMSURL != "" {
		var wrong []error
		all.SMS, wrong = ParseSMS(SMSSettings{
			URL: c.SMSURL, Method: c.SMSMethod, Headers: c.SMSHeaders, Body: c.SMSBody, Success: c.SMSSuccess,
		})
		faults = append(faults, wrong...)
	}
	if c.FCMURL != "" {
		note("HEARTEN_FCM_URL", CheckFCMBase(c.FCMURL))
	}
	if c.FCMCredentials != "" {
		all.FCM, err = ParseFCM(c.FCMCredentials, c.FCMURL)
		note("HEARTEN_FCM_CREDENTIALS", err)
	}
	return all, faults
}
