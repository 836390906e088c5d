-- +goose Up
-- Community resources: a directory that staff keep and members look things up in.
CREATE TABLE resources (
    id           TEXT PRIMARY KEY,
    -- Makes the number people see, R000001; it never changes.
    number       BIGINT NOT NULL,
    -- The community's centre.
    centre       TEXT NOT NULL,
    status       INTEGER NOT NULL,
    author_id    TEXT NOT NULL REFERENCES staff (id),
    editor_id    TEXT NOT NULL REFERENCES staff (id),
    -- Resources have no schedule; the review's tables share these columns.
    push_time    DATETIME,
    pull_time    DATETIME,
    name         TEXT NOT NULL,
    phone        TEXT NOT NULL,
    address      TEXT NOT NULL,
    introduce    TEXT NOT NULL,
    subtype_id   TEXT NOT NULL REFERENCES resource_subtypes (id),
    community_id TEXT NOT NULL REFERENCES districts (id),
    -- The key of its picture.
    picture      TEXT NOT NULL,
    version      BIGINT NOT NULL,
    created_at   DATETIME NOT NULL,
    updated_at   DATETIME NOT NULL,
    deleted_at   DATETIME
);
CREATE UNIQUE INDEX uq_resources__number ON resources (number);
-- The members' list of a community, newest first, and how many there are.
CREATE INDEX ix_resources__listed ON resources (community_id, created_at, id, subtype_id) WHERE status = 5 AND deleted_at IS NULL;
-- The portal's list, last changed first, with what it filters by.
CREATE INDEX ix_resources__changed ON resources (updated_at, id, centre, status, community_id, subtype_id) WHERE deleted_at IS NULL;
CREATE INDEX ix_resources__status ON resources (status, centre, editor_id) WHERE deleted_at IS NULL;

-- The one row is the last number that was given away.
CREATE TABLE resource_numbers (
    id   BIGINT PRIMARY KEY,
    last BIGINT NOT NULL
);
INSERT INTO resource_numbers (id, last) VALUES (1, 0);

-- How many resources members see, kept by every change of one, so that a page's
-- total and the map need no counting.
CREATE TABLE resource_counts (
    community_id TEXT NOT NULL REFERENCES districts (id),
    subtype_id   TEXT NOT NULL REFERENCES resource_subtypes (id),
    listed       BIGINT NOT NULL CHECK (listed >= 0),
    PRIMARY KEY (community_id, subtype_id)
);
