-- +goose Up
CREATE TABLE consents (
    user_id    TEXT NOT NULL REFERENCES users (id),
    version    TEXT NOT NULL,
    accepted   BOOLEAN NOT NULL,
    created_at DATETIME NOT NULL,
    PRIMARY KEY (user_id, version)
);

CREATE TABLE removals (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id),
    centre       TEXT NOT NULL,
    reason_type  BIGINT,
    reason       TEXT NOT NULL,
    -- open, restored, confirmed
    state        TEXT NOT NULL,
    requested_at DATETIME NOT NULL,
    closed_at    DATETIME
);
CREATE UNIQUE INDEX uq_removals__user_id ON removals (user_id) WHERE state = 'open';
CREATE INDEX ix_removals__listed ON removals (state, requested_at, id, centre);

CREATE TABLE data_exports (
    user_id    TEXT PRIMARY KEY REFERENCES users (id),
    -- 1 preparing, 2 ready
    status     BIGINT NOT NULL,
    file_key   TEXT,
    created_at DATETIME NOT NULL
);
