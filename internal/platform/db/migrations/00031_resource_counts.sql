-- +goose Up
-- How many resources members see, kept by every change of one, so that a page's
-- total and the map need no counting.
CREATE TABLE resource_counts (
    community_id TEXT NOT NULL REFERENCES districts (id),
    subtype_id   TEXT NOT NULL REFERENCES resource_subtypes (id),
    listed       BIGINT NOT NULL CHECK (listed >= 0),
    PRIMARY KEY (community_id, subtype_id)
);
INSERT INTO resource_counts (community_id, subtype_id, listed)
    SELECT community_id, subtype_id, COUNT(*) FROM resources WHERE status = 5 AND deleted_at IS NULL
    GROUP BY community_id, subtype_id;

-- +goose Down
DROP TABLE resource_counts;
