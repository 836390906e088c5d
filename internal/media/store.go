package media

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

const columns = `key, object, access, content_type, size, etag, cache_control, uploaded_by, created_at, updated_at, remove_at,
	public_from, public_until`

func find(ctx context.Context, r db.Reader, key string) (File, error) {
	f, err := findFast(ctx, r, key)
	if db.IsNone(err) {
		err = ErrNotFound
	}
	return f, err
}

func findFast(ctx context.Context, r db.Reader, key string) (File, error) {
	return db.One[File](ctx, r, `SELECT `+columns+` FROM media_files WHERE key = $1`, key)
}

func findAll(ctx context.Context, r db.Reader, keys []string) (map[string]File, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	where, args := (&db.Where{}).In("key", db.Anys(keys)...).SQL()
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

func insertPending(ctx context.Context, tx *db.Tx, object string, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO media_pending (object, created_at) VALUES ($1, $2)`, object, now)
	return err
}

func removePending(ctx context.Context, tx *db.Tx, object string) error {
	_, err := tx.Exec(ctx, `DELETE FROM media_pending WHERE object = $1`, object)
	return err
}

// save writes the row and tells the object whose place is taken, if any. Two
// who save one key at the same moment queue on the row, so that each object is
// told of once. An object that the sweep gave up is not saved.
func save(ctx context.Context, tx *db.Tx, f File) (replaced string, err error) {
	if err := tx.ExecOne(ctx, `DELETE FROM media_pending WHERE object = $1`, f.Object); err != nil {
		if db.IsNone(err) {
			err = errors.New("the object was given up before it was saved")
		}
		return "", err
	}
	// The first statement takes the row, making it where there is none.
	replaced, err = db.Value[string](ctx, tx, `
		INSERT INTO media_files (key, object, access, content_type, size, etag, cache_control, created_at, updated_at)
		VALUES ($1, '', '', '', 0, '', '', $2, $2)
		ON CONFLICT (key) DO UPDATE SET object = media_files.object RETURNING object`, f.Key, f.CreatedAt)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `
		UPDATE media_files SET object = $1, access = $2, content_type = $3, size = $4, etag = $5, cache_control = $6,
			uploaded_by = $7, updated_at = $8, remove_at = $9, public_from = $10, public_until = $11
		WHERE key = $12`,
		f.Object, string(f.Access), f.ContentType, f.Size, f.ETag, f.CacheControl, f.UploadedBy, f.UpdatedAt, f.RemoveAt,
		f.PublicFrom, f.PublicUntil, f.Key)
	return replaced, err
}

// setAccess says who may see files, and when.
func setAccess(ctx context.Context, tx *db.Tx, keys []string, access Access, from, until *time.Time) error {
	list, args := db.List(db.Anys(keys))
	_, err := tx.Exec(ctx, db.Number(`UPDATE media_files SET access = ?, public_from = ?, public_until = ? WHERE key IN `+list),
		append([]any{string(access), from, until}, args...)...)
	return err
}

func noteOrigin(ctx context.Context, tx *db.Tx, trashKey, origin string) error {
	_, err := tx.Exec(ctx, `UPDATE media_files SET trashed_from = $1 WHERE key = $2`, origin, trashKey)
	return err
}

// remove deletes the row and tells its object.
func remove(ctx context.Context, tx *db.Tx, key string) (object string, err error) {
	object, err = db.Value[string](ctx, tx, `DELETE FROM media_files WHERE key = $1 RETURNING object`, key)
	if db.IsNone(err) {
		err = ErrNotFound
	}
	return object, err
}

// below is the condition for the files of a folder; only direct ones, or all.
func below(folder string, onlyDirect bool) *db.Where {
	folder = strings.TrimSuffix(folder, "/") + "/"
	// A range, so that the key's index serves: "0" follows "/" in order.
	where := (&db.Where{}).And("key >= ? AND key < ?", folder, strings.TrimSuffix(folder, "/")+"0")
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

// due lists files whose time is over.
func due(ctx context.Context, r db.Reader, now time.Time, limit int) ([]string, error) {
	return db.Column[string](ctx, r, fmt.Sprintf(`
		SELECT key FROM media_files WHERE remove_at <= $1 ORDER BY remove_at LIMIT %d`, limit), now)
}

// abandoned lists objects that nobody came back for.
func abandoned(ctx context.Context, r db.Reader, before time.Time, limit int) ([]string, error) {
	return db.Column[string](ctx, r, fmt.Sprintf(`
		SELECT object FROM media_pending WHERE created_at <= $1 ORDER BY created_at LIMIT %d`, limit), before)
}
