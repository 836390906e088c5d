package media

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hearten/internal/db"
)

const columns = `key, access, content_type, size, etag, cache_control, uploaded_by, created_at, updated_at, remove_at`

func find(ctx context.Context, r db.Reader, key string) (File, error) {
	f, err := findFast(ctx, r, key)
	if db.IsNone(err) {
		err = errNoFile
	}
	return f, err
}

func findFast(ctx context.Context, r db.Reader, key string) (File, error) {
	return db.One[File](ctx, r, `SELECT `+columns+` FROM media_files WHERE key = $1 AND state = 'ready'`, key)
}

func findAll(ctx context.Context, r db.Reader, keys []string) (map[string]File, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	where, args := (&db.Where{}).And("state = 'ready'").In("key", db.Anys(keys)...).SQL()
	files, err := db.All[File](ctx, r, `SELECT `+columns+` FROM media_files WHERE `+where, args...)
	if err != nil {
		return nil, err
	}
	byKey := make(map[string]File, len(files))
	for _, f := range files {
		byKey[f.Key] = f
	}
	return byKey, nil
}

// reserve claims a key and reports whether it was free. On a key that another
// transaction is claiming or giving up it waits for that one to end.
func reserve(ctx context.Context, tx *db.Tx, key string, now time.Time) (free bool, err error) {
	n, err := tx.Exec(ctx, `
		INSERT INTO media_files (key, state, access, content_type, size, etag, cache_control, created_at, updated_at)
		VALUES ($1, 'claimed', 'private', '', 0, '', '', $2, $2) ON CONFLICT (key) DO NOTHING`, key, now)
	return n > 0, err
}

func save(ctx context.Context, tx *db.Tx, f File) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO media_files (`+columns+`, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'ready')
		ON CONFLICT (key) DO UPDATE SET state = 'ready', access = excluded.access, content_type = excluded.content_type,
			size = excluded.size, etag = excluded.etag, cache_control = excluded.cache_control,
			uploaded_by = excluded.uploaded_by, updated_at = excluded.updated_at, remove_at = excluded.remove_at`,
		f.Key, string(f.Access), f.ContentType, f.Size, f.ETag, f.CacheControl, f.UploadedBy, f.CreatedAt, f.UpdatedAt, f.RemoveAt)
	return err
}

func noteOrigin(ctx context.Context, tx *db.Tx, trashKey, origin string) error {
	_, err := tx.Exec(ctx, `UPDATE media_files SET trashed_from = $1 WHERE key = $2`, origin, trashKey)
	return err
}

func remove(ctx context.Context, tx *db.Tx, key string) error {
	err := tx.ExecOne(ctx, `DELETE FROM media_files WHERE key = $1 AND state = 'ready'`, key)
	if db.IsNone(err) {
		err = errNoFile
	}
	return err
}

// unclaim gives a key up, unless a file exists there.
func unclaim(ctx context.Context, tx *db.Tx, key string) error {
	_, err := tx.Exec(ctx, `DELETE FROM media_files WHERE key = $1 AND state = 'claimed'`, key)
	return err
}

// below is the condition for the files of a folder; only direct ones, or all.
func below(folder string, onlyDirect bool) *db.Where {
	folder = strings.TrimSuffix(folder, "/") + "/"
	// A range, so that the key's index serves: "0" follows "/" in order.
	where := (&db.Where{}).And("state = 'ready'").
		And("key >= ? AND key < ?", folder, strings.TrimSuffix(folder, "/")+"0")
	if onlyDirect {
		where.And(`key NOT LIKE ? ESCAPE '\'`, strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(folder)+"%/%")
	}
	return where
}

// listLimit bounds one answer; no folder of the layout comes near it.
const listLimit = 10_000

func list(ctx context.Context, r db.Reader, folder string, onlyDirect bool) ([]File, error) {
	where, args := below(folder, onlyDirect).SQL()
	return db.All[File](ctx, r, fmt.Sprintf(`SELECT %s FROM media_files WHERE %s ORDER BY key LIMIT %d`, columns, where, listLimit), args...)
}

func count(ctx context.Context, r db.Reader, folder string, onlyDirect bool) (int64, error) {
	where, args := below(folder, onlyDirect).SQL()
	return db.Value[int64](ctx, r, `SELECT COUNT(*) FROM media_files WHERE `+where, args...)
}

// due lists files whose time is over, and claims that nobody came back for.
func due(ctx context.Context, r db.Reader, now time.Time, limit int) ([]string, error) {
	return db.Column[string](ctx, r, fmt.Sprintf(`
		SELECT key FROM media_files
		WHERE remove_at <= $1 AND state = 'ready' ORDER BY remove_at LIMIT %d`, limit), now)
}

func abandoned(ctx context.Context, r db.Reader, before time.Time, limit int) ([]string, error) {
	return db.Column[string](ctx, r, fmt.Sprintf(`
		SELECT key FROM media_files
		WHERE state = 'claimed' AND created_at <= $1 ORDER BY created_at LIMIT %d`, limit), before)
}
