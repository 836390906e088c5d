-- +goose Up
-- How each message fared. What it says and where it goes in full travels
-- encrypted with its job; here only a masked and a hashed target stay.
CREATE TABLE deliveries (
    id            TEXT PRIMARY KEY,
    -- sms, email or push.
    channel       TEXT NOT NULL,
    target_masked TEXT NOT NULL,
    target_hash   TEXT NOT NULL,
    user_id       TEXT,
    staff_id      TEXT,
    -- Of the person it concerned when it was written; empty when unknown.
    centre        TEXT NOT NULL,
    dedupe_key    TEXT,
    -- 0 queued, 1 sent, 2 failed, 3 expired.
    status        BIGINT NOT NULL,
    attempts      BIGINT NOT NULL,
    last_error    TEXT NOT NULL,
    created_at    DATETIME NOT NULL,
    updated_at    DATETIME NOT NULL,
    sent_at       DATETIME,
    expires_at    DATETIME
);
CREATE UNIQUE INDEX uq_deliveries__dedupe_key ON deliveries (dedupe_key);
-- The list walks newest first; what it filters by is in the index, so that
-- totals need no rows.
CREATE INDEX ix_deliveries__created ON deliveries (created_at, id, channel, status);
CREATE INDEX ix_deliveries__centre ON deliveries (centre, created_at, id, channel, status);
CREATE INDEX ix_deliveries__user ON deliveries (user_id, centre, created_at, id, channel, status);

-- Devices that pushes reach. A token is random and long: its plain hash tells
-- nothing of it and stays the same when secrets are rotated.
CREATE TABLE device_tokens (
    token_hash   TEXT PRIMARY KEY,
    token_sealed BLOB NOT NULL,
    user_id      TEXT NOT NULL REFERENCES users (id),
    session_id   TEXT NOT NULL,
    seen_at      DATETIME NOT NULL
);
CREATE INDEX ix_device_tokens__user ON device_tokens (user_id);
CREATE INDEX ix_device_tokens__session ON device_tokens (session_id);
CREATE INDEX ix_device_tokens__seen ON device_tokens (seen_at);
