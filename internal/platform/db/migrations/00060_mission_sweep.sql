-- +goose Up
-- What the sweep looks for: progress of single days, and events that are told
-- apart by their day.
CREATE INDEX ix_mission_progress__days ON mission_progress (period) WHERE period <> '';
CREATE INDEX ix_mission_events__days ON mission_events (day) WHERE event IN ('article_read', 'item_used');

-- +goose Down
DROP INDEX ix_mission_events__days;
DROP INDEX ix_mission_progress__days;
