package media

import (
	"context"
	"errors"
	"strings"
	"time"

	"hearten/internal/platform/db"
)

const columns = `key, object, access, content_type, size, etag, cache_control, uploaded_by, created_at, updated_at, remove_at,
	public_from, public_until`

// findFile reads a file's row; none is ErrNotFound.
func findFile(ctx context.Context, r db.Reader, key string) (File, error) {
	f, err := db.One[File](ctx, r, `SELECT `+columns+` FROM media_files WHERE key = @key`, db.Args{"key": key})
	return f, db.NoneAs(err, ErrNotFound)
}

// findFiles reads the rows of keys; keys without a row are left out.
func findFiles(ctx context.Context, r db.Reader, keys []string) (map[string]File, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	files, err := db.All[File](ctx, r, `SELECT `+columns+` FROM media_files WHERE key IN (@keys)`, db.Args{"keys": keys})
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
	return tx.Insert(ctx, "media_pending", db.Args{"object": object, "created_at": now})
}

func deletePending(ctx context.Context, tx *db.Tx, object string) error {
	_, err := tx.Exec(ctx, `DELETE FROM media_pending WHERE object = @object`, db.Args{"object": object})
	return err
}

// saveFile writes the row and returns the object that it replaces, if any. Two
// transactions that save one key lock its row, so that each replaced object is
// returned once. An object that the sweep gave up is not saved.
func saveFile(ctx context.Context, tx *db.Tx, f File) (replaced string, err error) {
	err = tx.ExecOne(ctx, `DELETE FROM media_pending WHERE object = @object`, db.Args{"object": f.Object})
	if err != nil {
		return "", db.NoneAs(err, errors.New("the object was given up before it was saved"))
	}
	replaced, err = lockFile(ctx, tx, f.Key, f.UpdatedAt)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `
		UPDATE media_files SET object = @object, access = @access, content_type = @type, size = @size, etag = @etag,
			cache_control = @cache, uploaded_by = @by, updated_at = @updated, remove_at = @remove,
			public_from = @from, public_until = @until
		WHERE key = @key`,
		db.Args{
			"object": f.Object, "access": string(f.Access), "type": f.ContentType, "size": f.Size, "etag": f.ETag,
			"cache": f.CacheControl, "by": f.UploadedBy, "updated": f.UpdatedAt, "remove": f.RemoveAt,
			"from": f.PublicFrom, "until": f.PublicUntil, "key": f.Key,
		})
	return replaced, err
}

// lockFile locks the row of a key, which it inserts where there is none, and
// returns its object. One statement does both: a row that was found first could
// be deleted before it is locked.
func lockFile(ctx context.Context, tx *db.Tx, key string, now time.Time) (object string, err error) {
	return db.Value[string](ctx, tx, `
		INSERT INTO media_files (key, object, access, content_type, size, etag, cache_control, created_at, updated_at)
		VALUES (@key, '', '', '', 0, '', '', @now, @now)
		ON CONFLICT (key) DO UPDATE SET updated_at = @now RETURNING object`, db.Args{"key": key, "now": now})
}

// setAccess sets who may see files, and when.
func setAccess(ctx context.Context, tx *db.Tx, keys []string, access Access, from, until *time.Time) error {
	_, err := tx.Exec(ctx, `UPDATE media_files SET access = @access, public_from = @from, public_until = @until WHERE key IN (@keys)`,
		db.Args{"access": string(access), "from": from, "until": until, "keys": keys})
	return err
}

// setOrigin records which key a file in the trash had.
func setOrigin(ctx context.Context, tx *db.Tx, trashKey, origin string) error {
	_, err := tx.Exec(ctx, `UPDATE media_files SET trashed_from = @origin WHERE key = @key`, db.Args{"origin": origin, "key": trashKey})
	return err
}

// deleteFile deletes the row and returns its object.
func deleteFile(ctx context.Context, tx *db.Tx, key string) (object string, err error) {
	object, err = db.Value[string](ctx, tx, `DELETE FROM media_files WHERE key = @key RETURNING object`, db.Args{"key": key})
	return object, db.NoneAs(err, ErrNotFound)
}

// inFolder is the condition for the files below a folder: all, or those directly
// in it.
func inFolder(folder string, onlyDirect bool) *db.Filter {
	folder = strings.TrimSuffix(folder, "/")
	// A range, so that the key's index serves: "0" follows "/" in order.
	where := (&db.Filter{}).And("key >= @first AND key < @end", db.Args{"first": folder + "/", "end": folder + "0"})
	if onlyDirect {
		where.And(`key NOT LIKE @deeper ESCAPE '\'`, db.Args{"deeper": strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(folder) + "/%/%"})
	}
	return where
}

const (
	listLimit  = "10000" // bounds one answer; no folder of the layout comes near it
	sweepLimit = "200"   // rows that one transaction of the sweep removes
)

func listFolder(ctx context.Context, r db.Reader, folder string, onlyDirect bool) ([]File, error) {
	where := inFolder(folder, onlyDirect)
	return db.All[File](ctx, r, `SELECT `+columns+` FROM media_files WHERE `+where.SQL()+` ORDER BY key LIMIT `+listLimit, where.Args())
}

func countFolder(ctx context.Context, r db.Reader, folder string, onlyDirect bool) (int64, error) {
	where := inFolder(folder, onlyDirect)
	return db.Value[int64](ctx, r, `SELECT COUNT(*) FROM media_files WHERE `+where.SQL(), where.Args())
}

// listExpired lists the keys of files whose time is over.
func listExpired(ctx context.Context, r db.Reader, now time.Time) ([]string, error) {
	return db.Column[string](ctx, r, `SELECT key FROM media_files WHERE remove_at <= @now ORDER BY remove_at LIMIT `+sweepLimit, db.Args{"now": now})
}

// listAbandoned lists objects that have waited for their row since before.
func listAbandoned(ctx context.Context, r db.Reader, before time.Time) ([]string, error) {
	return db.Column[string](ctx, r, `SELECT object FROM media_pending WHERE created_at <= @before ORDER BY created_at LIMIT `+sweepLimit, db.Args{"before": before})
}
