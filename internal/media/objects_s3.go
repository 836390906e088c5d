package media

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"
)

// s3Tries is how often a request is sent before its error is returned. The
// library's ten would keep the caller waiting for most of a minute.
const s3Tries = 3

// bucket is a bucket of an S3-compatible store.
type bucket struct {
	client     *minio.Core
	name       string
	prefix     string // of the name of every object
	encryption encrypt.ServerSide
}

// s3Address is what an s3:// URL says.
type s3Address struct {
	bucket, prefix, region, profile string
	host                            string
	secure                          bool
	lookup                          minio.BucketLookupType
	encryption                      encrypt.ServerSide
}

func openS3(address string) (bucket, error) {
	a, err := parseS3(address, os.Getenv)
	if err != nil {
		return bucket{}, fmt.Errorf("HEARTEN_MEDIA_URL: %w", err)
	}
	client, err := minio.NewCore(a.host, &minio.Options{
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{},
			&credentials.FileAWSCredentials{Profile: a.profile},
			&credentials.IAM{}, // the role of the machine or container
		}),
		Secure: a.secure, Region: a.region, BucketLookup: a.lookup, MaxRetries: s3Tries,
	})
	if err != nil {
		return bucket{}, fmt.Errorf("HEARTEN_MEDIA_URL: %w", err)
	}
	client.SetS3EnableDualstack(false) // the plain endpoint is the one that networks allow
	return bucket{client: client, name: a.bucket, prefix: a.prefix, encryption: a.encryption}, nil
}

// parseS3 reads s3://bucket?region=…&endpoint=…; what the URL leaves out is read
// from the environment, as other S3 clients do.
func parseS3(address string, getenv func(string) string) (s3Address, error) {
	u, err := url.Parse(address)
	if err != nil {
		return s3Address{}, err
	}
	a := s3Address{bucket: u.Host, host: "s3.amazonaws.com", secure: true}
	if a.bucket == "" || u.Path != "" {
		return s3Address{}, errors.New("must be s3://bucket?…")
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return s3Address{}, err
	}
	for name := range q {
		switch name {
		case "region", "endpoint", "use_path_style", "prefix", "profile", "ssetype", "kmskeyid":
		default:
			return s3Address{}, fmt.Errorf("does not know the parameter %q", name)
		}
	}
	a.prefix, a.profile = q.Get("prefix"), q.Get("profile")
	a.region = cmp.Or(q.Get("region"), getenv("AWS_REGION"), getenv("AWS_DEFAULT_REGION"), "us-east-1")
	if err := a.setEndpoint(cmp.Or(q.Get("endpoint"), getenv("AWS_ENDPOINT_URL_S3"), getenv("AWS_ENDPOINT_URL"))); err != nil {
		return s3Address{}, err
	}
	if text := q.Get("use_path_style"); text != "" {
		pathStyle, err := strconv.ParseBool(text)
		if err != nil {
			return s3Address{}, errors.New("use_path_style must be true or false")
		}
		if pathStyle {
			a.lookup = minio.BucketLookupPath
		}
	}
	return a, a.setEncryption(q.Get("ssetype"), q.Get("kmskeyid"))
}

func (a *s3Address) setEndpoint(endpoint string) error {
	if endpoint == "" {
		return nil
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return errors.New("endpoint must be http://host or https://host, without a path")
	}
	a.host, a.secure = u.Host, u.Scheme == "https"
	if net.ParseIP(u.Hostname()) == nil { // an IP address has no names below it
		a.lookup = minio.BucketLookupDNS
	}
	return nil
}

func (a *s3Address) setEncryption(kind, keyID string) (err error) {
	switch {
	case kind == "aws:kms":
		a.encryption, err = encrypt.NewSSEKMS(keyID, nil)
		return err
	case keyID != "":
		return errors.New("kmskeyid needs ssetype=aws:kms")
	case kind == "AES256":
		a.encryption = encrypt.NewSSE()
	case kind != "":
		return errors.New("ssetype must be AES256 or aws:kms")
	}
	return nil
}

// Write sends the object in one request, so that an interrupted one leaves
// nothing behind.
func (b bucket) Write(ctx context.Context, name, contentType string, size int64, body io.Reader) error {
	_, err := b.client.Client.PutObject(ctx, b.name, b.prefix+name, body, size,
		minio.PutObjectOptions{ContentType: contentType, ServerSideEncryption: b.encryption, DisableMultipart: true})
	return err
}

func (b bucket) Open(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	body, info, _, err := b.client.GetObject(ctx, b.name, b.prefix+name, minio.GetObjectOptions{})
	if err != nil {
		return nil, notFound(err)
	}
	return &objectReader{ctx: ctx, bucket: b, name: name, size: info.Size, body: body}, nil
}

func (b bucket) Copy(ctx context.Context, from, to string) error {
	_, err := b.client.Client.CopyObject(ctx,
		minio.CopyDestOptions{Bucket: b.name, Object: b.prefix + to, Encryption: b.encryption},
		minio.CopySrcOptions{Bucket: b.name, Object: b.prefix + from})
	return notFound(err)
}

func (b bucket) Remove(ctx context.Context, name string) error {
	err := notFound(b.client.RemoveObject(ctx, b.name, b.prefix+name, minio.RemoveObjectOptions{}))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

func (b bucket) Ready(ctx context.Context) error {
	ok, err := b.client.BucketExists(ctx, b.name)
	if err == nil && !ok {
		err = fmt.Errorf("there is no bucket %s", b.name)
	}
	return err
}

func (b bucket) Close() error { return nil }

func notFound(err error) error {
	if r := minio.ToErrorResponse(err); r.StatusCode == http.StatusNotFound && r.Code != minio.NoSuchBucket {
		return ErrNotFound
	}
	return err
}

// objectReader reads an object: in one request from its beginning, and in
// another after each seek to elsewhere.
type objectReader struct {
	ctx    context.Context
	bucket bucket
	name   string
	size   int64
	at     int64 // where the next Read begins
	body   io.ReadCloser
	bodyAt int64 // where the body has been read to
}

func (r *objectReader) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.at != r.bodyAt {
		if err := r.reopen(); err != nil {
			return 0, err
		}
	}
	n, err := r.body.Read(p)
	r.at += int64(n)
	r.bodyAt = r.at
	return n, err
}

// reopen asks for the object from where the next Read begins.
func (r *objectReader) reopen() error {
	var o minio.GetObjectOptions
	if r.at > 0 {
		if err := o.SetRange(r.at, 0); err != nil {
			return err
		}
	}
	body, _, _, err := r.bucket.client.GetObject(r.ctx, r.bucket.name, r.bucket.prefix+r.name, o)
	if err != nil {
		return notFound(err)
	}
	_ = r.body.Close() // it was only read
	r.body, r.bodyAt = body, r.at
	return nil
}

func (r *objectReader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning of an object")
	}
	r.at = offset
	return offset, nil
}

func (r *objectReader) Close() error { return r.body.Close() }
