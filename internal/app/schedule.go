package app

import "time"

// schedule is the work that comes round by itself, once across all replicas.
func (a *App) schedule() {
	every := a.Queue.Every
	every("missions.credit", 5*time.Minute, a.Missions.CreditEnded)
	every("missions.sweep", 24*time.Hour, a.Missions.Sweep)
	every("vouchers.expire", 10*time.Minute, a.Vouchers.Expire)
	every("account.removals", time.Hour, a.Removals.ConfirmDue)
	if a.Config.BackupFolder != "" {
		every("backup", a.Config.BackupEvery, a.backUp)
	}

	every("limits.sweep", 10*time.Minute, a.Limiter.Sweep)
	every("sessions.sweep", time.Hour, a.Sessions.Sweep)
	every("delivery.sweep", time.Hour, a.Delivery.Sweep)
	every("otp.sweep", time.Hour, a.Codes.Sweep)
	every("lockouts.sweep", 24*time.Hour, a.Guard.Sweep)
	every("friends.sweep", 24*time.Hour, a.Friends.Sweep)
	every("health.sweep", 24*time.Hour, a.Health.Sweep)
	a.Queue.EverySweep()
}
