-- +goose Up
-- What staff or the system tell a user.
CREATE TABLE notices (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    title      TEXT NOT NULL,
    content    TEXT NOT NULL,
    -- The screen of the App that it leads to (MissionLink), if any.
    link       BIGINT,
    -- Null when the system sent it.
    sent_by    TEXT REFERENCES staff (id),
    read_at    DATETIME,
    -- When the user put it away; staff go on seeing it.
    deleted_at DATETIME,
    created_at DATETIME NOT NULL
);
-- A user's list walks newest first; deleted_at is in the index so that totals
-- need no rows.
CREATE INDEX ix_notices__user ON notices (user_id, created_at, id, deleted_at);
CREATE INDEX ix_notices__unread ON notices (user_id) WHERE read_at IS NULL AND deleted_at IS NULL;
