-- +goose Up
-- Both engines search with fold() and instr(). SQLite has instr(), and the
-- program registers fold() there.
-- postgres: CREATE FUNCTION fold(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT lower(t COLLATE "und-x-icu")';
-- postgres: CREATE FUNCTION instr(t text, part text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos(t, part)';

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

CREATE TABLE jobs (
    id           TEXT PRIMARY KEY,
    kind         TEXT NOT NULL,
    lane         TEXT NOT NULL DEFAULT 'normal',
    unique_key   TEXT,
    args         TEXT NOT NULL,
    secret       BLOB,
    state        TEXT NOT NULL,
    run_at       DATETIME NOT NULL,
    attempts     BIGINT NOT NULL,
    max_attempts BIGINT NOT NULL,
    leased_by    TEXT,
    leased_until DATETIME,
    last_error   TEXT,
    created_at   DATETIME NOT NULL,
    finished_at  DATETIME
);
CREATE UNIQUE INDEX uq_jobs__kind_unique_key ON jobs (kind, unique_key) WHERE unique_key IS NOT NULL;
CREATE INDEX ix_jobs__due ON jobs (state, lane, run_at, id);
CREATE INDEX ix_jobs__leased ON jobs (state, leased_until);
CREATE INDEX ix_jobs__finished ON jobs (state, finished_at);

CREATE TABLE job_schedules (
    name     TEXT PRIMARY KEY,
    next_run DATETIME NOT NULL
);
