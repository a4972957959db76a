-- Scheduled entries (design: domain.md 2, states.md 7): a quick prediction that is opened when a price or a time is reached.
-- realm 1 = real, 2 = demo. Times are whole ms since 1970; prices are integers of 10^-scale; money 10^-6.

CREATE TABLE scheduled_entry (
  id             uuid NOT NULL,
  realm          smallint NOT NULL,
  user_id        uuid NOT NULL,
  pair_id        text NOT NULL,
  stream         integer NOT NULL,
  direction      text NOT NULL CHECK (direction IN ('UP', 'DOWN')),
  stake          bigint NOT NULL CHECK (stake > 0),
  duration_sec   integer NOT NULL CHECK (duration_sec > 0),
  min_payout_bps integer NOT NULL CHECK (min_payout_bps BETWEEN 0 AND 10000),
  -- One of the two: a time, or a price and from which side it must come.
  at             bigint,
  price          bigint,
  crosses        text CHECK (crosses IN ('UP', 'DOWN')),
  placed_at      bigint NOT NULL,
  expires_at     bigint NOT NULL,
  -- Highest tick applied when it was placed: only later ones can trigger it.
  k_placed       bigint NOT NULL,
  state          text NOT NULL CHECK (state IN ('WAITING', 'TRIGGERED', 'CANCELLED', 'EXPIRED', 'REFUSED_AT_TRIGGER')),
  -- Of EXPIRED span, session, late or feed; of REFUSED_AT_TRIGGER the code of what refused.
  reason         text,
  prediction_id  uuid,
  -- The tick whose price was reached.
  mark_seq       bigint,
  mark_t         bigint,
  mark_price     bigint,
  ended_at       bigint,
  shard          smallint NOT NULL,
  batch          bigint NOT NULL,
  PRIMARY KEY (id, realm),
  CHECK ((at IS NULL) <> (price IS NULL)),
  CHECK ((price IS NULL) = (crosses IS NULL)),
  CHECK ((state = 'WAITING') = (ended_at IS NULL)),
  CHECK ((state = 'TRIGGERED') = (prediction_id IS NOT NULL)),
  CHECK ((state IN ('EXPIRED', 'REFUSED_AT_TRIGGER')) = (reason IS NOT NULL)),
  CHECK ((mark_seq IS NULL) = (mark_t IS NULL) AND (mark_seq IS NULL) = (mark_price IS NULL))
) PARTITION BY LIST (realm);
CREATE TABLE scheduled_entry_real PARTITION OF scheduled_entry FOR VALUES IN (1) WITH (fillfactor = 70);
CREATE TABLE scheduled_entry_demo PARTITION OF scheduled_entry FOR VALUES IN (2) WITH (fillfactor = 70);
CREATE INDEX scheduled_entry_of_user ON scheduled_entry (user_id, id);
CREATE INDEX scheduled_entry_waiting ON scheduled_entry (shard) WHERE ended_at IS NULL;

-- What was agreed stays; an entry ends once.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['scheduled_entry', 'scheduled_entry_real', 'scheduled_entry_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
    EXECUTE format('CREATE TRIGGER terms_are_fixed BEFORE UPDATE OF id, realm, user_id, pair_id, stream, direction, stake, duration_sec,
      min_payout_bps, at, price, crosses, placed_at, expires_at, k_placed, shard, batch ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite()', name);
  END LOOP;
END $$;
CREATE TRIGGER no_way_back AFTER UPDATE OF state ON scheduled_entry
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL) EXECUTE FUNCTION ledger_refuse_rewrite();
