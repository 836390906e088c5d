package bench

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/golang-jwt/jwt/v5"
)

// Answer is what a stand-in answers.
type Answer struct {
	Status int
	Header map[string]string
	Body   string
	Wait   <-chan struct{} // until it is closed, where given
}

// Call is a request that a stand-in got, and how it was answered.
type Call struct {
	Method string
	Path   string
	Query  string
	Header http.Header
	Body   string
	Status int
}

// Standin plays a provider: it writes down what it is asked and answers as
// told, and 200 when it was told nothing.
type Standin struct {
	URL string

	mu      sync.Mutex
	calls   []Call
	answers []Answer
	decide  func(body string) Answer // instead of answers, where given
}

// NewStandin starts one.
func NewStandin(t testing.TB) *Standin {
	t.Helper()
	s := &Standin{}
	server := httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// Answer is what the next calls get, one after another; the last one stays.
func (s *Standin) Answer(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers, s.decide = answers, nil
}

// Decide answers every call by what it says, however often it comes.
func (s *Standin) Decide(by func(body string) Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.decide = by
}

// Calls are those it got.
func (s *Standin) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

func (s *Standin) serve(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body) // half a request is shown as such
	s.mu.Lock()
	answer := s.next(string(body))
	s.calls = append(s.calls, Call{req.Method, req.URL.Path, req.URL.RawQuery, req.Header.Clone(), string(body), answer.Status})
	s.mu.Unlock()
	if answer.Wait != nil {
		<-answer.Wait
	}
	for name, value := range answer.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(answer.Status)
	_, _ = io.WriteString(w, answer.Body) // the caller may be gone
}

// next is the answer to the call that came.
func (s *Standin) next(body string) Answer {
	switch {
	case s.decide != nil:
		return s.decide(body)
	case len(s.answers) == 0:
		return Answer{Status: http.StatusOK}
	}
	answer := s.answers[0]
	if len(s.answers) > 1 {
		s.answers = s.answers[1:]
	}
	return answer
}

// FCM plays Google: one server of access tokens, which wants a signature of
// the account, and one of pushes.
type FCM struct {
	*Standin
	Tokens *Standin
	// Credentials are the service account's.
	Credentials string
}

var accountKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// NewFCM starts both servers.
func NewFCM(t testing.TB) *FCM {
	t.Helper()
	f := &FCM{Standin: NewStandin(t), Tokens: NewStandin(t)}
	f.Tokens.Answer(Answer{Status: http.StatusOK, Body: `{"access_token":"an-access-token","token_type":"Bearer","expires_in":3600}`})
	f.Credentials = Credentials(t, f.Tokens.URL+"/token")
	return f
}

// Credentials are a service account's JSON with a key of this run.
func Credentials(t testing.TB, tokenURL string) string {
	t.Helper()
	key, err := accountKey()
	Must(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	Must(t, err)
	text, err := json.Marshal(map[string]string{
		"type": "service_account", "project_id": "hearten-test", "client_email": "sender@hearten-test.iam.example",
		"private_key_id": "k1", "token_uri": tokenURL,
		"private_key": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})),
	})
	Must(t, err)
	return string(text)
}

// Assertion checks the signature of a request for an access token and gives
// its claims.
func Assertion(t testing.TB, assertion string) jwt.MapClaims {
	t.Helper()
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(assertion, claims, func(*jwt.Token) (any, error) {
		key, err := accountKey()
		if err != nil {
			return nil, err
		}
		return &key.PublicKey, nil
	}, jwt.WithValidMethods([]string{"RS256"}))
	Must(t, err)
	return claims
}
