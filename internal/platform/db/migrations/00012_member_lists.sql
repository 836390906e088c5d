-- +goose Up
-- A centre's list of users walks newest first; what it filters by is in the
-- index, so that totals need no rows.
CREATE INDEX ix_users__centre ON users (centre, created_at, id, status, user_type);

-- +goose Down
DROP INDEX ix_users__centre;
