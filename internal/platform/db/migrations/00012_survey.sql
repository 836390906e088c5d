-- +goose Up
CREATE TABLE surveys (
    id         TEXT PRIMARY KEY,
    title      TEXT NOT NULL,
    link       TEXT NOT NULL,
    -- CENTRE_A, CENTRE_B, or CENTRE_ALL for an administrator's.
    centre     TEXT NOT NULL,
    created_by TEXT NOT NULL REFERENCES staff (id),
    version    BIGINT NOT NULL,
    created_at DATETIME NOT NULL,
    updated_at DATETIME NOT NULL,
    deleted_at DATETIME
);
-- The list walks newest first; centre and deleted_at are in the index so that
-- totals need no rows (SQLite looks at deleted_at although every entry lacks it).
CREATE INDEX ix_surveys__listed ON surveys (created_at, id, centre, deleted_at) WHERE deleted_at IS NULL;

-- Whom surveys were sent to.
CREATE TABLE survey_users (
    id         TEXT PRIMARY KEY,
    survey_id  TEXT NOT NULL REFERENCES surveys (id),
    user_id    TEXT NOT NULL REFERENCES users (id),
    attached   BOOLEAN NOT NULL,
    send_at    DATETIME,
    opened_at  DATETIME,
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_survey_users__survey_id_user_id ON survey_users (survey_id, user_id);
CREATE INDEX ix_survey_users__shared ON survey_users (attached, send_at);
