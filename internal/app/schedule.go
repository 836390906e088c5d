package app

import (
	"time"

	"hearten/internal/platform/jobs"
)

// schedule is the work that comes round by itself, once across all replicas.
// What members notice runs in the normal lane, so that a backup of hours does
// not delay it; the rest is upkeep.
func (a *App) schedule() {
	every := a.Queue.Every
	every(jobs.Periodic{Name: "missions.credit", Period: 5 * time.Minute, Lane: jobs.Normal}, a.Missions.CreditEnded)
	every(jobs.Periodic{Name: "vouchers.expire", Period: 10 * time.Minute, Lane: jobs.Normal}, a.Vouchers.Expire)
	every(jobs.Periodic{Name: "account.removals", Period: time.Hour, Timeout: time.Hour}, a.Removals.ConfirmDue)
	if a.Config.BackupFolder != "" {
		every(jobs.Periodic{Name: "backup", Period: a.Config.BackupEvery, Timeout: 6 * time.Hour}, a.runScheduledBackup)
	}

	every(jobs.Periodic{Name: "missions.sweep", Period: 24 * time.Hour}, a.Missions.Sweep)
	every(jobs.Periodic{Name: "limits.sweep", Period: 10 * time.Minute}, a.Limiter.Sweep)
	every(jobs.Periodic{Name: "sessions.sweep", Period: time.Hour}, a.Sessions.Sweep)
	every(jobs.Periodic{Name: "delivery.sweep", Period: time.Hour}, a.Delivery.Sweep)
	every(jobs.Periodic{Name: "otp.sweep", Period: time.Hour}, a.Codes.Sweep)
	every(jobs.Periodic{Name: "lockouts.sweep", Period: 24 * time.Hour}, a.Guard.Sweep)
	every(jobs.Periodic{Name: "friends.sweep", Period: 24 * time.Hour}, a.Friends.Sweep)
	every(jobs.Periodic{Name: "health.sweep", Period: 24 * time.Hour}, a.Health.Sweep)
	a.Queue.EverySweep()
}
