-- What was unclear in the rules of an open market, in the words that are part of them from then on. `version`: of the move by which it was said.
CREATE TABLE event_clarification (
  market_id    uuid NOT NULL REFERENCES event_market,
  version      integer NOT NULL,
  text         text NOT NULL,
  at           bigint NOT NULL,
  -- Until then whoever held shares before leaves at these prices of YES, thousandths, by realm.
  exit_until   bigint NOT NULL,
  fair_real    smallint NOT NULL CHECK (fair_real BETWEEN 1 AND 999),
  fair_demo    smallint NOT NULL CHECK (fair_demo BETWEEN 1 AND 999),
  -- Of the rules before it: their text is kept by this hash.
  amends       bytea NOT NULL CHECK (octet_length(amends) = 32),
  PRIMARY KEY (market_id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_clarification FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON event_clarification FROM PUBLIC, CURRENT_USER;

-- Terms stay as they were opened; what is hashed grows by clarifications alone, of a market that still takes orders.
CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := ARRAY['state', 'version', 'result', 'won', 'tie_value', 'void_real', 'void_demo', 'void_reason', 'fact_at', 'challenge_until',
    'was_disputed', 'paid_at', 'revision', 'text_version'];
  paid text[] := ARRAY['state', 'version', 'paid_at', 'revision', 'text_version'];
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
  IF OLD.state IN ('RESOLVED', 'PAID', 'VOIDED') AND to_jsonb(OLD) - paid <> to_jsonb(NEW) - paid THEN
    RAISE EXCEPTION 'a market is paid by one result';
  END IF;
  IF (OLD.state IN ('PAID', 'VOIDED') OR (OLD.state = 'RESOLVED' AND NEW.state <> 'PAID')) AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'a market that ended does not go back';
  END IF;
  RETURN NEW;
END $$;

-- For the engine, beside `listed_book`: the last clarification of each book, and the price of YES at which people leave.
CREATE VIEW book_exit AS
  SELECT DISTINCT ON (b.id) b.id, b.realm, c.at, c.exit_until, CASE b.realm WHEN 1 THEN c.fair_real ELSE c.fair_demo END AS price
  FROM event_clarification c JOIN event_book b ON b.market_id = c.market_id ORDER BY b.id, c.version DESC;

-- Drafts of several outcomes that were written when each later one began at 0.50: they share what the first one leaves (decision 0247).
UPDATE event_market m SET opening = greatest(10, round((1000 - f.opening)::numeric / f.others))
FROM (SELECT a.event_id, a.opening, (SELECT count(*) - 1 FROM event_market o WHERE o.event_id = a.event_id) AS others
  FROM event_market a JOIN event e ON e.id = a.event_id AND e.is_linked WHERE a.place = 0) f
WHERE f.event_id = m.event_id AND m.place > 0 AND m.opens_at IS NULL AND m.opening = 500 AND f.others > 1;
