-- +goose Up
-- What happened to an article or a resource on its way through review.
CREATE TABLE content_logs (
    id         TEXT PRIMARY KEY,
    -- article or resource
    kind       TEXT NOT NULL,
    item_id    TEXT NOT NULL,
    content    TEXT NOT NULL,
    mark       TEXT NOT NULL,
    -- Null when the schedule did it.
    staff_id   TEXT REFERENCES staff (id),
    created_at DATETIME NOT NULL
);
CREATE INDEX ix_content_logs__item ON content_logs (kind, item_id, created_at, id);
