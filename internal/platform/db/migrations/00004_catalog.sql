-- +goose Up
-- The catalogue's entries. Their ids follow from their keys, hash tells whether
-- an entry differs from what is stored, and what leaves the catalogue is
-- retired, never deleted: members' records speak of it. Only columns from which
-- the id is made are unique: two entries may exchange the others in one change,
-- and the content was checked before it got here.

CREATE TABLE districts (
    id               TEXT PRIMARY KEY,
    key              TEXT NOT NULL,
    name             TEXT NOT NULL,
    centre           TEXT NOT NULL,
    -- Set for the communities of the map, which the partner centres serve.
    community_number BIGINT,
    short_name       TEXT,
    code             TEXT,
    ordering         BIGINT NOT NULL,
    hash             TEXT NOT NULL,
    retired_at       DATETIME
);
CREATE INDEX ix_districts__centre ON districts (centre);
CREATE INDEX ix_districts__community ON districts (community_number);

CREATE TABLE buildings (
    id               TEXT PRIMARY KEY,
    community_number BIGINT NOT NULL,
    number           BIGINT NOT NULL,
    name             TEXT NOT NULL,
    kind             TEXT NOT NULL,
    hash             TEXT NOT NULL,
    retired_at       DATETIME
);
CREATE UNIQUE INDEX uq_buildings__community_number_number ON buildings (community_number, number);

CREATE TABLE mascots (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL,
    number     BIGINT NOT NULL,
    name       TEXT NOT NULL,
    coin       BIGINT NOT NULL,
    hash       TEXT NOT NULL,
    retired_at DATETIME
);
CREATE INDEX ix_mascots__number ON mascots (number);

CREATE TABLE shop_items (
    id              TEXT PRIMARY KEY,
    key             TEXT NOT NULL,
    name            TEXT NOT NULL,
    category        BIGINT NOT NULL,
    subcategory     BIGINT NOT NULL,
    -- Of a character, the mascot it is a look of.
    mascot_number   BIGINT,
    coin            BIGINT NOT NULL,
    animation_input TEXT NOT NULL,
    animation_value BIGINT NOT NULL,
    birthday        BOOLEAN NOT NULL,
    saleable        BOOLEAN NOT NULL,
    published_at    DATETIME NOT NULL,
    ordering        BIGINT NOT NULL,
    hash            TEXT NOT NULL,
    retired_at      DATETIME
);
CREATE INDEX ix_shop_items__shelf ON shop_items (category, subcategory, ordering, id);
CREATE INDEX ix_shop_items__published ON shop_items (published_at, id);

CREATE TABLE vouchers (
    id          TEXT PRIMARY KEY,
    key         TEXT NOT NULL,
    name        TEXT NOT NULL,
    description TEXT NOT NULL,
    price_tag   TEXT NOT NULL,
    level       BIGINT NOT NULL,
    valid_days  BIGINT NOT NULL,
    ordering    BIGINT NOT NULL,
    hash        TEXT NOT NULL,
    retired_at  DATETIME
);
CREATE INDEX ix_vouchers__level ON vouchers (level);

CREATE TABLE missions (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL,
    name       TEXT NOT NULL,
    type       BIGINT NOT NULL,
    event      TEXT NOT NULL,
    target     BIGINT NOT NULL,
    link       BIGINT NOT NULL,
    -- daily, once, or window: from starts_on to ends_on, both days included.
    period     TEXT NOT NULL,
    starts_on  DATE,
    ends_on    DATE,
    coin       BIGINT NOT NULL,
    exp        BIGINT NOT NULL,
    token      BIGINT NOT NULL,
    ordering   BIGINT NOT NULL,
    hash       TEXT NOT NULL,
    retired_at DATETIME
);
CREATE INDEX ix_missions__type ON missions (type, ordering, id);
CREATE INDEX ix_missions__event ON missions (event);

CREATE TABLE levels (
    id         TEXT PRIMARY KEY,
    level      BIGINT NOT NULL,
    -- The experience that leads to the next level.
    need       BIGINT NOT NULL,
    hash       TEXT NOT NULL,
    retired_at DATETIME
);
CREATE UNIQUE INDEX uq_levels__level ON levels (level);

CREATE TABLE lessons (
    id            TEXT PRIMARY KEY,
    key           TEXT NOT NULL,
    code          TEXT NOT NULL,
    title         TEXT NOT NULL,
    introduction  TEXT NOT NULL,
    -- A JSON list of numbers from 1 to 4.
    categories    TEXT NOT NULL,
    -- What lists tell of the chapters without reading them.
    chapter_total BIGINT NOT NULL,
    has_video     BOOLEAN NOT NULL,
    has_audio     BOOLEAN NOT NULL,
    has_image     BOOLEAN NOT NULL,
    published_at  DATETIME NOT NULL,
    ordering      BIGINT NOT NULL,
    hash          TEXT NOT NULL,
    retired_at    DATETIME
);
CREATE INDEX ix_lessons__ordering ON lessons (ordering, id);

CREATE TABLE lesson_chapters (
    id         TEXT PRIMARY KEY,
    lesson_id  TEXT NOT NULL REFERENCES lessons (id),
    sort       BIGINT NOT NULL,
    title      TEXT NOT NULL,
    content    TEXT NOT NULL,
    video_link TEXT,
    audio_key  TEXT,
    -- A JSON list.
    image_keys TEXT NOT NULL,
    hash       TEXT NOT NULL,
    retired_at DATETIME
);
CREATE UNIQUE INDEX uq_lesson_chapters__lesson_id_sort ON lesson_chapters (lesson_id, sort);

CREATE TABLE resource_types (
    id         TEXT PRIMARY KEY,
    type       BIGINT NOT NULL,
    name       TEXT NOT NULL,
    hash       TEXT NOT NULL,
    retired_at DATETIME
);
CREATE UNIQUE INDEX uq_resource_types__type ON resource_types (type);

CREATE TABLE resource_subtypes (
    id         TEXT PRIMARY KEY,
    key        TEXT NOT NULL,
    type       BIGINT NOT NULL REFERENCES resource_types (type),
    name       TEXT NOT NULL,
    ordering   BIGINT NOT NULL,
    hash       TEXT NOT NULL,
    retired_at DATETIME
);
CREATE INDEX ix_resource_subtypes__type ON resource_subtypes (type, ordering, id);

CREATE TABLE crisis_contacts (
    id          TEXT PRIMARY KEY,
    key         TEXT NOT NULL,
    name        TEXT NOT NULL,
    phone       TEXT NOT NULL,
    hours       TEXT NOT NULL,
    description TEXT NOT NULL,
    ordering    BIGINT NOT NULL,
    hash        TEXT NOT NULL,
    retired_at  DATETIME
);

-- What is read whole: consent and settings, as JSON.
CREATE TABLE catalogue_documents (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
);

-- One row: what was applied last. Replicas that start together queue on it.
CREATE TABLE catalogue_state (
    id          BIGINT PRIMARY KEY CHECK (id = 1),
    fingerprint TEXT NOT NULL,
    applied_at  DATETIME NOT NULL
);
