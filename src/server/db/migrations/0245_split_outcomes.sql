-- The outcome "Other" of an open event is split: new outcomes come out of it, and whoever holds it holds as much of each of them (decision 0260).
CREATE TABLE event_split (
  id        uuid PRIMARY KEY,
  event_id  uuid NOT NULL REFERENCES event,
  -- Of "Other".
  market_id uuid NOT NULL REFERENCES event_market,
  -- Of the move by which it was split.
  version   integer NOT NULL,
  at        bigint NOT NULL,
  -- Its opening chance before, thousandths.
  opening   smallint NOT NULL,
  UNIQUE (market_id, version)
);
CREATE INDEX event_split_of_event ON event_split (event_id, id);

-- No foreign key to it: a check of one locks its row, which nobody may where rows are only appended.
-- What came out of it. `part`: of its chance, thousandths.
CREATE TABLE event_split_part (
  split_id  uuid NOT NULL,
  market_id uuid NOT NULL UNIQUE REFERENCES event_market,
  part      smallint NOT NULL CHECK (part BETWEEN 1 AND 999),
  PRIMARY KEY (split_id, market_id)
);

-- The rules of each outcome that was there before, hashed anew. `amends`: the hash of those before.
CREATE TABLE event_split_rules (
  split_id  uuid NOT NULL,
  market_id uuid NOT NULL REFERENCES event_market,
  version   integer NOT NULL,
  amends    bytea NOT NULL CHECK (octet_length(amends) = 32),
  PRIMARY KEY (market_id, version)
);

-- The engine's: a split that is in the books, and by how much each holding has grown with it: + YES, lots.
CREATE TABLE outcome_split (
  id        uuid NOT NULL,
  realm     smallint NOT NULL,
  linked_to uuid NOT NULL,
  -- The book that was split.
  market_id uuid NOT NULL,
  at        bigint NOT NULL,
  shard     smallint NOT NULL,
  batch     bigint NOT NULL,
  PRIMARY KEY (id, realm)
) PARTITION BY LIST (realm);
CREATE TABLE outcome_split_real PARTITION OF outcome_split FOR VALUES IN (1);
CREATE TABLE outcome_split_demo PARTITION OF outcome_split FOR VALUES IN (2);
CREATE INDEX outcome_split_of_event ON outcome_split (linked_to, at);

CREATE TABLE split_holding (
  split_id  uuid NOT NULL,
  realm     smallint NOT NULL,
  market_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  lots      bigint NOT NULL CHECK (lots > 0),
  at        bigint NOT NULL,
  shard     smallint NOT NULL,
  batch     bigint NOT NULL,
  PRIMARY KEY (split_id, realm, market_id, user_id)
) PARTITION BY LIST (realm);
CREATE TABLE split_holding_real PARTITION OF split_holding FOR VALUES IN (1);
CREATE TABLE split_holding_demo PARTITION OF split_holding FOR VALUES IN (2);
CREATE INDEX split_holding_of_user ON split_holding (user_id, market_id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['event_split', 'event_split_part', 'event_split_rules', 'outcome_split', 'outcome_split_real', 'outcome_split_demo',
    'split_holding', 'split_holding_real', 'split_holding_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;

-- The opening chance that a market had when its event opened, where it was split since; 0: it came out of one that was. Null: `opening`.
ALTER TABLE event_market ADD COLUMN begun smallint CHECK (begun BETWEEN 0 AND 990);

-- What is hashed grows by clarifications and splits alone; with a split the chance that the house maker begins with is divided.
CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := ARRAY['state', 'version', 'result', 'won', 'tie_value', 'void_real', 'void_demo', 'void_reason', 'fact_at', 'challenge_until',
    'was_disputed', 'paid_at', 'revision', 'text_version'];
  paid text[] := ARRAY['state', 'version', 'paid_at', 'revision', 'text_version'];
  corrects boolean := OLD.state IN ('PAID', 'CORRECTED') AND NEW.state = 'CORRECTED'
    AND EXISTS (SELECT FROM event_correction c WHERE c.market_id = NEW.id AND c.version = NEW.version AND NEW.version > OLD.version);
BEGIN
  IF NEW.rules_hash IS DISTINCT FROM OLD.rules_hash AND OLD.opens_at IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM event_clarification c WHERE c.market_id = NEW.id AND c.version = NEW.version AND c.amends = OLD.rules_hash)
      AND NOT EXISTS (SELECT FROM event_split_rules s WHERE s.market_id = NEW.id AND s.version = NEW.version AND s.amends = OLD.rules_hash) THEN
      RAISE EXCEPTION 'the rules of a market that was opened are changed by a clarification or a split alone';
    END IF;
    told := told || ARRAY['rules_hash', 'rules_doc'];
  END IF;
  IF NEW.opening IS DISTINCT FROM OLD.opening AND EXISTS (SELECT FROM event_split s WHERE s.market_id = NEW.id AND s.version = NEW.version) THEN
    told := told || ARRAY['opening', 'begun'];
  END IF;
  IF OLD.opens_at IS NOT NULL AND to_jsonb(OLD) - told <> to_jsonb(NEW) - told THEN
    RAISE EXCEPTION 'the terms of a market that was opened are not changed';
  END IF;
  IF OLD.state IN ('RESOLVED', 'PAID', 'VOIDED', 'CORRECTED') AND NOT corrects AND to_jsonb(OLD) - paid <> to_jsonb(NEW) - paid THEN
    RAISE EXCEPTION 'a market is paid by one result';
  END IF;
  IF (OLD.state IN ('PAID', 'VOIDED', 'CORRECTED') OR (OLD.state = 'RESOLVED' AND NEW.state <> 'PAID')) AND NEW.state <> OLD.state AND NOT corrects THEN
    RAISE EXCEPTION 'a market that ended does not go back';
  END IF;
  RETURN NEW;
END $$;

-- For the engine, beside `listed_book`.
CREATE OR REPLACE VIEW book_opening AS SELECT b.id, m.opening, m.begun FROM event_book b JOIN event_market m ON m.id = b.market_id;

-- The last split of each event, in the books of a realm.
CREATE VIEW event_last_split AS
  SELECT s.event_id AS linked_to, f.realm, json_build_object('id', s.id, 'from', f.id, 'into',
    (SELECT json_agg(json_build_object('book', b.id, 'part', p.part) ORDER BY m.place)
     FROM event_split_part p JOIN event_market m ON m.id = p.market_id JOIN event_book b ON b.market_id = p.market_id AND b.realm = f.realm
     WHERE p.split_id = s.id)) AS split
  FROM (SELECT DISTINCT ON (event_id) * FROM event_split ORDER BY event_id, id DESC) s JOIN event_book f ON f.market_id = s.market_id;
