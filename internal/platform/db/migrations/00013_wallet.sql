-- +goose Up
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
