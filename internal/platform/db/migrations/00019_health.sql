-- +goose Up
-- A member's body and what the counting of steps remembers about them. Every
-- change of someone's steps holds this row first, so that devices take turns.
CREATE TABLE health_people (
    user_id      TEXT PRIMARY KEY REFERENCES users (id),
    age          BIGINT,
    -- Hundredths of a centimetre and of a kilogram.
    height       BIGINT,
    weight       BIGINT,
    connected    BOOLEAN NOT NULL,
    connected_at DATETIME,
    -- How many rows were ever sent: the order of sending.
    sent         BIGINT NOT NULL,
    -- The sources, the most recently chosen first: a JSON list.
    origins      TEXT NOT NULL
);

-- A day in Hong Kong: its total and, as two short JSON texts, its hours and the
-- rows they were made from. One record a day is read and written at once; kept
-- as tables of rows they would be fifty times as many.
CREATE TABLE health_days (
    user_id  TEXT NOT NULL REFERENCES users (id),
    day      DATE NOT NULL,
    -- Adjustments included. Distance is in tenths of a micrometre, calories are
    -- in millionths of a kilocalorie: sums stay exact.
    steps    BIGINT NOT NULL,
    distance BIGINT NOT NULL,
    calories BIGINT NOT NULL,
    -- When the last reported row of the day ends; null with none.
    last_at  DATETIME,
    -- How many sources have rows in reported; 0 once those are forgotten.
    sources  BIGINT NOT NULL,
    hours    TEXT NOT NULL,
    reported TEXT NOT NULL,
    PRIMARY KEY (user_id, day)
);
-- For forgetting rows that nothing can change any more.
CREATE INDEX ix_health_days__reported ON health_days (day) WHERE sources > 0;

CREATE TABLE health_months (
    user_id  TEXT NOT NULL REFERENCES users (id),
    month    TEXT NOT NULL,
    steps    BIGINT NOT NULL,
    distance BIGINT NOT NULL,
    calories BIGINT NOT NULL,
    PRIMARY KEY (user_id, month)
);

-- Steps that staff or another service added to an hour.
CREATE TABLE health_adjustments (
    id            TEXT PRIMARY KEY,
    user_id       TEXT NOT NULL REFERENCES users (id),
    day           DATE NOT NULL,
    hour          BIGINT NOT NULL,
    steps         BIGINT NOT NULL CHECK (steps >= 0),
    distance      BIGINT NOT NULL,
    calories      BIGINT NOT NULL,
    -- Null when another service added them.
    staff_id      TEXT REFERENCES staff (id),
    created_at    DATETIME NOT NULL,
    taken_back_at DATETIME
);
CREATE INDEX ix_health_adjustments__user ON health_adjustments (user_id, day);
