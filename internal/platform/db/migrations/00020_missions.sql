-- +goose Up
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

-- +goose Down
DROP TABLE mission_progress;
