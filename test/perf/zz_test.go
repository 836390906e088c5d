package perf
import ("testing";"time";"fmt")
func TestXSeed(t *testing.T) {
 for _, e := range engines {
	a := time.Now(); p := start(t, e, nil); b := time.Now(); p.seed(t, 100000)
	fmt.Println(e, b.Sub(a), time.Since(b))
 }
}
