package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"hearten/internal/demo/jsonpath"
)

// Staff is a staff member who plays.
type Staff struct {
	cast  *Cast
	token string
	rand  *rand.Rand
	sent  int
}

// Log is what the product acknowledged to staff.
type Log struct {
	mu       sync.Mutex
	notices  map[string]string // title → whom it was for
	redeemed map[string]int    // code → how often someone was told it is redeemed now
}

func newLog() *Log { return &Log{notices: map[string]string{}, redeemed: map[string]int{}} }

func (s *Staff) call(ctx context.Context, method, operation, path string, in any) Reply {
	r, _ := s.cast.client.Call(ctx, s.token, method, operation, path, in) // the figures know
	return r
}

// Play does one thing.
func (s *Staff) Play(ctx context.Context) {
	member := s.cast.members[s.rand.IntN(len(s.cast.members))]
	page := Body{"pagination": Body{"page": 1 + s.rand.IntN(3), "size": 20}}
	switch s.rand.IntN(10) {
	case 0, 1, 2:
		s.call(ctx, "POST", "/web/users/org/page", "/web/users/org/page", page)
	case 3:
		s.call(ctx, "GET", "/web/users/{user_id}", "/web/users/"+member.id, nil)
		s.call(ctx, "GET", "/web/statistics/users/{user_id}", "/web/statistics/users/"+member.id, nil)
	case 4:
		s.call(ctx, "POST", "/web/articles/page", "/web/articles/page", page)
		s.call(ctx, "GET", "/web/todo", "/web/todo", nil)
	case 5, 6:
		s.notify(ctx, member)
	case 7:
		s.call(ctx, "POST", "/web/member-apply/page", "/web/member-apply/page", page)
	default:
		s.redeem(ctx)
	}
}

// notify writes to a member; the title tells the notice from all others.
func (s *Staff) notify(ctx context.Context, m *Member) {
	s.sent++
	title := fmt.Sprintf("%08x-%d", s.rand.Uint32(), s.sent)
	r := s.call(ctx, "POST", "/web/notice/org/send", "/web/notice/org/send", Body{"userId": m.id, "title": title, "content": "你好"})
	if r.OK() {
		s.cast.log.mu.Lock()
		defer s.cast.log.mu.Unlock()
		s.cast.log.notices[title] = m.id
	}
}

// redeem takes a voucher that waits, perhaps one that a colleague takes too.
func (s *Staff) redeem(ctx context.Context) {
	r := s.call(ctx, "POST", "/web/shop/vouchers/users/page", "/web/shop/vouchers/users/page",
		Body{"searchKey": "", "voucherRedeemStatuses": []int{1}, "staffIds": []string{}, "pagination": Body{"page": 1, "size": 20}})
	waiting := jsonpath.List(r.Data, "")
	if len(waiting) == 0 {
		return
	}
	code := jsonpath.Text(waiting[s.rand.IntN(len(waiting))], "code")
	if code == "" {
		return
	}
	s.call(ctx, "GET", "/web/shop/vouchers/codes/{redeem_code}", "/web/shop/vouchers/codes/"+code, nil)
	done := s.call(ctx, "POST", "/web/shop/vouchers/codes/{redeem_code}/redeem", "/web/shop/vouchers/codes/"+code+"/redeem", nil)
	if done.OK() {
		s.cast.log.mu.Lock()
		defer s.cast.log.mu.Unlock()
		s.cast.log.redeemed[code]++
	}
}
