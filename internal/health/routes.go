package health

import (
	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/fault"
)

const about = "Steps that devices report become hours, days and months in Hong Kong time. Distance is in kilometres: " +
	"steps × height in cm × 0.414 ÷ 100,000. Calories are kilocalories: kilometres × weight in kg × 0.73. Both are taken with the " +
	"body known when the steps were sent, are 0 without one, and are added up exactly and rounded to two decimals where they are shown."

const counting = "A row is at most 24 hours long, ends no later than five minutes from now and has at most 250 steps a minute. One bad row " +
	"refuses the call and is named. Rows that ended more than 60 days ago are left out. Where rows of one source overlap, the one sent later " +
	"has that time; a row sent again unchanged changes nothing. In each hour one source counts: the most recently chosen that has a row there."

// Routes declares the area's operations.
func (s *Service) Routes(r *api.Router) {
	h := handlers{s}
	r = r.Area("Steps", about)

	api.App(r, "GET /app/health/pointer", "When the last step record ends", h.ownPointer)
	api.App(r, "GET /app/health/physique/check", "Whether the own physique is set", h.checkPhysique)
	api.App(r, "GET /app/health/physique", "The own physique, or null", h.getPhysique)
	api.App(r, "PUT /app/health/physique", "Set the own physique", h.setPhysique)
	api.App(r, "POST /app/health/physique", "Set the own physique", h.setPhysique)
	api.App(r, "POST /app/health/health-connect", "Say that the device's health data is connected", h.connect)
	api.App(r, "DELETE /app/health/health-connect", "Say that it is not connected any more", h.disconnect)
	api.App(r, "POST /app/health/steps/sync", "Report steps", h.syncOwn, api.Details(counting))
	api.App(r, "POST /app/health/steps/fetch/day", "The hours of a day", h.fetchDay)
	api.App(r, "POST /app/health/steps/fetch/week", "The days of a week, from Monday", h.fetchWeek)
	api.App(r, "POST /app/health/steps/fetch/month", "The days of a month", h.fetchMonth)
	api.App(r, "POST /app/health/steps/fetch/year", "The months of a year", h.fetchYear)

	api.App(r, "POST /app/health/steps/explain", "How a day was counted", h.explainOwn)

	found := api.Fails(fault.NotFound)
	api.Internal(r, "POST /steps/sync", "Report steps, or ask for the pointer", h.syncByService, found,
		api.Details("By its body: with dataOrigin rows of one user and source, with users in data rows of several users, "+
			"with userId alone the question where the last row ends. "+counting))
	api.Internal(r, "POST /steps/pointer", "When a user's last step record ends", h.pointer, found)
	api.Internal(r, "POST /steps/adjust", "Add steps to the hour in which each row ends", h.adjustByService, found)
	api.Internal(r, "POST /steps/fetch", "The hours, days or months of a period", h.fetchByService, found,
		api.Details("Every slot that the period touches, 2,000 at most; days and months are whole."))
	api.Internal(r, "POST /steps/user-last-activity", "Which users have been quiet since before that many days ago", h.lastActivity,
		api.Details("By the end of the last reported row, adjustments aside. Users without any record are among them."))

	api.Staff(r, access.StepRead, "POST /web/health/steps/fetch", "The recorded days of a user", h.listDays, found,
		api.Reads(func(in *api.Body[FetchUserStepReqDTO]) string { return in.Body.UserID }))
	api.Staff(r, access.StepRead, "POST /web/health/steps/explain", "How a user's day was counted", h.explainToStaff, found,
		api.Reads(func(in *api.Body[UserDayReq]) string { return in.Body.UserID }))
	api.Staff(r, access.StepAdjust, "POST /web/health/steps/adjust", "Add steps to the last hour of a user's day", h.adjust, found,
		api.Reads(func(in *api.Body[AdjustUserStepReqDTO]) string { return in.Body.UserID }))
	api.Staff(r, access.StepAdjust, "DELETE /web/health/steps/adjust/{id}", "Take an adjustment back", h.takeBackAdjustment)
}
