-- +goose Up
CREATE TABLE media_files (
    key           TEXT PRIMARY KEY,
    -- The object that holds this version of the file. Objects are never
    -- overwritten: a new version is a new object.
    object        TEXT NOT NULL,
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
    trashed_from  TEXT,
    -- When a public file is public: only within these times.
    public_from   DATETIME,
    public_until  DATETIME
);
CREATE INDEX ix_media_files__remove ON media_files (remove_at) WHERE remove_at IS NOT NULL;

-- Objects that are being written; one that stays here belongs to nobody.
CREATE TABLE media_pending (
    object     TEXT PRIMARY KEY,
    created_at DATETIME NOT NULL
);
CREATE INDEX ix_media_pending__created ON media_pending (created_at);

-- While a lease lasts the objects of files that were removed or replaced stay:
-- a backup is about to copy them.
CREATE TABLE media_leases (
    id         TEXT PRIMARY KEY,
    expires_at DATETIME NOT NULL
);
