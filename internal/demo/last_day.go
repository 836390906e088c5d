package demo

import (
	"fmt"

	"hearten/internal/demo/jsonpath"
	"hearten/internal/platform/access"
)

// lastDay makes the open work that staff find on the last day.
func (p *programme) lastDay() error {
	p.clock.Set(p.options.Now)
	for _, step := range []func() error{p.redeemSome, p.applySome, p.leaveSome, p.freezeOne} {
		if err := step(); err != nil {
			return err
		}
	}
	return p.app.Queue.RunDue(p.ctx)
}

// redeemSome exchanges half of the vouchers that wait for it.
func (p *programme) redeemSome() error {
	for n, m := range p.members {
		if m.centre == access.CentreOther || n%2 == 1 {
			continue
		}
		chief := p.someone(m.centre, access.Chief)
		page, err := p.do(chief, "POST", "/web/shop/vouchers/users/page",
			body{"searchKey": m.login, "voucherRedeemStatuses": []int{1}, "staffIds": []string{}, "pagination": body{"page": 1, "size": 10}})
		if err != nil {
			return err
		}
		for _, voucher := range jsonpath.List(page, "") {
			if _, err := p.do(chief, "POST", "/web/shop/vouchers/codes/"+jsonpath.Text(voucher, "code")+"/redeem", nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// applySome lets regular members ask for the plan, and for another centre.
func (p *programme) applySome() error {
	asked := 0
	for n, m := range p.members {
		if m.plan || m.centre == access.CentreOther || asked == 6 {
			continue
		}
		asked++
		if asked%2 == 0 {
			target := p.districts[6]
			if m.centre == access.CentreB {
				target = p.districts[0]
			}
			if _, err := p.do(m, "PUT", "/app/users/district", body{"districtId": target.id}); err != nil {
				return err
			}
			continue
		}
		if _, err := p.do(m, "PUT", "/app/users/join-member", body{"serviceNumber": fmt.Sprintf("N%05d", n)}); err != nil {
			return err
		}
	}
	return nil
}

// leaveSome lets the last members ask for their removal.
func (p *programme) leaveSome() error {
	for _, m := range p.members[len(p.members)-3:] {
		if _, err := p.do(m, "DELETE", "/app/users/remove", body{"reasonType": 1}); err != nil {
			return err
		}
	}
	return nil
}

func (p *programme) freezeOne() error {
	m := p.members[len(p.members)-4]
	_, err := p.do(p.admin, "PUT", "/web/users/freeze", body{"userIds": []string{m.id}, "mark": "應當事人要求暫停帳戶"})
	return err
}
