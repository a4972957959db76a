-- Predictions and the engine's batches (design: settlement.md 3, ledger.md 1, reliability.md 1-4).
-- realm 1 = real, 2 = demo. Times are whole ms since 1970, as settlement counts them; prices are integers of 10^-scale.

-- The fence: whoever commits a batch has moved this row from the batch before, under his own epoch.
CREATE TABLE shard_lease (
  shard      smallint PRIMARY KEY,
  epoch      bigint NOT NULL,
  last_batch bigint NOT NULL,
  last_hash  bytea NOT NULL,
  owner      text,
  beat       timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 10);
INSERT INTO shard_lease (shard, epoch, last_batch, last_hash) VALUES (0, 0, 0, decode(repeat('00', 32), 'hex'));

-- One row a transaction of the engine; `facts` is the outbox: what others may want to know of it.
CREATE TABLE batch (
  shard    smallint NOT NULL,
  no       bigint NOT NULL,
  epoch    bigint NOT NULL,
  hash     bytea NOT NULL,
  prev     bytea NOT NULL,
  at       bigint NOT NULL,
  -- Summed worst cases of the real realm after the batch, 10^-6.
  exposure bigint NOT NULL,
  facts    jsonb NOT NULL,
  PRIMARY KEY (shard, no)
);

-- The parameters that predictions were made under, by the SHA-256 of their canonical form.
CREATE TABLE rules_document (
  hash       bytea PRIMARY KEY,
  pair_group text NOT NULL,
  body       jsonb NOT NULL,
  since      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE prediction (
  id            uuid NOT NULL,
  realm         smallint NOT NULL,
  user_id       uuid NOT NULL,
  pair_id       text NOT NULL,
  -- Pair number x 4 + kind of feed.
  stream        integer NOT NULL,
  direction     text NOT NULL CHECK (direction IN ('UP', 'DOWN')),
  stake         bigint NOT NULL CHECK (stake > 0),
  stake_cash    bigint NOT NULL CHECK (stake_cash BETWEEN 0 AND stake),
  payout_bps    integer NOT NULL,
  duration_ms   integer NOT NULL,
  -- EXPIRED is not stored: it is OPEN after expires_at.
  state         text NOT NULL CHECK (state IN ('ADMITTED', 'OPEN', 'EXPIRED', 'SETTLED', 'VOID', 'CORRECTED')),
  admitted_at   bigint NOT NULL,
  k_adm         bigint NOT NULL,
  h_adm         bytea NOT NULL,
  salt          bytea NOT NULL,
  rules_hash    bytea NOT NULL,
  shard         smallint NOT NULL,
  batch         bigint NOT NULL,
  entry_seq     bigint,
  entry_t       bigint,
  entry_price   bigint,
  entry_row     integer,
  entry_ts      bigint,
  expires_at    bigint,
  -- Records of e-1 (absent for the first tick of a stream) and e, 76 bytes each.
  entry_records bytea,
  settled_at    bigint,
  PRIMARY KEY (id, realm),
  CHECK ((settled_at IS NULL) = (state IN ('ADMITTED', 'OPEN', 'EXPIRED'))),
  CHECK ((entry_seq IS NULL) = (expires_at IS NULL))
) PARTITION BY LIST (realm);
-- Room on the page lets the entry be written without touching an index.
CREATE TABLE prediction_real PARTITION OF prediction FOR VALUES IN (1) WITH (fillfactor = 70);
CREATE TABLE prediction_demo PARTITION OF prediction FOR VALUES IN (2) WITH (fillfactor = 70);
CREATE INDEX prediction_of_user ON prediction (user_id, id);
CREATE INDEX prediction_open ON prediction (shard) WHERE settled_at IS NULL;

-- The end of a prediction. Its key is the second wall against a double payment.
CREATE TABLE settlement (
  prediction_id uuid NOT NULL,
  realm         smallint NOT NULL,
  outcome       text NOT NULL CHECK (outcome IN ('WIN', 'LOSE', 'TIE', 'SOLD', 'VOID')),
  void_reason   text,
  credit        bigint NOT NULL CHECK (credit >= 0),
  exit_seq      bigint,
  exit_t        bigint,
  exit_price    bigint,
  exit_row      integer,
  exit_ts       bigint,
  -- Records of x and x+1, 76 bytes each.
  exit_records  bytea,
  shard         smallint NOT NULL,
  batch         bigint NOT NULL,
  PRIMARY KEY (prediction_id, realm),
  CHECK ((outcome = 'VOID') = (void_reason IS NOT NULL))
) PARTITION BY LIST (realm);
CREATE TABLE settlement_real PARTITION OF settlement FOR VALUES IN (1);
CREATE TABLE settlement_demo PARTITION OF settlement FOR VALUES IN (2);

-- How far a committed batch has used each stream: `applied` has all its consequences stored, `seen` is the highest tick named anywhere.
CREATE TABLE engine_stream (
  shard       smallint NOT NULL,
  stream      integer NOT NULL,
  applied_seq bigint NOT NULL,
  seen_seq    bigint NOT NULL,
  seen_head   bytea NOT NULL,
  PRIMARY KEY (shard, stream)
) WITH (fillfactor = 50);

-- Answers under an Idempotency-Key, stored with the effects they tell of; kept 7 days.
CREATE TABLE idem (
  user_id   uuid NOT NULL,
  route     text NOT NULL,
  key       text NOT NULL,
  body_hash text NOT NULL,
  status    smallint NOT NULL,
  body      text NOT NULL,
  shard     smallint NOT NULL,
  batch     bigint NOT NULL,
  at        timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, route, key)
);
CREATE INDEX idem_by_time ON idem USING brin (at);

-- What is written stays; a prediction changes only its life.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settlement', 'settlement_real', 'settlement_demo', 'batch', 'rules_document'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['prediction', 'prediction_real', 'prediction_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
    -- The terms are those that were agreed. A statement trigger is asked only where the statement names one of these columns.
    EXECUTE format('CREATE TRIGGER terms_are_fixed BEFORE UPDATE OF id, realm, user_id, pair_id, stream, direction, stake, stake_cash,
      payout_bps, duration_ms, admitted_at, k_adm, h_adm, salt, rules_hash, shard, batch ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite()', name);
  END LOOP;
END $$;

-- One entry, one end: AFTER ROW, so that the rows of a batch are not locked twice (as on account).
CREATE TRIGGER entry_is_final AFTER UPDATE OF entry_seq, entry_t, entry_price, entry_row, entry_ts, expires_at, entry_records ON prediction
  FOR EACH ROW WHEN (OLD.entry_seq IS NOT NULL OR OLD.settled_at IS NOT NULL) EXECUTE FUNCTION ledger_refuse_rewrite();
CREATE TRIGGER no_way_back AFTER UPDATE OF state, settled_at ON prediction
  FOR EACH ROW WHEN (
    (OLD.state = 'OPEN' AND NEW.state = 'ADMITTED')
    OR (OLD.settled_at IS NOT NULL
      AND (NEW.settled_at IS DISTINCT FROM OLD.settled_at OR NEW.state NOT IN (OLD.state, 'CORRECTED')))
  ) EXECUTE FUNCTION ledger_refuse_rewrite();
