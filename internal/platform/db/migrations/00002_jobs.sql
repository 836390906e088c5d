-- +goose Up
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

-- +goose Down
DROP TABLE job_schedules;
DROP TABLE jobs;
