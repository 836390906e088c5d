-- +goose Up
-- No foreign keys: the log outlives what it speaks of.
CREATE TABLE audit_log (
    id         TEXT PRIMARY KEY,
    created_at DATETIME NOT NULL,
    staff_id   TEXT NOT NULL,
    actor      TEXT NOT NULL,
    role       TEXT NOT NULL,
    centre     TEXT NOT NULL,
    action     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    subject_id TEXT NOT NULL,
    user_id    TEXT,
    before     TEXT,
    after      TEXT,
    mark       TEXT NOT NULL,
    ip         TEXT NOT NULL,
    request_id TEXT NOT NULL
);
CREATE INDEX ix_audit_log__created ON audit_log (created_at, id, centre);
CREATE INDEX ix_audit_log__centre ON audit_log (centre, created_at, id);
CREATE INDEX ix_audit_log__staff ON audit_log (staff_id, created_at, id);
CREATE INDEX ix_audit_log__user ON audit_log (user_id, created_at, id);
CREATE INDEX ix_audit_log__action ON audit_log (action, created_at, id);
