-- +goose Up
-- What a member lets others do and see. A member without a row has the
-- defaults; the row is also what changes of a member's relations queue on.
CREATE TABLE friend_settings (
    user_id         TEXT PRIMARY KEY REFERENCES users (id),
    searchable      BOOLEAN NOT NULL,
    requestable     BOOLEAN NOT NULL,
    -- 0 only me, 1 friends only, 2 everyone
    step_view       BIGINT NOT NULL,
    map_view        BIGINT NOT NULL,
    mascot_view     BIGINT NOT NULL,
    avatar_view     BIGINT NOT NULL,
    -- How many requests the member made on the last day they made one.
    requests_on     DATE,
    requests_number BIGINT NOT NULL
);
CREATE INDEX ix_friend_settings__hidden ON friend_settings (user_id) WHERE searchable = FALSE;

-- Two members who are friends, or one of whom asked the other: one row,
-- whichever of them one starts from.
CREATE TABLE friend_pairs (
    id           TEXT PRIMARY KEY,
    user_low     TEXT NOT NULL REFERENCES users (id),
    user_high    TEXT NOT NULL REFERENCES users (id),
    -- 0 requesting, 1 friends
    status       BIGINT NOT NULL,
    requested_by TEXT NOT NULL,
    created_at   DATETIME NOT NULL,
    friend_at    DATETIME,
    CHECK (user_low < user_high)
);
CREATE UNIQUE INDEX uq_friend_pairs__user_low_user_high ON friend_pairs (user_low, user_high);
-- A member's lists read these indexes alone.
CREATE INDEX ix_friend_pairs__low ON friend_pairs (user_low, status, friend_at, id, user_high, requested_by, created_at);
CREATE INDEX ix_friend_pairs__high ON friend_pairs (user_high, status, friend_at, id, user_low, requested_by, created_at);
CREATE INDEX ix_friend_pairs__asked ON friend_pairs (requested_by) WHERE status = 0;

-- user_id wants nothing to do with blocked_id.
CREATE TABLE friend_blocks (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    blocked_id TEXT NOT NULL REFERENCES users (id),
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_friend_blocks__user_id_blocked_id ON friend_blocks (user_id, blocked_id);
CREATE INDEX ix_friend_blocks__blocked ON friend_blocks (blocked_id, user_id);

-- user_id was turned down by other_id and may not ask again before then.
CREATE TABLE friend_cooldowns (
    user_id  TEXT NOT NULL REFERENCES users (id),
    other_id TEXT NOT NULL REFERENCES users (id),
    until    DATETIME NOT NULL,
    PRIMARY KEY (user_id, other_id)
);
CREATE INDEX ix_friend_cooldowns__other ON friend_cooldowns (other_id);
CREATE INDEX ix_friend_cooldowns__until ON friend_cooldowns (until);

-- What user_id lets viewer_id alone see; null leaves it to the default.
CREATE TABLE friend_permissions (
    user_id     TEXT NOT NULL REFERENCES users (id),
    viewer_id   TEXT NOT NULL REFERENCES users (id),
    step_view   BOOLEAN,
    map_view    BOOLEAN,
    mascot_view BOOLEAN,
    avatar_view BOOLEAN,
    PRIMARY KEY (user_id, viewer_id)
);
CREATE INDEX ix_friend_permissions__viewer ON friend_permissions (viewer_id);
