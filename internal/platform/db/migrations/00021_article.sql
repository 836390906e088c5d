-- +goose Up
CREATE TABLE articles (
    id                TEXT PRIMARY KEY,
    -- CENTRE_A, CENTRE_B, or CENTRE_ALL for what belongs to both.
    centre            TEXT NOT NULL,
    -- The centre of the author's role: the article's own, unless its district
    -- says otherwise.
    home              TEXT NOT NULL,
    status            INTEGER NOT NULL,
    author_id         TEXT NOT NULL REFERENCES staff (id),
    editor_id         TEXT NOT NULL REFERENCES staff (id),
    push_time         DATETIME,
    pull_time         DATETIME,
    version           BIGINT NOT NULL,
    title             TEXT NOT NULL,
    content           TEXT NOT NULL,
    category          BIGINT NOT NULL,
    district          BIGINT NOT NULL,
    subcategory       BIGINT NOT NULL,
    type              BIGINT NOT NULL,
    registration_link TEXT,
    video_link        TEXT,
    -- Keys of its files; the images are a JSON list, in their order.
    thumbnail         TEXT NOT NULL,
    pdf               TEXT,
    audio             TEXT,
    images            TEXT NOT NULL,
    -- The place in the members' list: the highest is on top. No two articles
    -- that are ready or listed share one.
    ordering          BIGINT NOT NULL,
    -- Whether staff chose that place while the article was waiting.
    placed            BOOLEAN NOT NULL,
    listed_at         DATETIME,
    created_at        DATETIME NOT NULL,
    updated_at        DATETIME NOT NULL,
    deleted_at        DATETIME
);
-- The portal's list, newest first, with what it filters by.
CREATE INDEX ix_articles__created ON articles (created_at, id, centre, status, category, type, district, deleted_at)
    WHERE deleted_at IS NULL;
-- The portal's counts, what waits for approval, and the list to put in order.
-- It begins with category, so that no planner prefers it for the few articles
-- that are listed and not shown (push and pull below).
CREATE INDEX ix_articles__status ON articles (category, status, centre, editor_id, deleted_at) WHERE deleted_at IS NULL;
-- The members' list: all of it, a category, a part of one. The lists read their
-- index alone: no article's text is touched.
CREATE INDEX ix_articles__listed ON articles (ordering, id, centre, push_time, pull_time, category, subcategory, district, type,
    title, thumbnail, listed_at, status, deleted_at) WHERE status = 5 AND deleted_at IS NULL;
CREATE INDEX ix_articles__category ON articles (category, ordering, id, centre, push_time, pull_time, subcategory, district, type,
    title, thumbnail, listed_at, status, deleted_at) WHERE status = 5 AND deleted_at IS NULL;
CREATE INDEX ix_articles__part ON articles (category, subcategory, ordering, id, centre, push_time, pull_time, district, type,
    title, thumbnail, listed_at, status, deleted_at) WHERE status = 5 AND deleted_at IS NULL;
-- The few that are listed and not shown: before and after their times.
CREATE INDEX ix_articles__pull ON articles (pull_time) WHERE status = 5 AND deleted_at IS NULL AND pull_time IS NOT NULL;
CREATE INDEX ix_articles__push ON articles (push_time) WHERE status = 5 AND deleted_at IS NULL AND push_time IS NOT NULL;

-- How many articles are listed, kept by every change of one, so that a page's
-- total needs no counting.
CREATE TABLE article_counts (
    centre      TEXT NOT NULL,
    category    BIGINT NOT NULL,
    subcategory BIGINT NOT NULL,
    district    BIGINT NOT NULL,
    listed      BIGINT NOT NULL CHECK (listed >= 0),
    PRIMARY KEY (centre, category, subcategory, district)
);

-- The one row is the highest place that was given away.
CREATE TABLE article_places (
    id  BIGINT PRIMARY KEY,
    top BIGINT NOT NULL
);
INSERT INTO article_places (id, top) VALUES (1, 0);

CREATE TABLE article_tags (
    id         TEXT PRIMARY KEY,
    name       TEXT NOT NULL,
    -- The name as it is compared: names that differ in case are the same.
    name_key   TEXT NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_article_tags__name_key ON article_tags (name_key);

CREATE TABLE article_tagged (
    article_id TEXT NOT NULL REFERENCES articles (id),
    -- The place among the article's tags.
    position   BIGINT NOT NULL,
    tag_id     TEXT NOT NULL REFERENCES article_tags (id),
    PRIMARY KEY (article_id, tag_id)
);
CREATE INDEX ix_article_tagged__tag ON article_tagged (tag_id);
