-- +goose Up
CREATE TABLE otp_codes (
    id                TEXT PRIMARY KEY,
    nature            TEXT NOT NULL,
    channel           TEXT NOT NULL,
    -- Identifiers, addresses and codes are keyed hashes; what must be read back
    -- is sealed.
    identifier_hash   TEXT NOT NULL,
    identifier_sealed BLOB NOT NULL,
    ip_hash           TEXT NOT NULL,
    code_hash         TEXT NOT NULL,
    owner_id          TEXT NOT NULL,
    wrong_tries       BIGINT NOT NULL,
    created_at        DATETIME NOT NULL,
    expires_at        DATETIME NOT NULL,
    used_at           DATETIME,
    burned_at         DATETIME
);
CREATE INDEX ix_otp_codes__identifier ON otp_codes (identifier_hash, created_at);
CREATE INDEX ix_otp_codes__ip ON otp_codes (ip_hash, created_at);
CREATE INDEX ix_otp_codes__channel ON otp_codes (channel, created_at);
CREATE INDEX ix_otp_codes__created ON otp_codes (created_at);

CREATE TABLE otp_wrong_tries (
    id              TEXT PRIMARY KEY,
    identifier_hash TEXT NOT NULL,
    tried_at        DATETIME NOT NULL
);
CREATE INDEX ix_otp_wrong_tries__identifier ON otp_wrong_tries (identifier_hash, tried_at);
CREATE INDEX ix_otp_wrong_tries__tried ON otp_wrong_tries (tried_at);

-- Rows to queue on: one per identifier or address.
CREATE TABLE otp_turns (
    hash     TEXT PRIMARY KEY,
    taken_at DATETIME NOT NULL
);
CREATE INDEX ix_otp_turns__taken ON otp_turns (taken_at);
