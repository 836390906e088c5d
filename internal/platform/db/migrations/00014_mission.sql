-- +goose Up
CREATE TABLE mission_events (
    id         TEXT PRIMARY KEY,
    user_id    TEXT NOT NULL REFERENCES users (id),
    event      TEXT NOT NULL,
    event_key  TEXT NOT NULL,
    day        DATE NOT NULL,
    created_at DATETIME NOT NULL
);
CREATE UNIQUE INDEX uq_mission_events__user_id_event_event_key ON mission_events (user_id, event, event_key);
-- What the sweep deletes: events that are told apart by their day.
CREATE INDEX ix_mission_events__days ON mission_events (day) WHERE event IN ('article_read', 'item_used');

-- How far a member is with a mission in one period. Target and rewards are what
-- the catalogue promised when the member began; a later change of it leaves
-- them alone.
CREATE TABLE mission_progress (
    user_id      TEXT NOT NULL REFERENCES users (id),
    mission_id   TEXT NOT NULL REFERENCES missions (id),
    -- The Hong Kong date of a daily mission; empty for missions of one period.
    period       TEXT NOT NULL,
    count        BIGINT NOT NULL,
    target       BIGINT NOT NULL,
    coin         BIGINT NOT NULL,
    exp          BIGINT NOT NULL,
    token        BIGINT NOT NULL,
    -- The last day on which it can be claimed; NULL while there is none.
    closes_on    DATE,
    completed_at DATETIME,
    claimed_at   DATETIME
);
CREATE UNIQUE INDEX uq_mission_progress__user_id_mission_id_period ON mission_progress (user_id, mission_id, period);
-- What awaits claiming: of one member, of periods that ended, of one mission.
CREATE INDEX ix_mission_progress__waiting ON mission_progress (user_id, completed_at) WHERE claimed_at IS NULL AND completed_at IS NOT NULL;
CREATE INDEX ix_mission_progress__closing ON mission_progress (closes_on, user_id) WHERE claimed_at IS NULL AND completed_at IS NOT NULL;
CREATE INDEX ix_mission_progress__mission ON mission_progress (mission_id) WHERE claimed_at IS NULL AND completed_at IS NOT NULL;
-- What the sweep deletes: progress of single days.
CREATE INDEX ix_mission_progress__days ON mission_progress (period) WHERE period <> '';
