package provider

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"strings"
)

// FCM is a project of Firebase Cloud Messaging with the account that may send.
type FCM struct {
	Project  string
	Account  string
	KeyID    string
	Key      []byte // PEM
	TokenURL string
	BaseURL  string
}

const (
	fcmBase     = "https://fcm.googleapis.com"
	googleToken = "https://oauth2.googleapis.com/token" // #nosec G101 -- an address
)

// ParseFCM reads a service account's JSON, given as such or as the path of a
// file. Base may name another server than Google's.
func ParseFCM(credentials, base string) (*FCM, error) {
	text := []byte(credentials)
	if !strings.HasPrefix(strings.TrimSpace(credentials), "{") {
		var err error
		text, err = os.ReadFile(credentials) // #nosec G304 -- the operator names the file
		if err != nil {
			return nil, fmt.Errorf("names a file that cannot be read: %w", err)
		}
	}
	var account struct {
		Type       string `json:"type"`
		ProjectID  string `json:"project_id"`
		Email      string `json:"client_email"`
		KeyID      string `json:"private_key_id"`
		PrivateKey string `json:"private_key"`
		TokenURI   string `json:"token_uri"`
	}
	if err := json.Unmarshal(text, &account); err != nil || account.Type != "service_account" {
		return nil, errors.New("is not the JSON of a service account")
	}
	if account.ProjectID == "" || account.Email == "" {
		return nil, errors.New("lacks project_id or client_email")
	}
	if !isPrivateKey([]byte(account.PrivateKey)) {
		return nil, errors.New("has no RSA private_key in PEM form")
	}
	f := &FCM{
		Project: account.ProjectID, Account: account.Email, KeyID: account.KeyID, Key: []byte(account.PrivateKey),
		TokenURL: googleToken, BaseURL: fcmBase,
	}
	if account.TokenURI != "" {
		if _, err := safeAddress(account.TokenURI); err != nil {
			return nil, fmt.Errorf("token_uri %w", err)
		}
		f.TokenURL = account.TokenURI
	}
	if base != "" {
		f.BaseURL = strings.TrimSuffix(base, "/")
	}
	return f, nil
}

// CheckFCMBase says what is wrong with the address of another FCM server.
func CheckFCMBase(base string) error {
	_, err := safeAddress(base)
	return err
}

func isPrivateKey(text []byte) bool {
	block, _ := pem.Decode(text)
	if block == nil {
		return false
	}
	if _, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return true
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	_, isRSA := key.(*rsa.PrivateKey)
	return err == nil && isRSA
}
