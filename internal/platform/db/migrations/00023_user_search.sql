-- +goose Up
-- What people are found by, folded once when it is written instead of row by
-- row when someone searches; one line each. Members find each other by
-- public_names, never by an address; staff find members by staff_names. The
-- database fills both, so that no writer can forget them.
-- only sqlite
ALTER TABLE users ADD COLUMN public_names TEXT;
ALTER TABLE users ADD COLUMN staff_names TEXT;
UPDATE users SET public_names = fold(username || char(10) || nickname),
    staff_names = fold(username || char(10) || nickname || char(10) || COALESCE(email, '') || char(10) ||
        COALESCE(phone, '') || char(10) || COALESCE(service_number, ''));
-- +goose StatementBegin
CREATE TRIGGER tr_users__new_names AFTER INSERT ON users BEGIN
    UPDATE users SET public_names = fold(username || char(10) || nickname),
        staff_names = fold(username || char(10) || nickname || char(10) || COALESCE(email, '') || char(10) ||
            COALESCE(phone, '') || char(10) || COALESCE(service_number, ''))
    WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER tr_users__names AFTER UPDATE OF username, nickname, email, phone, service_number ON users BEGIN
    UPDATE users SET public_names = fold(username || char(10) || nickname),
        staff_names = fold(username || char(10) || nickname || char(10) || COALESCE(email, '') || char(10) ||
            COALESCE(phone, '') || char(10) || COALESCE(service_number, ''))
    WHERE id = NEW.id;
END;
-- +goose StatementEnd
-- end
-- postgres: ALTER TABLE users ADD COLUMN public_names TEXT GENERATED ALWAYS AS (fold(username || E'\n' || nickname)) STORED;
-- postgres: ALTER TABLE users ADD COLUMN staff_names TEXT GENERATED ALWAYS AS (fold(username || E'\n' || nickname || E'\n' || COALESCE(email, '') || E'\n' || COALESCE(phone, '') || E'\n' || COALESCE(service_number, ''))) STORED;
-- postgres: CREATE FUNCTION instr(t text, part text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT strpos(t, part)';

-- The lists walk newest first, one centre's or all. What they filter by and
-- search in is in the index, so that neither totals nor a search read rows.
DROP INDEX ix_users__centre;
DROP INDEX ix_users__listed;
CREATE INDEX ix_users__centre ON users (centre, created_at, id, status, user_type, district_id, staff_id, staff_names);
CREATE INDEX ix_users__listed ON users (created_at, id, centre, status, user_type, district_id, staff_id, staff_names);

-- +goose Down
DROP INDEX ix_users__listed;
DROP INDEX ix_users__centre;
CREATE INDEX ix_users__listed ON users (created_at, id, centre, status);
CREATE INDEX ix_users__centre ON users (centre, created_at, id, status, user_type);
-- postgres: DROP FUNCTION instr(text, text);
-- only sqlite
DROP TRIGGER tr_users__names;
DROP TRIGGER tr_users__new_names;
-- end
ALTER TABLE users DROP COLUMN staff_names;
ALTER TABLE users DROP COLUMN public_names;
