package process
import ("testing";"time")
func TestTmpStall(t *testing.T) {
	server := serve(t, onSQLite(t))
	server.by("").begin("/web/auth/login", `{"loginID": "`+adminEmail+`", "password": "`+adminPassword+`"}`)
	at := time.Now()
	server.terminate()
	code := server.wait(15*time.Second)
	t.Log(code, time.Since(at), server.output())
}
