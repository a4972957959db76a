-- Events of which exactly one outcome comes true: a market each, moved and ended together.

ALTER TABLE event ADD COLUMN is_linked boolean NOT NULL DEFAULT false;

-- What a share of YES pays when outcomes came in level, thousandths: those of an event sum to 1,000. Null: 500, of a market that stands alone.
ALTER TABLE event_market ADD COLUMN tie_value smallint CHECK (tie_value BETWEEN 0 AND 1000);
ALTER TABLE event_market ADD CONSTRAINT tie_value_of_tie CHECK (tie_value IS NULL OR result = 'TIE');

CREATE OR REPLACE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  told text[] := ARRAY['state', 'version', 'result', 'won', 'tie_value', 'void_real', 'void_demo', 'void_reason', 'fact_at', 'challenge_until',
    'was_disputed', 'paid_at', 'revision', 'text_version'];
  paid text[] := ARRAY['state', 'version', 'paid_at', 'revision', 'text_version'];
BEGIN
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

-- For the engine: the books of opened markets and what is wanted of each. `linked_to`: the event whose books end together, `place` among them.
CREATE OR REPLACE VIEW listed_book AS
  SELECT b.id, b.realm, m.opens_at, m.cut_off_at,
    CASE WHEN m.state = 'OPEN' THEN 'open' WHEN m.state = 'PAUSED' THEN 'pause'
      WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED') THEN 'settle' ELSE 'close' END AS wanted,
    CASE WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED') THEN m.result END AS result,
    CASE WHEN m.state IN ('RESOLVED', 'PAID') THEN m.won END AS won,
    CASE WHEN m.result = 'TIE' THEN m.tie_value WHEN b.realm = 1 THEN m.void_real ELSE m.void_demo END AS void_value, m.void_reason,
    m.rules_hash, m.rules_doc, m.paid_at IS NOT NULL AS paid, m.revision,
    CASE WHEN e.is_linked THEN e.id END AS linked_to, m.place
  FROM event_book b JOIN event_market m ON m.id = b.market_id JOIN event e ON e.id = m.event_id WHERE m.opens_at IS NOT NULL;
