-- Markets that our own published prices decide: what is asked of them, as data. Its texts say the same; it is fixed with them.
ALTER TABLE event_market ADD COLUMN ticks jsonb;
CREATE INDEX event_market_by_ticks ON event_market (id) WHERE ticks IS NOT NULL AND state = 'CLOSED';

-- What our prices answered, once for each market, or that they have no answer: then people decide, as of any market.
CREATE TABLE event_tick_answer (
  market_id uuid PRIMARY KEY REFERENCES event_market,
  outcome   text NOT NULL CHECK (outcome IN ('YES', 'NO', 'UNKNOWN')),
  at        bigint NOT NULL,
  -- The ticks and the segment that they stand in, or why there is no answer.
  says      text NOT NULL
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_tick_answer FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
DO $$ BEGIN
  EXECUTE 'REVOKE UPDATE, DELETE, TRUNCATE ON event_tick_answer FROM PUBLIC, CURRENT_USER';
END $$;
