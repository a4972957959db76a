-- A market that was paid by a wrong result is corrected (docs/rules/events.md#corrections): how it was paid, and how it should have been.
CREATE TABLE event_correction (
  market_id       uuid NOT NULL REFERENCES event_market,
  no              integer NOT NULL CHECK (no > 0),
  -- Of the move.
  version         integer NOT NULL,
  at              bigint NOT NULL,
  was_result      text NOT NULL CHECK (was_result IN ('WON', 'TIE', 'VOID')),
  was_won         smallint,
  was_tie_value   smallint,
  was_void_real   smallint,
  was_void_demo   smallint,
  was_void_reason text,
  result          text NOT NULL CHECK (result IN ('WON', 'TIE', 'VOID')),
  won             smallint,
  tie_value       smallint,
  void_real       smallint,
  void_demo       smallint,
  void_reason     text,
  PRIMARY KEY (market_id, no),
  UNIQUE (market_id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_correction FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON event_correction FROM PUBLIC, CURRENT_USER;

-- CORRECTED stands beside PAID and VOIDED.
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'event_market'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%VOIDED%' LOOP
    EXECUTE format('ALTER TABLE event_market DROP CONSTRAINT %I', name);
  END LOOP;
END $$;
ALTER TABLE event_market
  ADD CONSTRAINT event_market_states CHECK (state IN ('DRAFT', 'REVIEW', 'OPEN', 'PAUSED', 'CLOSED', 'PROPOSED', 'CHALLENGE', 'DISPUTED', 'RESOLVED', 'PAID',
    'VOIDED', 'CORRECTED')),
  ADD CONSTRAINT event_market_result_of_state
    CHECK ((state IN ('PROPOSED', 'CHALLENGE', 'DISPUTED', 'RESOLVED', 'PAID', 'VOIDED', 'CORRECTED')) = (result IS NOT NULL)),
  ADD CONSTRAINT event_market_void_of_state CHECK (state = 'CORRECTED' OR (state = 'VOIDED') = (result IS NOT NULL AND result = 'VOID')),
  ADD CONSTRAINT event_market_void_values
    CHECK ((result IS NOT NULL AND result = 'VOID') = (void_real IS NOT NULL AND void_demo IS NOT NULL AND void_reason IS NOT NULL));

CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := ARRAY['state', 'version', 'result', 'won', 'tie_value', 'void_real', 'void_demo', 'void_reason', 'fact_at', 'challenge_until',
    'was_disputed', 'paid_at', 'revision', 'text_version'];
  paid text[] := ARRAY['state', 'version', 'paid_at', 'revision', 'text_version'];
  corrects boolean := OLD.state IN ('PAID', 'CORRECTED') AND NEW.state = 'CORRECTED'
    AND EXISTS (SELECT FROM event_correction c WHERE c.market_id = NEW.id AND c.version = NEW.version AND NEW.version > OLD.version);
BEGIN
  IF NEW.rules_hash IS DISTINCT FROM OLD.rules_hash AND OLD.opens_at IS NOT NULL THEN
    IF NOT EXISTS (SELECT FROM event_clarification c WHERE c.market_id = NEW.id AND c.version = NEW.version AND c.amends = OLD.rules_hash) THEN
      RAISE EXCEPTION 'the rules of a market that was opened are changed by a clarification alone';
    END IF;
    told := told || ARRAY['rules_hash', 'rules_doc'];
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

CREATE OR REPLACE VIEW listed_book AS
  SELECT b.id, b.realm, m.opens_at, m.cut_off_at,
    CASE WHEN m.state = 'OPEN' THEN 'open' WHEN m.state = 'PAUSED' THEN 'pause'
      WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED', 'CORRECTED') THEN 'settle' ELSE 'close' END AS wanted,
    CASE WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED', 'CORRECTED') THEN m.result END AS result,
    CASE WHEN m.state IN ('RESOLVED', 'PAID', 'CORRECTED') THEN m.won END AS won,
    CASE WHEN m.result = 'TIE' THEN m.tie_value WHEN b.realm = 1 THEN m.void_real ELSE m.void_demo END AS void_value, m.void_reason,
    m.rules_hash, m.rules_doc, m.paid_at IS NOT NULL OR m.state = 'CORRECTED' AS paid, m.revision,
    CASE WHEN e.is_linked THEN e.id END AS linked_to, m.place, m.is_live
  FROM event_book b JOIN event_market m ON m.id = b.market_id JOIN event e ON e.id = m.event_id WHERE m.opens_at IS NOT NULL;

-- For whoever keeps the books, and for proofs: how a book was paid, and how it should have been. Values of a share of YES in thousandths.
CREATE VIEW book_correction AS
  SELECT b.id, b.realm, c.no, c.at, CASE WHEN e.is_linked THEN e.id ELSE b.id END AS pool_of,
    c.was_result, c.was_won, CASE WHEN c.was_result = 'TIE' THEN c.was_tie_value WHEN b.realm = 1 THEN c.was_void_real ELSE c.was_void_demo END AS was_value,
    c.was_void_reason AS was_reason,
    c.result, c.won, CASE WHEN c.result = 'TIE' THEN c.tie_value WHEN b.realm = 1 THEN c.void_real ELSE c.void_demo END AS value, c.void_reason AS reason
  FROM event_correction c JOIN event_book b ON b.market_id = c.market_id JOIN event_market m ON m.id = c.market_id JOIN event e ON e.id = m.event_id;

-- What a correction did to each holding, 10^-6, negative: given back. `shares` is between the owner and the pool, `fees` between them and the fees of the
-- book; `borne` is what the house paid for them, or got back.
CREATE TABLE corrected_holding (
  market_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  realm     smallint NOT NULL,
  no        integer NOT NULL,
  shares    bigint NOT NULL,
  fees      bigint NOT NULL,
  borne     bigint NOT NULL,
  at        bigint NOT NULL,
  PRIMARY KEY (market_id, user_id, realm, no)
) PARTITION BY LIST (realm);
CREATE TABLE corrected_holding_real PARTITION OF corrected_holding FOR VALUES IN (1);
CREATE TABLE corrected_holding_demo PARTITION OF corrected_holding FOR VALUES IN (2);
CREATE INDEX corrected_holding_of_user ON corrected_holding (user_id);

-- 1: a correction of a book is begun, 2: everybody has what is theirs. `fees`: what came from the house, negative: went to it, 10^-6.
CREATE TABLE corrected_book (
  market_id uuid NOT NULL,
  realm     smallint NOT NULL,
  no        integer NOT NULL,
  step      smallint NOT NULL CHECK (step IN (1, 2)),
  fees      bigint NOT NULL,
  at        bigint NOT NULL,
  PRIMARY KEY (market_id, realm, no, step)
) PARTITION BY LIST (realm);
CREATE TABLE corrected_book_real PARTITION OF corrected_book FOR VALUES IN (1);
CREATE TABLE corrected_book_demo PARTITION OF corrected_book FOR VALUES IN (2);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['corrected_holding', 'corrected_holding_real', 'corrected_holding_demo', 'corrected_book', 'corrected_book_real',
    'corrected_book_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;

-- For pages of events: what a correction did, people alone, 10^-6.
CREATE VIEW corrected_sum AS
  SELECT b.market_id AS id, b.realm, b.no, max(b.at) FILTER (WHERE b.step = 2) AS done_at,
    (SELECT count(*) FROM corrected_holding h WHERE h.market_id = b.market_id AND h.realm = b.realm AND h.no = b.no
       AND h.user_id NOT IN ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000001'))::int AS people,
    (SELECT coalesce(sum(h.borne), 0) FROM corrected_holding h WHERE h.market_id = b.market_id AND h.realm = b.realm AND h.no = b.no)::bigint AS borne
  FROM corrected_book b GROUP BY b.market_id, b.realm, b.no;

-- Fees that the house earned by a wrong result are their payers' again.
INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
  (270, 'fees', 'market_fees');

-- A book that has ended changes its result by a correction alone, once everybody has what is theirs by it.
CREATE FUNCTION market_way_back() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.fills = OLD.fills AND OLD.result IS NOT NULL AND NEW.result IS NOT NULL AND NEW.ended_at = OLD.ended_at
    AND EXISTS (SELECT FROM corrected_book c WHERE c.market_id = NEW.id AND c.realm = NEW.realm AND c.step = 2) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% on % would rewrite what is written: %', TG_OP, TG_TABLE_NAME, TG_NAME USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER no_way_back ON market;
CREATE TRIGGER no_way_back AFTER UPDATE OF state ON market
  FOR EACH ROW WHEN (OLD.result IS NOT NULL OR NEW.fills < OLD.fills) EXECUTE FUNCTION market_way_back();
