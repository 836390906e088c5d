-- +goose Up
-- Buildings of which a member took a photo. The row stays when the photo is
-- deleted: a building is paid for and counted once for life.
CREATE TABLE checkins (
    user_id     TEXT NOT NULL REFERENCES users (id),
    building_id TEXT NOT NULL REFERENCES buildings (id),
    -- Where the photo is; null when there is none at present.
    file_key    TEXT,
    uploaded_at DATETIME NOT NULL,
    created_at  DATETIME NOT NULL,
    PRIMARY KEY (user_id, building_id)
);
