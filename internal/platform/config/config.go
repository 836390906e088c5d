// Package config reads the environment. Every fault is named at once, and
// nothing starts on a faulty or half-filled configuration.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"hearten/internal/platform/keys"
	"hearten/internal/platform/password"
)

// Config is how an installation is set up.
type Config struct {
	Addr         string `env:"HEARTEN_ADDR" envDefault:"127.0.0.1:8080"`
	InternalAddr string `env:"HEARTEN_INTERNAL_ADDR"`
	Data         string `env:"HEARTEN_DATA" envDefault:"data"`
	DatabaseURL  string `env:"HEARTEN_DATABASE_URL"`
	SQLiteSync   string `env:"HEARTEN_SQLITE_SYNC" envDefault:"FULL"`
	MediaURL     string `env:"HEARTEN_MEDIA_URL"`
	PublicURL    string `env:"HEARTEN_PUBLIC_URL"`

	TrustedProxies []netip.Prefix `env:"HEARTEN_TRUSTED_PROXIES"`
	CORSOrigins    []string       `env:"HEARTEN_CORS_ORIGINS"`

	Secrets      []string `env:"HEARTEN_SECRET"`
	InternalKeys []string `env:"HEARTEN_INTERNAL_KEY"`

	AdminEmail    string `env:"HEARTEN_ADMIN_EMAIL"`
	AdminPassword string `env:"HEARTEN_ADMIN_PASSWORD"`

	SMTPURL        string `env:"HEARTEN_SMTP_URL"`
	SMSURL         string `env:"HEARTEN_SMS_URL"`
	SMSHourly      int    `env:"HEARTEN_SMS_HOURLY" envDefault:"500"`
	SMSMethod      string `env:"HEARTEN_SMS_METHOD"`
	SMSHeaders     string `env:"HEARTEN_SMS_HEADERS"`
	SMSBody        string `env:"HEARTEN_SMS_BODY"`
	SMSSuccess     string `env:"HEARTEN_SMS_SUCCESS"`
	FCMCredentials string `env:"HEARTEN_FCM_CREDENTIALS"`
	FCMURL         string `env:"HEARTEN_FCM_URL"`

	FullDaySources []string      `env:"HEARTEN_FULL_DAY_SOURCES" envDefault:"com.sec.android.app.shealth"`
	BackupFolder   string        `env:"HEARTEN_BACKUP_FOLDER"`
	BackupEvery    time.Duration `env:"HEARTEN_BACKUP_EVERY" envDefault:"24h"`
	BackupKeep     int           `env:"HEARTEN_BACKUP_KEEP" envDefault:"7"`
	// BackupRecipient is the public key that archives are encrypted with.
	BackupRecipient string `env:"HEARTEN_BACKUP_RECIPIENT"`

	Dev        bool   `env:"HEARTEN_DEV"`
	LogLevel   string `env:"HEARTEN_LOG_LEVEL" envDefault:"info"`
	RateLimits string `env:"HEARTEN_RATE_LIMITS" envDefault:"on"`

	ClockOffset time.Duration `env:"HEARTEN_CLOCK_OFFSET"`

	RateGeneral    int            `env:"HEARTEN_RATE_GENERAL" envDefault:"300"`
	RateAuth       int            `env:"HEARTEN_RATE_AUTH" envDefault:"20"`
	RateLookup     int            `env:"HEARTEN_RATE_LOOKUP" envDefault:"10"`
	RateCodes      int            `env:"HEARTEN_RATE_CODES" envDefault:"30"`
	CentreNetworks []netip.Prefix `env:"HEARTEN_CENTRE_NETWORKS"`
}

// What a development installation is like unless told otherwise.
const (
	DevAdminEmail    = "admin@hearten.test"
	DevAdminPassword = "hearten-dev-only" // #nosec G101 -- development mode alone takes it
	devInternalKey   = "hearten-dev-internal-key"
)

// Check finds faults in settings whose form another package knows.
type Check func(*Config) []error

// Load reads and checks the environment for a server.
func Load(environ map[string]string, checks ...Check) (Config, error) {
	c, faults := parse(environ)
	if c.Dev {
		c.fillForDevelopment()
	} else {
		faults = append(faults, c.missing()...)
	}
	return c, describe(append(faults, c.faults(checks)...))
}

// LoadTool reads the environment for a command that only needs the database.
func LoadTool(environ map[string]string, checks ...Check) (Config, error) {
	c, faults := parse(environ)
	if c.Dev {
		c.fillForDevelopment()
	}
	return c, describe(append(faults, c.faults(checks)...))
}

func parse(environ map[string]string) (Config, []error) {
	var c Config
	err := env.ParseWithOptions(&c, env.Options{Environment: environ})
	if err == nil {
		return c, nil
	}
	var all env.AggregateError
	if !errors.As(err, &all) {
		return c, []error{err}
	}
	for i, fault := range all.Errors {
		all.Errors[i] = named(fault)
	}
	return c, all.Errors
}

// named tells of a value that could not be read by its variable instead of the
// field it is kept in.
func named(fault error) error {
	var p env.ParseError
	if !errors.As(fault, &p) {
		return fault
	}
	field, ok := reflect.TypeFor[Config]().FieldByName(p.Name)
	if !ok {
		return fault
	}
	return fmt.Errorf("%s: %w", field.Tag.Get("env"), p.Err)
}

func (c *Config) fillForDevelopment() {
	if c.AdminEmail == "" && c.AdminPassword == "" {
		c.AdminEmail, c.AdminPassword = DevAdminEmail, DevAdminPassword
	}
	if len(c.InternalKeys) == 0 {
		c.InternalKeys = []string{devInternalKey}
	}
	if c.PublicURL == "" {
		c.PublicURL = "http://" + c.Addr
	}
}

// missing is what production cannot do without.
func (c *Config) missing() []error {
	var faults []error
	need := func(set bool, name, why string) {
		if !set {
			faults = append(faults, fmt.Errorf("%s is missing: %s", name, why))
		}
	}
	need(c.PublicURL != "", "HEARTEN_PUBLIC_URL", "what links and files are called from outside")
	need(len(c.InternalKeys) > 0, "HEARTEN_INTERNAL_KEY", "the key of internal operations")
	need(c.SMTPURL != "", "HEARTEN_SMTP_URL", "the email channel")
	need(c.SMSURL != "", "HEARTEN_SMS_URL", "the SMS channel")
	need(c.FCMCredentials != "", "HEARTEN_FCM_CREDENTIALS", "the push channel")
	return faults
}

// faults is what is given and wrong, in any mode.
func (c *Config) faults(checks []Check) []error {
	var faults []error
	wrong := func(bad bool, format string, args ...any) {
		if bad {
			faults = append(faults, fmt.Errorf(format, args...))
		}
	}
	wrong(!isAddress(c.Addr), "HEARTEN_ADDR must be host:port, not %q", c.Addr)
	wrong(c.InternalAddr != "" && !isAddress(c.InternalAddr), "HEARTEN_INTERNAL_ADDR must be host:port, not %q", c.InternalAddr)
	wrong(c.InternalAddr != "" && c.InternalAddr == c.Addr, "HEARTEN_INTERNAL_ADDR must differ from HEARTEN_ADDR")
	wrong(c.DatabaseURL != "" && !hasScheme(c.DatabaseURL, "postgres", "postgresql"), "HEARTEN_DATABASE_URL must be a postgres:// address")
	wrong(c.DatabaseURL != "" && len(c.Secrets) == 0, "HEARTEN_SECRET is missing: replicas on PostgreSQL must share it")
	wrong(c.SQLiteSync != "FULL" && c.SQLiteSync != "NORMAL", "HEARTEN_SQLITE_SYNC must be FULL or NORMAL, not %q", c.SQLiteSync)
	wrong(c.PublicURL != "" && !hasScheme(c.PublicURL, "http", "https"), "HEARTEN_PUBLIC_URL must be an http or https address")
	wrong(c.SMSHourly < 1, "HEARTEN_SMS_HOURLY must be at least 1")
	wrong(c.MediaURL != "" && !hasScheme(c.MediaURL, "s3", "file"), "HEARTEN_MEDIA_URL must begin with s3:// or file://")
	for i, s := range c.Secrets {
		wrong(len(s) < keys.MinSecret, "HEARTEN_SECRET: secret %d has fewer than %d characters", i+1, keys.MinSecret)
	}
	for i, k := range c.InternalKeys {
		wrong(len(k) < 16, "HEARTEN_INTERNAL_KEY: key %d has fewer than 16 characters", i+1)
	}
	wrong((c.AdminEmail == "") != (c.AdminPassword == ""), "HEARTEN_ADMIN_EMAIL and HEARTEN_ADMIN_PASSWORD go together")
	if c.AdminEmail != "" {
		_, err := mail.ParseAddress(c.AdminEmail)
		wrong(err != nil || len(c.AdminEmail) > 50, "HEARTEN_ADMIN_EMAIL must be an email address of at most 50 characters")
	}
	if c.AdminPassword != "" {
		_, ok := password.Check(c.AdminPassword, c.AdminEmail)
		wrong(!ok, "HEARTEN_ADMIN_PASSWORD must be 6 to 40 printable characters and not a common one")
	}
	for _, o := range c.CORSOrigins {
		wrong(!hasScheme(o, "http", "https"), "HEARTEN_CORS_ORIGINS: %q is not an origin", o)
	}
	wrong(c.RateLimits != "on" && c.RateLimits != "off", "HEARTEN_RATE_LIMITS must be on or off, not %q", c.RateLimits)
	wrong(c.RateLimits == "off" && !c.Dev, "HEARTEN_RATE_LIMITS=off is for development mode only")
	wrong(c.ClockOffset != 0 && !c.Dev, "HEARTEN_CLOCK_OFFSET is for development mode only")
	wrong(c.RateGeneral < 1, "HEARTEN_RATE_GENERAL must be at least 1 a minute")
	wrong(c.RateAuth < 1, "HEARTEN_RATE_AUTH must be at least 1 a minute")
	wrong(c.RateLookup < 1, "HEARTEN_RATE_LOOKUP must be at least 1 a minute")
	wrong(c.RateCodes < 1, "HEARTEN_RATE_CODES must be at least 1 a minute")
	wrong(c.BackupEvery < 10*time.Minute, "HEARTEN_BACKUP_EVERY must be at least 10m, such as 24h")
	wrong(c.BackupKeep < 1, "HEARTEN_BACKUP_KEEP must be at least 1")
	wrong(!isLevel(c.LogLevel), "HEARTEN_LOG_LEVEL must be debug, info, warn or error, not %q", c.LogLevel)
	for _, check := range checks {
		faults = append(faults, check(c)...)
	}
	return faults
}

func isAddress(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

func hasScheme(raw string, schemes ...string) bool {
	u, err := url.Parse(raw)
	if err != nil || (u.Host == "" && u.Path == "") {
		return false
	}
	for _, s := range schemes {
		if u.Scheme == s {
			return true
		}
	}
	return false
}

func isLevel(level string) bool {
	return strings.Contains(" debug info warn error ", " "+level+" ")
}

func describe(faults []error) error {
	if len(faults) == 0 {
		return nil
	}
	lines := make([]string, len(faults))
	for i, f := range faults {
		lines[i] = "  - " + f.Error()
	}
	return errors.New("the configuration has faults:\n" + strings.Join(lines, "\n"))
}
