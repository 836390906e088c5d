package media

import (
	"net/url"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

func TestParseS3(t *testing.T) {
	kms, err := encrypt.NewSSEKMS("key-1", nil)
	if err != nil {
		t.Fatal(err)
	}
	own := "&endpoint=" + url.QueryEscape("https://store.example:9000")
	for _, c := range []struct {
		address string
		env     map[string]string
		want    s3Address
	}{
		{"s3://files", nil, s3Address{bucket: "files", region: "us-east-1", host: "s3.amazonaws.com", secure: true}},
		{"s3://files", map[string]string{"AWS_REGION": "ap-east-1", "AWS_DEFAULT_REGION": "eu-west-1"},
			s3Address{bucket: "files", region: "ap-east-1", host: "s3.amazonaws.com", secure: true}},
		{"s3://files?region=ap-east-1", map[string]string{"AWS_REGION": "eu-west-1"},
			s3Address{bucket: "files", region: "ap-east-1", host: "s3.amazonaws.com", secure: true}},
		{"s3://files?region=r&use_path_style=true" + own, nil,
			s3Address{bucket: "files", region: "r", host: "store.example:9000", secure: true, lookup: minio.BucketLookupPath}},
		{"s3://files?region=r" + own, nil,
			s3Address{bucket: "files", region: "r", host: "store.example:9000", secure: true, lookup: minio.BucketLookupDNS}},
		{"s3://files?region=r&endpoint=http://127.0.0.1:9000", nil, s3Address{bucket: "files", region: "r", host: "127.0.0.1:9000"}},
		{"s3://files?region=r&use_path_style=true", map[string]string{"AWS_ENDPOINT_URL": "http://store:9000/"},
			s3Address{bucket: "files", region: "r", host: "store:9000", lookup: minio.BucketLookupPath}},
		{"s3://files?region=r&prefix=hearten/&profile=care&ssetype=AES256", nil, s3Address{
			bucket: "files", prefix: "hearten/", profile: "care", region: "r", host: "s3.amazonaws.com", secure: true, encryption: encrypt.NewSSE(),
		}},
		{"s3://files?region=r&ssetype=aws:kms&kmskeyid=key-1", nil,
			s3Address{bucket: "files", region: "r", host: "s3.amazonaws.com", secure: true, encryption: kms}},
	} {
		got, err := parseS3(c.address, func(name string) string { return c.env[name] })
		gotKind, wantKind := kindOf(got.encryption), kindOf(c.want.encryption)
		got.encryption, c.want.encryption = nil, nil
		if err != nil || got != c.want || gotKind != wantKind {
			t.Errorf("%s: got %+v %s, %v, want %+v %s", c.address, got, gotKind, err, c.want, wantKind)
		}
	}
	for _, address := range []string{
		"s3://", "s3:///folder", "s3://files/folder", "s3://files?regoin=r", "s3://files?use_path_style=perhaps", "s3://files?endpoint=store.example",
		"s3://files?endpoint=ftp://store.example", "s3://files?endpoint=https://store.example/s3", "s3://files?ssetype=rot13", "s3://files?kmskeyid=key-1",
		"s3://files?ssetype=AES256&kmskeyid=key-1", "s3://files?region=%zz",
	} {
		if _, err := parseS3(address, func(string) string { return "" }); err == nil {
			t.Errorf("%s is accepted", address)
		}
	}
}

func kindOf(e encrypt.ServerSide) encrypt.Type {
	if e == nil {
		return ""
	}
	return e.Type()
}
