-- +goose Up
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
