package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// LockTable is a table whose rows are locked. Its rank is its place in the
// order in which every transaction locks: two transactions that keep to it never
// wait for each other in a circle.
type LockTable struct {
	name, key string
	rank      int
	alias     string
}

// The tables in their order. A transaction may leave tables out, and may lock
// more rows of the same table, but never go back. (An UPDATE locks too and
// should keep to the order, and so does an upsert that makes a row or locks it,
// as in lockout, otp and health; that is not checked.)
var (
	Roles          = LockTable{name: "roles", key: "id", rank: 1} // the administrators' row, for changes of staff
	Staff          = LockTable{name: "staff", key: "id", rank: 2}
	Wallets        = LockTable{name: "wallets", key: "user_id", rank: 3} // before the user: paying locks it first
	Users          = LockTable{name: "users", key: "id", rank: 4}
	FriendSettings = LockTable{name: "friend_settings", key: "user_id", rank: 5}
	LessonProgress = LockTable{name: "lesson_progress", key: "user_id", rank: 6}
	Articles       = LockTable{name: "articles", key: "id", rank: 7}
	Resources      = LockTable{name: "resources", key: "id", rank: 8}
	Surveys        = LockTable{name: "surveys", key: "id", rank: 9}
	ArticleTags    = LockTable{name: "article_tags", key: "id", rank: 10} // after the article that gets them
)

// Name is the table's name in SQL.
func (t LockTable) Name() string { return t.name }

// As names the table's alias in a query that joins others, so that only this
// table's rows are locked.
func (t LockTable) As(alias string) LockTable {
	t.alias = alias
	return t
}

// The kinds of locks. NO KEY UPDATE is what an UPDATE takes; FOR UPDATE would
// also block the foreign key checks of rows that refer to the locked ones.
const (
	forChange = " FOR NO KEY UPDATE"
	forShare  = " FOR SHARE"
)

// Lock keeps others from changing rows until the transaction ends. Rows that do
// not exist are left out. SQLite has one writer, and nothing to lock.
func Lock[K cmp.Ordered](ctx context.Context, tx *Tx, t LockTable, ids ...K) error {
	return lockRows(ctx, tx, t, forChange, ids, tx.Exec)
}

// LockShared is Lock for rows that must stay as they are; others may rely on
// them at the same time.
func LockShared[K cmp.Ordered](ctx context.Context, tx *Tx, t LockTable, ids ...K) error {
	return lockRows(ctx, tx, t, forShare, ids, tx.Exec)
}

// QueueLock is Lock in the way of Queue: the rows are locked before the
// transaction's next statement runs.
func QueueLock[K cmp.Ordered](ctx context.Context, tx *Tx, t LockTable, ids ...K) error {
	return lockRows(ctx, tx, t, forChange, ids, tx.queueCounted)
}

// QueueLockShared is LockShared in the way of Queue.
func QueueLockShared[K cmp.Ordered](ctx context.Context, tx *Tx, t LockTable, ids ...K) error {
	return lockRows(ctx, tx, t, forShare, ids, tx.queueCounted)
}

func (tx *Tx) queueCounted(ctx context.Context, text string, args ...Args) (int64, error) {
	return 0, tx.Queue(ctx, text, args...)
}

// LockOne reads one row and locks it; none is ErrNone.
func LockOne[T any](ctx context.Context, tx *Tx, t LockTable, text string, args ...Args) (T, error) {
	text, err := tx.locking(t, forChange, text)
	if err != nil {
		return *new(T), err
	}
	return One[T](ctx, tx, text, args...)
}

// LockAll reads rows and locks them. Order them by the table's key, so that two
// transactions lock in one order.
func LockAll[T any](ctx context.Context, tx *Tx, t LockTable, text string, args ...Args) ([]T, error) {
	text, err := tx.locking(t, forChange, text)
	if err != nil {
		return nil, err
	}
	return All[T](ctx, tx, text, args...)
}

// LockAllShared is LockAll in the way of LockShared.
func LockAllShared[T any](ctx context.Context, tx *Tx, t LockTable, text string, args ...Args) ([]T, error) {
	text, err := tx.locking(t, forShare, text)
	if err != nil {
		return nil, err
	}
	return All[T](ctx, tx, text, args...)
}

func lockRows[K cmp.Ordered](
	ctx context.Context, tx *Tx, t LockTable, kind string, ids []K, run func(ctx context.Context, text string, args ...Args) (int64, error),
) error {
	text, err := tx.locking(t, kind, "SELECT "+t.key+" FROM "+t.name+" WHERE "+t.key+" IN (@ids) ORDER BY "+t.key)
	if err != nil || tx.engine != Postgres || len(ids) == 0 {
		return err
	}
	_, err = run(ctx, text, Args{"ids": slices.Compact(slices.Sorted(slices.Values(ids)))})
	return err
}

// locking ends a query with the lock that the engine needs, and notes the lock.
func (tx *Tx) locking(t LockTable, kind, text string) (string, error) {
	if tx.checkLocks && t.rank < tx.locked.rank {
		return "", located(fmt.Errorf("%s is locked after %s, against the order of locks", t.name, tx.locked.name))
	}
	if t.rank > tx.locked.rank {
		tx.locked = t
	}
	if tx.engine != Postgres {
		return text, nil
	}
	text += kind
	if t.alias != "" {
		text += " OF " + t.alias
	}
	return text, nil
}
