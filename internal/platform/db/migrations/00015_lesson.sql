-- +goose Up
-- What members do with the lessons of the catalogue.
CREATE TABLE lesson_progress (
    user_id     TEXT NOT NULL REFERENCES users (id),
    lesson_id   TEXT NOT NULL REFERENCES lessons (id),
    opened_at   DATETIME NOT NULL,
    -- When the last of its chapters was finished; it stays, whatever the
    -- catalogue adds later.
    finished_at DATETIME
);
CREATE UNIQUE INDEX uq_lesson_progress__user_id_lesson_id ON lesson_progress (user_id, lesson_id);

CREATE TABLE lesson_chapter_progress (
    user_id      TEXT NOT NULL REFERENCES users (id),
    lesson_id    TEXT NOT NULL REFERENCES lessons (id),
    chapter_sort BIGINT NOT NULL,
    finished_at  DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_lesson_chapter_progress__user_id_lesson_id_chapter_sort ON lesson_chapter_progress (user_id, lesson_id, chapter_sort);

-- When a member last looked at what there is to learn.
CREATE TABLE lesson_visits (
    user_id    TEXT PRIMARY KEY REFERENCES users (id),
    visited_at DATETIME NOT NULL
);
