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
-- The list walks newest first; centre is in the index so that totals need no rows.
CREATE INDEX ix_surveys__listed ON surveys (created_at, id, centre) WHERE deleted_at IS NULL;

-- +goose Down
DROP TABLE surveys;
