-- +goose Up
-- What members like, bookmark and have read. Counters stand beside the marks
-- and change in the same transaction, so that nobody ever counts a million rows.
CREATE TABLE article_marks (
    user_id    TEXT NOT NULL REFERENCES users (id),
    article_id TEXT NOT NULL,
    -- 0 like, 1 bookmark, 2 read
    kind       BIGINT NOT NULL,
    created_at DATETIME NOT NULL,
    PRIMARY KEY (user_id, article_id, kind)
);
-- A member's bookmarks, newest first.
CREATE INDEX ix_article_marks__user_kind ON article_marks (user_id, kind, created_at, article_id);

-- A day's reads, with the first time. They stay when a read is taken back, and
-- show again when it is renewed.
CREATE TABLE article_reads (
    user_id    TEXT NOT NULL REFERENCES users (id),
    day        DATE NOT NULL,
    article_id TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    PRIMARY KEY (user_id, day, article_id)
);

-- Which community resources members have read.
CREATE TABLE resource_reads (
    user_id     TEXT NOT NULL REFERENCES users (id),
    resource_id TEXT NOT NULL,
    created_at  DATETIME NOT NULL,
    PRIMARY KEY (user_id, resource_id)
);

CREATE TABLE article_mark_counts (
    article_id TEXT PRIMARY KEY,
    likes      BIGINT NOT NULL CHECK (likes >= 0),
    bookmarks  BIGINT NOT NULL CHECK (bookmarks >= 0),
    reads      BIGINT NOT NULL CHECK (reads >= 0)
);

CREATE TABLE resource_read_counts (
    resource_id TEXT PRIMARY KEY,
    reads       BIGINT NOT NULL CHECK (reads >= 0)
);

CREATE TABLE user_mark_counts (
    user_id        TEXT PRIMARY KEY REFERENCES users (id),
    likes          BIGINT NOT NULL CHECK (likes >= 0),
    bookmarks      BIGINT NOT NULL CHECK (bookmarks >= 0),
    reads          BIGINT NOT NULL CHECK (reads >= 0),
    resource_reads BIGINT NOT NULL CHECK (resource_reads >= 0)
);
