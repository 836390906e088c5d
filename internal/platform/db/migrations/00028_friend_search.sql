-- +goose Up
-- Members who look for each other walk the newest first; what they are found by
-- is in the index, so that neither the search nor its total reads rows.
CREATE INDEX ix_users__found ON users (status, created_at, id, public_names);
-- The few who are frozen, leaving or gone.
CREATE INDEX ix_users__away ON users (id) WHERE status <> 1;

-- A member's lists read these alone.
DROP INDEX ix_friend_pairs__low;
DROP INDEX ix_friend_pairs__high;
CREATE INDEX ix_friend_pairs__low ON friend_pairs (user_low, status, friend_at, id, user_high, requested_by, created_at);
CREATE INDEX ix_friend_pairs__high ON friend_pairs (user_high, status, friend_at, id, user_low, requested_by, created_at);

-- +goose Down
DROP INDEX ix_friend_pairs__high;
DROP INDEX ix_friend_pairs__low;
CREATE INDEX ix_friend_pairs__low ON friend_pairs (user_low, status, requested_by);
CREATE INDEX ix_friend_pairs__high ON friend_pairs (user_high, status, requested_by);
DROP INDEX ix_users__away;
DROP INDEX ix_users__found;
