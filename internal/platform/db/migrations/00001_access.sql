-- +goose Up
-- postgres: CREATE FUNCTION fold(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT lower(t COLLATE "und-x-icu")';

CREATE TABLE roles (
    id     TEXT PRIMARY KEY,
    code   TEXT NOT NULL,
    centre TEXT NOT NULL,
    name   TEXT NOT NULL
);

CREATE TABLE staff (
    id                   TEXT PRIMARY KEY,
    username             TEXT NOT NULL,
    email                TEXT NOT NULL,
    phone                TEXT,
    name                 TEXT NOT NULL,
    role_id              TEXT NOT NULL REFERENCES roles (id),
    password_hash        TEXT NOT NULL,
    -- A mailed first password opens only the change of itself, until this time.
    first_password_until DATETIME,
    disabled             BOOLEAN NOT NULL,
    deleted_at           DATETIME,
    version              BIGINT NOT NULL,
    created_at           DATETIME NOT NULL,
    updated_at           DATETIME NOT NULL
);
-- The address of deleted staff may be used again.
CREATE UNIQUE INDEX uq_staff__email ON staff (email) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX uq_staff__username ON staff (username);

CREATE TABLE sessions (
    id         TEXT PRIMARY KEY,
    audience   TEXT NOT NULL,
    owner_id   TEXT NOT NULL,
    scope      TEXT NOT NULL,
    created_at DATETIME NOT NULL,
    expires_at DATETIME NOT NULL
);
CREATE INDEX ix_sessions__owner ON sessions (audience, owner_id);
CREATE INDEX ix_sessions__expires ON sessions (expires_at);

-- Tries to sign in, by a keyed hash of the account.
CREATE TABLE login_locks (
    account_hash TEXT PRIMARY KEY,
    tries        BIGINT NOT NULL,
    locks        BIGINT NOT NULL,
    locked_until DATETIME,
    updated_at   DATETIME NOT NULL
);
CREATE INDEX ix_login_locks__updated ON login_locks (updated_at);

-- Hits of one key within one window, for limits that hold across replicas.
CREATE TABLE rate_counters (
    key_hash     TEXT NOT NULL,
    window_start DATETIME NOT NULL,
    hits         BIGINT NOT NULL,
    PRIMARY KEY (key_hash, window_start)
);
CREATE INDEX ix_rate_counters__window ON rate_counters (window_start);

-- +goose Down
DROP TABLE rate_counters;
DROP TABLE login_locks;
DROP TABLE sessions;
DROP TABLE staff;
DROP TABLE roles;
