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
    updated_at      DATETIME NOT NULL,
    -- What people are found by, in lower case, one name a line. The database
    -- fills both columns, so that no writer can forget them. Members find each
    -- other by public_names, which has no address; staff search staff_names.
-- postgres:     public_names TEXT GENERATED ALWAYS AS (fold(username || E'\n' || nickname)) STORED,
-- postgres:     staff_names TEXT GENERATED ALWAYS AS (fold(username || E'\n' || nickname || E'\n' || COALESCE(email, '') || E'\n' || COALESCE(phone, '') || E'\n' || COALESCE(service_number, ''))) STORED
-- only sqlite
    public_names    TEXT,
    staff_names     TEXT
-- end
);
-- only sqlite
-- +goose StatementBegin
CREATE TRIGGER tr_users__new_names AFTER INSERT ON users BEGIN
    UPDATE users SET public_names = fold(username || char(10) || nickname),
        staff_names = fold(username || char(10) || nickname || char(10) || COALESCE(email, '') || char(10) ||
            COALESCE(phone, '') || char(10) || COALESCE(service_number, ''))
    WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER tr_users__names AFTER UPDATE OF username, nickname, email, phone, service_number ON users BEGIN
    UPDATE users SET public_names = fold(username || char(10) || nickname),
        staff_names = fold(username || char(10) || nickname || char(10) || COALESCE(email, '') || char(10) ||
            COALESCE(phone, '') || char(10) || COALESCE(service_number, ''))
    WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- end
CREATE UNIQUE INDEX uq_users__username_key ON users (username_key);
CREATE UNIQUE INDEX uq_users__email ON users (email);
CREATE UNIQUE INDEX uq_users__phone ON users (phone);
CREATE UNIQUE INDEX uq_users__invitation_code ON users (invitation_code);
CREATE UNIQUE INDEX uq_users__centre_service_number ON users (centre, service_number);
-- Staff's lists go newest first, one centre's or all. What they filter by and
-- search in is in the index, so that neither totals nor a search read rows.
CREATE INDEX ix_users__centre ON users (centre, created_at, id, status, user_type, district_id, staff_id, staff_names);
CREATE INDEX ix_users__listed ON users (created_at, id, centre, status, user_type, district_id, staff_id, staff_names);
-- The same for members who look for each other.
CREATE INDEX ix_users__found ON users (status, created_at, id, public_names);
-- The few who are frozen, leaving or gone.
CREATE INDEX ix_users__away ON users (id) WHERE status <> 1;
CREATE INDEX ix_users__staff ON users (staff_id, created_at);
