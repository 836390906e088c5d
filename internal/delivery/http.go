package delivery

import (
	"context"

	"hearten/internal/platform/access"
	"hearten/internal/platform/api"
	"hearten/internal/platform/page"
)

// handlers translate between HTTP and the service.
type handlers struct{ s *Service }

// WelcomeEmailReqDTO greets a new member of staff.
type WelcomeEmailReqDTO struct {
	URL      string `json:"url" minLength:"1" maxLength:"500" doc:"Login page of the Web Portal"`
	Name     string `json:"name" minLength:"1" maxLength:"100"`
	Email    string `json:"email" minLength:"1" maxLength:"50"`
	Password string `json:"password" minLength:"1" maxLength:"100" doc:"The generated password"`
}

func (h handlers) welcome(ctx context.Context, in *api.Body[WelcomeEmailReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.SendWelcome(ctx, api.CallerOf(ctx), NewColleague(in.Body))
}

// PushReqDTO is a push to one device.
type PushReqDTO struct {
	DeviceToken string  `json:"deviceToken" minLength:"1" maxLength:"255"`
	Model       int     `json:"model" enum:"0,1,2" doc:"0 shown by the system, 1 silent data, 2 both"`
	Title       string  `json:"title" minLength:"1" maxLength:"100"`
	Body        string  `json:"body" minLength:"1" maxLength:"1000" doc:"Cut to what a push can carry"`
	Data        PushDTO `json:"data"`
}

// PushDTO is what a tap on a push leads to.
type PushDTO struct {
	Navigation int `json:"navigation" minimum:"1" maximum:"8" doc:"1 notification centre, 2 survey list, 3 mental-health information, 4 step goal, 5 district information, 6 home, 7 friends list, 8 learning lessons"`
}

func (p PushReqDTO) push() DevicePush {
	return DevicePush{p.DeviceToken, Notification{Model(p.Model), p.Title, p.Body, Navigation(p.Data.Navigation)}}
}

func (h handlers) push(ctx context.Context, in *api.Body[PushReqDTO]) (api.Null, error) {
	return api.Null{}, h.s.SendPushes(ctx, []DevicePush{in.Body.push()})
}

// BatchPushReqDTO is pushes to several devices.
type BatchPushReqDTO struct {
	Devices []PushReqDTO `json:"devices" minItems:"1" maxItems:"500"`
}

func (h handlers) pushBatch(ctx context.Context, in *api.Body[BatchPushReqDTO]) (api.Null, error) {
	pushes := make([]DevicePush, len(in.Body.Devices))
	for i, d := range in.Body.Devices {
		pushes[i] = d.push()
	}
	return api.Null{}, h.s.SendPushes(ctx, pushes)
}

// PageReq filters the messages.
type PageReq struct {
	Channel  string `json:"channel,omitempty" enum:"sms,email,push" doc:"Absent means all"`
	Statuses []int  `json:"statuses,omitempty" nullable:"true" enum:"0,1,2,3" maxItems:"4" doc:"0 queued, 1 sent, 2 failed, 3 expired before it could be sent; none means all"`
	UserID   string `json:"userId,omitempty" maxLength:"100" doc:"Only messages to this user"`
	page.Request
}

// Item is how one message fared.
type Item struct {
	ID        string   `json:"id"`
	Channel   Channel  `json:"channel" enum:"sms,email,push"`
	Target    string   `json:"target" doc:"Masked number or address, or the end of a device token"`
	Status    Status   `json:"status" enum:"0,1,2,3" doc:"0 queued, 1 sent, 2 failed, 3 expired before it could be sent"`
	Attempts  int      `json:"attempts" doc:"How often it was tried"`
	LastError string   `json:"lastError" doc:"Why the last try failed; empty when it did not"`
	CreatedAt api.Time `json:"createdAt"`
}

func show(d Delivery) Item {
	return Item{d.ID, d.Channel, d.Target, d.Status, d.Attempts, d.LastError, api.Time(d.CreatedAt)}
}

func (h handlers) page(ctx context.Context, who access.Staff, in *api.Body[PageReq]) (page.Of[Item], error) {
	f := Filter{Channel: Channel(in.Body.Channel), UserID: in.Body.UserID}
	for _, status := range in.Body.Statuses {
		f.Statuses = append(f.Statuses, Status(status))
	}
	found, err := h.s.Page(ctx, who, f, in.Body.Request)
	return page.Map(found, show), err
}
