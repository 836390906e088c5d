-- +goose Up
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
