package mission

import (
	"fmt"
	"strings"
)

const (
	creditTitle = "任務獎勵已存入" // #nosec G101 -- a title
	// namedInNotice is how many missions a notice names.
	namedInNotice = 3
)

// creditText tells a member what was credited for which missions.
func creditText(names []string, sum Reward) string {
	var b strings.Builder
	for _, name := range names[:min(len(names), namedInNotice)] {
		fmt.Fprintf(&b, "「%s」", name)
	}
	if len(names) > namedInNotice {
		fmt.Fprintf(&b, "等 %d 項任務", len(names))
	}
	var paid []string
	for _, part := range []struct {
		word   string
		amount int64
	}{{"金幣", sum.Coin}, {"經驗值", sum.Exp}, {"代幣", sum.Token}} {
		if part.amount > 0 {
			paid = append(paid, fmt.Sprintf("%s %d", part.word, part.amount))
		}
	}
	return b.String() + "的獎勵未及領取，已自動存入你的帳戶：" + strings.Join(paid, "、") + "。"
}
