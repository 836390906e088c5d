-- +goose Up
CREATE TABLE users (
    id              TEXT PRIMARY KEY,
    username        TEXT NOT NULL,
    -- The username as it is compared: names that differ in case are the same.
    username_key    TEXT NOT NULL,
    email           TEXT,
    phone           TEXT,
    password_hash   TEXT,
    -- False while the password is one that the system made up.
    password_chosen BOOLEAN NOT NULL,
    nickname        TEXT NOT NULL,
    signature       TEXT NOT NULL,
    gender          BIGINT,
    birthday        DATE,
    -- 0 frozen, 1 normal, 2 waiting for removal, 3 removed
    status          BIGINT NOT NULL,
    user_type       BIGINT NOT NULL,
    service_number  TEXT,
    district_id     TEXT REFERENCES districts (id),
    -- The district's centre, kept here because every staff list asks for it.
    centre          TEXT NOT NULL,
    staff_id        TEXT REFERENCES staff (id),
    avatar_key      TEXT,
    default_avatar  BIGINT NOT NULL,
    invitation_code TEXT NOT NULL,
    last_login      DATETIME,
    version         BIGINT NOT NULL,
    created_at      DATETIME NOT NULL,
    updated_at      DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_users__username_key ON users (username_key);
CREATE UNIQUE INDEX uq_users__email ON users (email);
CREATE UNIQUE INDEX uq_users__phone ON users (phone);
CREATE UNIQUE INDEX uq_users__invitation_code ON users (invitation_code);
CREATE UNIQUE INDEX uq_users__centre_service_number ON users (centre, service_number);
CREATE INDEX ix_users__listed ON users (created_at, id, centre, status);
CREATE INDEX ix_users__staff ON users (staff_id, created_at);

CREATE TABLE wallets (
    user_id TEXT PRIMARY KEY REFERENCES users (id),
    coin    BIGINT NOT NULL CHECK (coin >= 0),
    exp     BIGINT NOT NULL CHECK (exp >= 0),
    token   BIGINT NOT NULL CHECK (token >= 0)
);
CREATE TABLE wallet_ledger (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    currency   TEXT NOT NULL,
    amount     BIGINT NOT NULL,
    balance    BIGINT NOT NULL,
    reason     TEXT NOT NULL,
    reference  TEXT NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_wallet_ledger__user_id_currency_reason_reference ON wallet_ledger (user_id, currency, reason, reference);
CREATE INDEX ix_wallet_ledger__user ON wallet_ledger (user_id, created_at, id);

CREATE TABLE mission_events (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    event      TEXT NOT NULL,
    event_key  TEXT NOT NULL,
    day        DATE NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_mission_events__user_id_event_event_key ON mission_events (user_id, event, event_key);

CREATE TABLE invitations (
    -- A member applies one code in their life.
    user_id    TEXT PRIMARY KEY REFERENCES users (id),
    inviter_id TEXT NOT NULL REFERENCES users (id),
    paid       BIGINT NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE INDEX ix_invitations__inviter ON invitations (inviter_id);

CREATE TABLE district_applications (
    id                 TEXT PRIMARY KEY,
    user_id            TEXT NOT NULL REFERENCES users (id),
    source_district_id TEXT NOT NULL REFERENCES districts (id),
    target_district_id TEXT NOT NULL REFERENCES districts (id),
    target_centre      TEXT NOT NULL,
    -- 1 under review, 2 approved, 3 rejected, 4 withdrawn or replaced
    status             BIGINT NOT NULL,
    mark               TEXT NOT NULL,
    created_at         DATETIME NOT NULL,
    decided_at         DATETIME,
    decided_by         TEXT
);
CREATE UNIQUE INDEX uq_district_applications__user_id ON district_applications (user_id) WHERE status = 1;
CREATE INDEX ix_district_applications__listed ON district_applications (target_centre, status, created_at, id);

CREATE TABLE member_applications (
    id             TEXT PRIMARY KEY,
    user_id        TEXT NOT NULL REFERENCES users (id),
    centre         TEXT NOT NULL,
    service_number TEXT NOT NULL,
    status         BIGINT NOT NULL,
    mark           TEXT NOT NULL,
    created_at     DATETIME NOT NULL,
    decided_at     DATETIME,
    decided_by     TEXT
);
CREATE UNIQUE INDEX uq_member_applications__user_id ON member_applications (user_id) WHERE status = 1;
CREATE INDEX ix_member_applications__user ON member_applications (user_id, created_at);
CREATE INDEX ix_member_applications__listed ON member_applications (centre, status, created_at, id);

-- The member lists that the centres hand in: who has which service number.
CREATE TABLE member_list (
    centre         TEXT NOT NULL,
    service_number TEXT NOT NULL,
    phone_hash     TEXT,
    email_hash     TEXT,
    birthday       DATE,
    district_id    TEXT REFERENCES districts (id),
    updated_at     DATETIME NOT NULL,
    PRIMARY KEY (centre, service_number)
);

CREATE TABLE consents (
    user_id    TEXT NOT NULL REFERENCES users (id),
    version    TEXT NOT NULL,
    accepted   BOOLEAN NOT NULL,
    created_at DATETIME NOT NULL,
    PRIMARY KEY (user_id, version)
);

CREATE TABLE removals (
    id           TEXT PRIMARY KEY,
    user_id      TEXT NOT NULL REFERENCES users (id),
    centre       TEXT NOT NULL,
    reason_type  BIGINT,
    reason       TEXT NOT NULL,
    -- open, restored, confirmed
    state        TEXT NOT NULL,
    requested_at DATETIME NOT NULL,
    closed_at    DATETIME
);
CREATE UNIQUE INDEX uq_removals__user_id ON removals (user_id) WHERE state = 'open';
CREATE INDEX ix_removals__listed ON removals (state, requested_at, id, centre);

CREATE TABLE data_exports (
    user_id    TEXT PRIMARY KEY REFERENCES users (id),
    -- 1 preparing, 2 ready
    status     BIGINT NOT NULL,
    file_key   TEXT,
    created_at DATETIME NOT NULL
);

-- Whom surveys were sent to.
CREATE TABLE survey_users (
    id         TEXT PRIMARY KEY,
    survey_id  TEXT NOT NULL REFERENCES surveys (id),
    user_id    TEXT NOT NULL REFERENCES users (id),
    attached   BOOLEAN NOT NULL,
    send_at    DATETIME,
    opened_at  DATETIME,
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_survey_users__survey_id_user_id ON survey_users (survey_id, user_id);
CREATE INDEX ix_survey_users__shared ON survey_users (attached, send_at);

-- +goose Down
DROP TABLE survey_users;
DROP TABLE data_exports;
DROP TABLE removals;
DROP TABLE consents;
DROP TABLE member_list;
DROP TABLE member_applications;
DROP TABLE district_applications;
DROP TABLE invitations;
DROP TABLE mission_events;
DROP TABLE wallet_ledger;
DROP TABLE wallets;
DROP TABLE users;
