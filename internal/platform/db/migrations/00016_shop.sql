-- +goose Up
CREATE TABLE user_mascots (
    user_id       TEXT NOT NULL REFERENCES users (id),
    mascot_number BIGINT NOT NULL,
    -- What the member calls it.
    name          TEXT NOT NULL,
    -- The main one, at most one a member.
    active        BOOLEAN NOT NULL,
    created_at    DATETIME NOT NULL,
    PRIMARY KEY (user_id, mascot_number)
);
CREATE UNIQUE INDEX uq_user_mascots__user_id ON user_mascots (user_id) WHERE active;

CREATE TABLE user_items (
    user_id     TEXT NOT NULL REFERENCES users (id),
    item_id     TEXT NOT NULL REFERENCES shop_items (id),
    -- The item's shelf when it was last used: one item of a shelf is in use.
    category    BIGINT NOT NULL,
    subcategory BIGINT NOT NULL,
    in_use      BOOLEAN NOT NULL,
    created_at  DATETIME NOT NULL,
    PRIMARY KEY (user_id, item_id)
);
CREATE UNIQUE INDEX uq_user_items__user_id_category_subcategory ON user_items (user_id, category, subcategory) WHERE in_use;
