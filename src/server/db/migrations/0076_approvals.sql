-- Acts that take two people or more: a request by one, and the checks of others.

CREATE TABLE approval_request (
  id         uuid PRIMARY KEY,
  -- Name of the act's definition.
  act        text NOT NULL,
  -- Ids, amounts and words of a closed set.
  fields     jsonb NOT NULL,
  -- Sealed with the key of the person it is about, or of its maker.
  reason     bytea NOT NULL,
  maker      uuid NOT NULL REFERENCES app_user,
  -- How many it takes, with the maker.
  people     smallint NOT NULL CHECK (people >= 2),
  made_at    timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > made_at),
  -- SHA-256 of all that is above.
  digest     bytea NOT NULL CHECK (octet_length(digest) = 32),
  state      text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'DONE', 'REFUSED')),
  ended_at   timestamptz,
  -- What the act answered.
  result     jsonb,
  CHECK ((state = 'OPEN') = (ended_at IS NULL)),
  CHECK ((state = 'DONE') = (result IS NOT NULL))
);
CREATE INDEX approval_request_open ON approval_request (made_at) WHERE state = 'OPEN';

CREATE TABLE approval_check (
  request uuid NOT NULL REFERENCES approval_request,
  checker uuid NOT NULL REFERENCES app_user,
  at      timestamptz NOT NULL,
  PRIMARY KEY (request, checker)
);

CREATE FUNCTION approval_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'OPEN' OR to_jsonb(OLD) - ARRAY['state', 'ended_at', 'result'] <> to_jsonb(NEW) - ARRAY['state', 'ended_at', 'result'] THEN
    RAISE EXCEPTION 'a request of approval is not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_ends BEFORE UPDATE ON approval_request FOR EACH ROW EXECUTE FUNCTION approval_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON approval_request FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE DELETE, TRUNCATE ON approval_request FROM PUBLIC, CURRENT_USER;

CREATE FUNCTION approval_refuse_maker() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM approval_request WHERE id = NEW.request AND maker = NEW.checker) THEN
    RAISE EXCEPTION 'whoever makes a request does not check it';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER not_by_the_maker BEFORE INSERT ON approval_check FOR EACH ROW EXECUTE FUNCTION approval_refuse_maker();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON approval_check FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON approval_check FROM PUBLIC, CURRENT_USER;
