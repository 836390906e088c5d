-- +goose Up
CREATE TABLE user_vouchers (
    id          TEXT PRIMARY KEY,
    user_id     TEXT NOT NULL REFERENCES users (id),
    voucher_id  TEXT NOT NULL REFERENCES vouchers (id),
    -- 0 granted, 1 claimed, 2 redeemed, 3 expired. What is past its time reads
    -- as expired before the job has written it down.
    status      BIGINT NOT NULL,
    valid_until DATETIME NOT NULL,
    -- The redeem code is random and long: its plain hash tells nothing of it and
    -- stays the same when secrets are rotated.
    code_hash   TEXT,
    code_sealed BLOB,
    -- Its picture among the stored files.
    qr_key      TEXT,
    claimed_at  DATETIME,
    redeemed_at DATETIME,
    redeemed_by TEXT REFERENCES staff (id),
    created_at  DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_user_vouchers__user_id_voucher_id ON user_vouchers (user_id, voucher_id);
CREATE UNIQUE INDEX uq_user_vouchers__code_hash ON user_vouchers (code_hash);
CREATE INDEX ix_user_vouchers__listed ON user_vouchers (created_at, id);
CREATE INDEX ix_user_vouchers__open ON user_vouchers (valid_until) WHERE status < 2;
CREATE INDEX ix_user_vouchers__claimed ON user_vouchers (voucher_id, valid_until) WHERE status = 1;
