package config

import (
	"fmt"

	"hearten/internal/provider"
)

// Providers are the services that messages go out through; those that are not
// configured are nil.
func (c *Config) Providers() (provider.All, error) {
	all, faults := c.providers()
	return all, describe(faults)
}

func (c *Config) providers() (all provider.All, faults []error) {
	note := func(name string, err error) {
		if err != nil {
			faults = append(faults, fmt.Errorf("%s %w", name, err))
		}
	}
	var err error
	if c.SMTPURL != "" {
		all.SMTP, err = provider.ParseSMTP(c.SMTPURL)
		note("HEARTEN_SMTP_URL", err)
	}
	if c.SMSURL != "" {
		var wrong []error
		all.SMS, wrong = provider.ParseSMS(provider.SMSSettings{
			URL: c.SMSURL, Method: c.SMSMethod, Headers: c.SMSHeaders, Body: c.SMSBody, Success: c.SMSSuccess,
		})
		faults = append(faults, wrong...)
	}
	if c.FCMURL != "" {
		note("HEARTEN_FCM_URL", provider.CheckFCMBase(c.FCMURL))
	}
	if c.FCMCredentials != "" {
		all.FCM, err = provider.ParseFCM(c.FCMCredentials, c.FCMURL)
		note("HEARTEN_FCM_CREDENTIALS", err)
	}
	return all, faults
}
