package app

import (
	"path/filepath"

	"hearten/internal/account"
	"hearten/internal/article"
	"hearten/internal/audit"
	"hearten/internal/catalog"
	"hearten/internal/checkin"
	"hearten/internal/delivery"
	"hearten/internal/delivery/provider"
	"hearten/internal/friend"
	"hearten/internal/health"
	"hearten/internal/lesson"
	"hearten/internal/media"
	"hearten/internal/media/artwork"
	"hearten/internal/member"
	"hearten/internal/membership"
	"hearten/internal/mission"
	"hearten/internal/notice"
	"hearten/internal/otp"
	"hearten/internal/platform/config"
	"hearten/internal/platform/jobs"
	"hearten/internal/platform/limit"
	"hearten/internal/platform/lockout"
	"hearten/internal/platform/password"
	"hearten/internal/platform/privacy"
	"hearten/internal/platform/session"
	"hearten/internal/reaction"
	"hearten/internal/removal"
	"hearten/internal/resource"
	"hearten/internal/shop"
	"hearten/internal/staff"
	"hearten/internal/statistics"
	"hearten/internal/survey"
	"hearten/internal/voucher"
	"hearten/internal/wallet"
	"hearten/internal/workflow"
)

// Areas are the services of all areas, each built once.
type Areas struct {
	Sessions *session.Service
	Limiter  *limit.Limiter
	Guard    *lockout.Guard
	Audit    *audit.Service
	Delivery *delivery.Service
	Codes    *otp.Codes
	Media    *media.Service

	Staff       *staff.Service
	Accounts    *account.Service
	Memberships *membership.Service
	Removals    *removal.Service
	Members     *member.Service
	People      *privacy.Register
	Notices     *notice.Service
	Surveys     *survey.Service
	Friends     *friend.Service

	Catalogue *catalog.Service
	Articles  *article.Service
	Resources *resource.Service
	Reactions *reaction.Service
	Analytics *reaction.Analytics

	Health     *health.Service
	Wallet     *wallet.Service
	Missions   *mission.Service
	Lessons    *lesson.Service
	Shop       *shop.Service
	Vouchers   *voucher.Service
	Checkins   *checkin.Service
	Statistics *statistics.Service
}

// build builds the areas, each after those it uses.
func (a *App) build(providers provider.All) {
	a.buildPlatform(providers)
	a.buildRewards()
	a.buildContent()
	a.buildPeople()
}

// buildPlatform builds what every area uses.
func (a *App) buildPlatform(providers provider.All) {
	a.Queue = jobs.New(a.DB, a.Keys, a.Clock, a.Log)
	a.Sessions = session.New(a.DB, a.Keys, a.Clock)
	a.Limiter = limit.New(limits(a.Config), a.DB, a.Keys, a.Clock)
	a.Guard = lockout.New(a.DB, a.Keys, a.Clock)
	a.Audit = audit.New(a.DB, a.Clock)
	a.Delivery = delivery.New(a.deliveryDeps(providers))
	a.Codes = otp.New(a.DB, a.Clock, a.Keys, a.Delivery, budgets(a.Config))
	a.Media = media.New(media.Deps{
		DB: a.DB, Clock: a.Clock, Keys: a.Keys, Queue: a.Queue, Audit: a.Audit, Objects: a.objects, BaseURL: a.Config.PublicURL,
	})
	a.Media.RegisterArtwork(artworkFiles())
	a.Catalogue = catalog.NewService(a.DB)
	a.Notices = notice.NewService(a.DB, a.Clock, a.Audit, a.Delivery)
}

// buildRewards is what members earn, and what they earn it with.
func (a *App) buildRewards() {
	a.Wallet = wallet.New(a.DB, a.Clock)
	a.Missions = mission.New(a.DB, a.Clock, a.Wallet, a.Notices, a.Media)
	a.Lessons = lesson.New(a.DB, a.Clock, a.Media, a.Missions)
	a.Shop = shop.New(a.DB, a.Clock, a.Wallet, a.Missions, a.Media)
	a.Vouchers = voucher.New(voucher.Parts{
		DB: a.DB, Clock: a.Clock, Keys: a.Keys, Wallet: a.Wallet, Media: a.Media, Audit: a.Audit, Portal: a.Config.PublicURL,
	})
	a.Wallet.OnLevelUp(a.Vouchers.Rose)
	a.Health = health.New(health.Deps{
		DB: a.DB, Clock: a.Clock, Audit: a.Audit, Missions: a.Missions, FullDaySources: a.Config.FullDaySources,
	})
	a.Missions.CountSteps(a.Health.TotalOf)
}

// buildContent is what staff publish, and what members make of it.
func (a *App) buildContent() {
	a.Reactions = reaction.New(a.Clock, a.Missions)
	reviews := workflow.New(workflow.Deps{DB: a.DB, Clock: a.Clock, Audit: a.Audit, Queue: a.Queue})
	a.Articles = article.New(article.Deps{
		DB: a.DB, Clock: a.Clock, Audit: a.Audit, Media: a.Media, Reactions: a.Reactions, Workflow: reviews,
	})
	a.Resources = resource.New(resource.Deps{
		DB: a.DB, Clock: a.Clock, Audit: a.Audit, Media: a.Media, Reactions: a.Reactions, Workflow: reviews,
	})
	a.Analytics = reaction.NewAnalytics(reaction.AnalyticsDeps{
		DB: a.DB, Clock: a.Clock, Reactions: a.Reactions, Articles: a.Articles, Resources: a.Resources,
	})
	a.Surveys = survey.New(survey.Deps{DB: a.DB, Clock: a.Clock, Audit: a.Audit, Notices: a.Notices, Missions: a.Missions})
	a.Checkins = checkin.New(checkin.Deps{
		DB: a.DB, Clock: a.Clock, Media: a.Media, Wallet: a.Wallet, Missions: a.Missions, Resources: a.Resources,
	})
}

// buildPeople is members, staff, and what one of them may know of another.
func (a *App) buildPeople() {
	hasher := password.NewHasher()
	a.Accounts = account.New(account.Deps{
		DB: a.DB, Clock: a.Clock, Sessions: a.Sessions, Hasher: hasher, Guard: a.Guard, Codes: a.Codes,
		Delivery: a.Delivery, Media: a.Media, Wallet: a.Wallet, Missions: a.Missions, Audit: a.Audit, Notices: a.Notices,
	})
	a.Accounts.OnJoin(a.Vouchers.Joined)
	a.Memberships = membership.New(membership.Deps{
		DB: a.DB, Clock: a.Clock, Keys: a.Keys, Accounts: a.Accounts, Wallet: a.Wallet, Audit: a.Audit, Notices: a.Notices,
	})
	a.Accounts.UseApplications(a.Memberships)
	a.Staff = staff.New(staff.Deps{
		DB: a.DB, Clock: a.Clock, Sessions: a.Sessions, Hasher: hasher, Guard: a.Guard, Audit: a.Audit, Codes: a.Codes,
		Delivery: a.Delivery, Users: a.Accounts, Portal: a.Config.PublicURL,
	})
	a.Statistics = statistics.New(statistics.Deps{
		DB: a.DB, Clock: a.Clock, Wallet: a.Wallet, Checkins: a.Checkins, Shop: a.Shop, Vouchers: a.Vouchers, Lessons: a.Lessons,
	})
	a.Friends = friend.New(friend.Deps{
		DB: a.DB, Clock: a.Clock, Queue: a.Queue, Delivery: a.Delivery, Missions: a.Missions, Wallet: a.Wallet, Audit: a.Audit,
		Pictures: a.Accounts, Figures: a.Statistics,
	})
	a.People = privacy.New(
		a.Accounts.Privacy(), membership.Privacy(), removal.Privacy(), a.Wallet.Privacy(), a.Shop.Privacy(), a.Vouchers.Privacy(), a.Missions.Privacy(),
		a.Lessons.Privacy(), a.Delivery.Privacy(), a.Surveys.Privacy(), a.Notices.Privacy(), a.Checkins.Privacy(),
		a.Reactions.Privacy(), a.Friends.Privacy(), a.Health.Privacy(), a.Audit.Privacy(),
	)
	a.Removals = removal.New(removal.Deps{
		DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Audit: a.Audit, Media: a.Media, Queue: a.Queue, People: a.People,
	})
	a.Members = member.New(member.Deps{
		DB: a.DB, Clock: a.Clock, Accounts: a.Accounts, Memberships: a.Memberships, Removals: a.Removals, Delivery: a.Delivery,
		Surveys: a.Surveys, Articles: a.Articles, Resources: a.Resources, Wallet: a.Wallet,
	})
}

// artworkFiles are the pictures that come with the program, and their keys.
func artworkFiles() media.Artwork {
	keys := map[string]string{}
	for _, p := range artwork.Pictures() {
		keys[p.Key] = p.File
	}
	return media.Artwork{Files: artwork.Files(), Keys: keys}
}

func objectLocation(c config.Config) media.Location {
	return media.Location{URL: c.MediaURL, Folder: c.Data}
}

// deliveryDeps lets messages go out through the providers or, in development
// mode, into an inbox.
func (a *App) deliveryDeps(providers provider.All) delivery.Deps {
	p := delivery.Deps{DB: a.DB, Keys: a.Keys, Clock: a.Clock, Queue: a.Queue, Log: a.Log, Providers: providers}
	if a.Config.Dev {
		p.Inbox = filepath.Join(a.Config.Data, "inbox")
	}
	return p
}

func limits(c config.Config) limit.Limits {
	if c.RateLimits == "off" {
		return limit.Limits{}
	}
	return limit.Limits{General: c.RateGeneral, Auth: c.RateAuth, Lookup: c.RateLookup, Codes: c.RateCodes, Wide: c.CentreNetworks}
}

// budgets of codes; without rate limits only the rules of wrong tries stay.
func budgets(c config.Config) otp.Budgets {
	if c.RateLimits == "off" {
		return otp.Budgets{}
	}
	b := otp.DefaultBudgets
	b.SMSHourly = c.SMSHourly
	return b
}
