-- +goose Up
-- While a lease lasts the objects of files that were removed or replaced stay:
-- a backup is about to copy them.
CREATE TABLE media_leases (
    id         TEXT PRIMARY KEY,
    expires_at DATETIME NOT NULL
);

-- +goose Down
DROP TABLE media_leases;
