package catalog

import "regexp"

var versionForm = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

func checkSettings(c *Catalogue) Faults {
	var f Faults
	s := c.Settings
	if !versionForm.MatchString(s.MinVersion) {
		f.add(s.Place, "minVersion %q must be three numbers like 1.0.0", s.MinVersion)
	}
	f.checkLeast(s.Place, "newAccount coin", s.NewAccount.Coin, 0)
	f.checkLeast(s.Place, "newAccount token", s.NewAccount.Token, 0)
	f.checkLeast(s.Place, "invitation coin", s.Invitation.Coin, 0)
	f.checkLeast(s.Place, "invitation maxCoin", s.Invitation.MaxCoin, s.Invitation.Coin)
	f.checkLeast(s.Place, "invitation withinDays", s.Invitation.WithinDays, 1)
	f.checkLeast(s.Place, "voucherValidDays", s.VoucherValidDays, 1)
	count, exp := 0, 0
	for _, step := range s.LessonBar.Steps {
		f.checkLeast(step.Place, "lessonBar count", step.Count, count+1)
		f.checkLeast(step.Place, "lessonBar exp", step.Exp, exp)
		count, exp = max(count, step.Count), max(exp, step.Exp)
	}
	return f
}
