-- +goose Up
CREATE TABLE media_files (
    key           TEXT PRIMARY KEY,
    -- claimed: an object is being written there; ready: the file exists.
    state         TEXT NOT NULL,
    access        TEXT NOT NULL,
    content_type  TEXT NOT NULL,
    size          BIGINT NOT NULL,
    etag          TEXT NOT NULL,
    cache_control TEXT NOT NULL,
    -- The staff member whose temporary upload it is.
    uploaded_by   TEXT,
    created_at    DATETIME NOT NULL,
    updated_at    DATETIME NOT NULL,
    remove_at     DATETIME,
    trashed_from  TEXT
);
CREATE INDEX ix_media_files__remove ON media_files (remove_at) WHERE remove_at IS NOT NULL;
CREATE INDEX ix_media_files__claimed ON media_files (created_at) WHERE state = 'claimed';

-- +goose Down
DROP TABLE media_files;
