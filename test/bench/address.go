package bench

import (
	"errors"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// taken are listeners on 127.0.0.2: as long as one is open, no test on this
// machine is given its port.
var taken struct {
	sync.Mutex
	listeners []net.Listener
}

// FreeAddress is an address for a child to listen on: no process does, and no other
// test is given it while this process lives. It lies below the ports that
// outgoing connections take, so that it stays free while a child is restarted.
func FreeAddress() (string, error) {
	for range 1000 {
		port := strconv.Itoa(20000 + rand.IntN(12000))
		reserved, err := net.Listen("tcp", net.JoinHostPort("127.0.0.2", port))
		if err != nil {
			continue
		}
		taken.Lock()
		taken.listeners = append(taken.listeners, reserved)
		taken.Unlock()
		address := net.JoinHostPort("127.0.0.1", port)
		if l, err := net.Listen("tcp", address); err == nil {
			return address, l.Close()
		}
	}
	return "", errors.New("there is no free port")
}
