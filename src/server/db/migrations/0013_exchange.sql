-- The exchange: markets, orders, fills, positions (design: domain.md 2, states.md 7, ledger.md 2-3).
-- realm 1 = real, 2 = demo. Prices are thousandths of 1.00, shares lots of 0.01, money 10^-6, times whole ms since 1970.
-- Owner 00000000-0000-0000-0000-000000000000 is the house maker: its quotes are no rows, its fills and positions are.

-- Written when the first order comes: rounds that nobody ordered on leave no row.
CREATE TABLE market (
  id           uuid NOT NULL,
  realm        smallint NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('round', 'event')),
  linked_to    uuid,
  -- Words of the outcomes: UP and DOWN, or YES and NO.
  first_name   text NOT NULL,
  second_name  text NOT NULL,
  -- Of a round.
  pair_id      text,
  stream       integer,
  window_sec   integer,
  starts_at    bigint,
  opens_at     bigint NOT NULL,
  cut_off_at   bigint NOT NULL,
  ends_at      bigint NOT NULL,
  fee_bps      integer NOT NULL,
  rules_hash   bytea NOT NULL,
  pool         bigint NOT NULL,
  fees         bigint NOT NULL,
  state        text NOT NULL CHECK (state IN ('SCHEDULED', 'OPEN', 'PAUSED', 'CUT_OFF', 'ENDED', 'SETTLED', 'VOIDED')),
  fills        bigint NOT NULL,
  volume       bigint NOT NULL,
  -- How it ended. `void_value`: what a share of the first outcome paid.
  result       text CHECK (result IN ('WON', 'TIE', 'VOID')),
  won          smallint CHECK (won IN (0, 1)),
  void_value   smallint CHECK (void_value BETWEEN 0 AND 1000),
  void_reason  text,
  -- Averages before both ends as sums of price x ms (settlement.md 3), and the tick runs that prove them.
  start_sum    numeric(40, 0),
  start_first  bigint,
  start_last   bigint,
  end_sum      numeric(40, 0),
  end_first    bigint,
  end_last     bigint,
  ended_at     bigint,
  shard        smallint NOT NULL,
  batch        bigint NOT NULL,
  PRIMARY KEY (id, realm),
  CHECK ((state IN ('SETTLED', 'VOIDED')) = (result IS NOT NULL)),
  CHECK ((state = 'VOIDED') = (result IS NOT NULL AND result = 'VOID')),
  CHECK ((result IS NOT NULL AND result = 'WON') = (won IS NOT NULL)),
  CHECK ((result IS NOT NULL AND result = 'VOID') = (void_value IS NOT NULL AND void_reason IS NOT NULL))
) PARTITION BY LIST (realm);
CREATE TABLE market_real PARTITION OF market FOR VALUES IN (1) WITH (fillfactor = 70);
CREATE TABLE market_demo PARTITION OF market FOR VALUES IN (2) WITH (fillfactor = 70);
CREATE INDEX market_open ON market (shard) WHERE result IS NULL;
CREATE INDEX market_over ON market (shard, ends_at) WHERE result IS NOT NULL;
CREATE INDEX market_of_pair ON market (pair_id, ends_at);

CREATE TABLE market_order (
  id            uuid NOT NULL,
  realm         smallint NOT NULL,
  user_id       uuid NOT NULL,
  market_id     uuid NOT NULL,
  -- 0 the first outcome, 1 the second: as the person said.
  outcome       smallint NOT NULL CHECK (outcome IN (0, 1)),
  side          text NOT NULL CHECK (side IN ('BUY', 'SELL')),
  type          text NOT NULL CHECK (type IN ('LIMIT', 'MARKET')),
  price         smallint NOT NULL CHECK (price BETWEEN 1 AND 999),
  lots          bigint CHECK (lots > 0),
  amount        bigint CHECK (amount > 0),
  time_in_force text NOT NULL CHECK (time_in_force IN ('GTC', 'GTD', 'FAK', 'FOK')),
  post_only     boolean NOT NULL,
  expires_at    bigint,
  state         text NOT NULL CHECK (state IN ('OPEN', 'PARTLY_FILLED', 'FILLED', 'CANCELLED', 'EXPIRED')),
  end_reason    text,
  filled        bigint NOT NULL CHECK (filled >= 0),
  resting       bigint NOT NULL CHECK (resting >= 0),
  turnover      bigint NOT NULL CHECK (turnover >= 0),
  fee           bigint NOT NULL CHECK (fee >= 0),
  held          bigint NOT NULL CHECK (held >= 0),
  placed_at     bigint NOT NULL,
  ended_at      bigint,
  salt          bytea NOT NULL,
  shard         smallint NOT NULL,
  batch         bigint NOT NULL,
  -- Place among the orders of its batch: with it, the order of time in the book.
  rank          integer NOT NULL,
  PRIMARY KEY (id, realm),
  CHECK ((ended_at IS NULL) = (state IN ('OPEN', 'PARTLY_FILLED'))),
  CHECK (ended_at IS NULL OR (resting = 0 AND held = 0)),
  CHECK ((lots IS NULL) <> (amount IS NULL))
) PARTITION BY LIST (realm);
CREATE TABLE market_order_real PARTITION OF market_order FOR VALUES IN (1) WITH (fillfactor = 70);
CREATE TABLE market_order_demo PARTITION OF market_order FOR VALUES IN (2) WITH (fillfactor = 70);
CREATE INDEX market_order_of_user ON market_order (user_id, id);
CREATE INDEX market_order_open ON market_order (shard, batch, rank) WHERE ended_at IS NULL;
CREATE INDEX market_order_of_batch ON market_order (shard, batch);

-- One match between two orders; everything that its receipt tells.
CREATE TABLE fill (
  -- <taker's order>/<n>.
  id             text NOT NULL,
  realm          smallint NOT NULL,
  market_id      uuid NOT NULL,
  no             bigint NOT NULL,
  kind           text NOT NULL CHECK (kind IN ('mint', 'transfer', 'melt')),
  -- Of the first outcome.
  price          smallint NOT NULL CHECK (price BETWEEN 1 AND 999),
  lots           bigint NOT NULL CHECK (lots > 0),
  taker_order    uuid NOT NULL,
  taker_user     uuid NOT NULL,
  taker_outcome  smallint NOT NULL,
  taker_side     text NOT NULL,
  taker_turnover bigint NOT NULL CHECK (taker_turnover >= 0),
  fee            bigint NOT NULL CHECK (fee >= 0),
  -- Null: a quote of the house maker.
  maker_order    uuid,
  maker_user     uuid NOT NULL,
  maker_outcome  smallint NOT NULL,
  maker_side     text NOT NULL,
  maker_turnover bigint NOT NULL CHECK (maker_turnover >= 0),
  rested_ms      bigint NOT NULL CHECK (rested_ms >= 0),
  bonus          bigint NOT NULL CHECK (bonus >= 0),
  at             bigint NOT NULL,
  salt           bytea NOT NULL,
  shard          smallint NOT NULL,
  batch          bigint NOT NULL,
  PRIMARY KEY (market_id, no, realm),
  CHECK (taker_user <> maker_user)
) PARTITION BY LIST (realm);
CREATE TABLE fill_real PARTITION OF fill FOR VALUES IN (1);
CREATE TABLE fill_demo PARTITION OF fill FOR VALUES IN (2);
CREATE INDEX fill_of_taker ON fill (taker_user, at);
CREATE INDEX fill_of_maker ON fill (maker_user, at);
CREATE INDEX fill_of_order ON fill (taker_order);
CREATE INDEX fill_of_batch ON fill (shard, batch);

-- Net holding of an owner in a market: + lots of the first outcome, - of the second. It goes to 0 when the market ends.
CREATE TABLE position (
  market_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  realm     smallint NOT NULL,
  lots      bigint NOT NULL,
  reserved  bigint NOT NULL CHECK (reserved BETWEEN 0 AND abs(lots)),
  cost      bigint NOT NULL,
  -- Credit less cost of all that was given up.
  gained    bigint NOT NULL,
  fees      bigint NOT NULL CHECK (fees >= 0),
  bonus     bigint NOT NULL CHECK (bonus >= 0),
  shard     smallint NOT NULL,
  PRIMARY KEY (market_id, user_id, realm)
) PARTITION BY LIST (realm);
CREATE TABLE position_real PARTITION OF position FOR VALUES IN (1) WITH (fillfactor = 70);
CREATE TABLE position_demo PARTITION OF position FOR VALUES IN (2) WITH (fillfactor = 70);
CREATE INDEX position_of_user ON position (user_id, market_id);

-- What an owner won or lost for good: cost of what was given up, and what came back for it. `settled`: paid when the market ended;
-- its key is the second wall against a double payment.
CREATE TABLE realised (
  market_id uuid NOT NULL,
  user_id   uuid NOT NULL,
  realm     smallint NOT NULL,
  batch     bigint NOT NULL,
  rank      integer NOT NULL,
  settled   boolean NOT NULL,
  -- Held until then: + of the first outcome, - of the second.
  lots      bigint NOT NULL,
  cost      bigint NOT NULL,
  credit    bigint NOT NULL CHECK (credit >= 0),
  at        bigint NOT NULL,
  shard     smallint NOT NULL,
  PRIMARY KEY (market_id, user_id, realm, batch, rank)
) PARTITION BY LIST (realm);
CREATE TABLE realised_real PARTITION OF realised FOR VALUES IN (1);
CREATE TABLE realised_demo PARTITION OF realised FOR VALUES IN (2);
CREATE UNIQUE INDEX paid_once ON realised (market_id, user_id, realm) WHERE settled;
CREATE INDEX realised_of_user ON realised (user_id, at);

-- What is written stays; an order changes only its life, a market only its state and result.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['fill', 'fill_real', 'fill_demo', 'realised', 'realised_real', 'realised_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['market', 'market_real', 'market_demo', 'market_order', 'market_order_real', 'market_order_demo',
    'position', 'position_real', 'position_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['market', 'market_real', 'market_demo'] LOOP
    EXECUTE format('CREATE TRIGGER terms_are_fixed BEFORE UPDATE OF id, realm, kind, linked_to, first_name, second_name, pair_id, stream, window_sec,
      starts_at, opens_at, cut_off_at, ends_at, fee_bps, rules_hash, pool, fees, shard, batch ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite()', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['market_order', 'market_order_real', 'market_order_demo'] LOOP
    EXECUTE format('CREATE TRIGGER terms_are_fixed BEFORE UPDATE OF id, realm, user_id, market_id, outcome, side, type, price, lots, amount,
      time_in_force, post_only, expires_at, placed_at, salt, shard, batch, rank ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite()', name);
  END LOOP;
END $$;
CREATE TRIGGER no_way_back AFTER UPDATE OF state ON market
  FOR EACH ROW WHEN (OLD.result IS NOT NULL OR NEW.fills < OLD.fills) EXECUTE FUNCTION ledger_refuse_rewrite();
CREATE TRIGGER no_way_back AFTER UPDATE OF state, filled ON market_order
  FOR EACH ROW WHEN (OLD.ended_at IS NOT NULL OR NEW.filled < OLD.filled) EXECUTE FUNCTION ledger_refuse_rewrite();
