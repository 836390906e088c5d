-- +goose Up
-- While a hold lasts the objects of files that were removed or replaced stay:
-- a backup is about to copy them.
CREATE TABLE media_holds (
    id         TEXT PRIMARY KEY,
    held_until DATETIME NOT NULL
);

-- +goose Down
DROP TABLE media_holds;
