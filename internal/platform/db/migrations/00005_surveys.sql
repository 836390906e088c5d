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

-- +goose Down
DROP TABLE surveys;
