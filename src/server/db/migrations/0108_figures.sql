-- What the charts of the back office read: sums by UTC day of real money (docs/decisions/0192). Money in 10^-6.

-- What ended on a day. `what`: quick: predictions, stakes that counted and what came back. rounds: shares that people held to the end, what they
-- had cost and what was paid. maker: the same of the house maker, sold or held. fees: taker fees of rounds that the house kept, in `volume`.
CREATE TABLE trading_day (
  day    date NOT NULL,
  what   text NOT NULL CHECK (what IN ('quick', 'rounds', 'maker', 'fees')),
  -- '': of no pair.
  pair   text NOT NULL,
  ended  bigint NOT NULL,
  volume bigint NOT NULL,
  paid   bigint NOT NULL,
  PRIMARY KEY (day, what, pair)
) WITH (fillfactor = 50);

-- How long batches took: how many a day were done within so many ms, and not within the next smaller number.
CREATE TABLE batch_speed_day (
  day     date NOT NULL,
  within  integer NOT NULL CHECK (within > 0),
  batches bigint NOT NULL CHECK (batches > 0),
  PRIMARY KEY (day, within)
) WITH (fillfactor = 50);

-- Money that moved beside trading, by the day of its journal. Journals from `upto` on are not in it yet.
CREATE TABLE money_day (
  day         date NOT NULL,
  code        smallint NOT NULL,
  debit_kind  text NOT NULL,
  credit_kind text NOT NULL,
  count       bigint NOT NULL,
  amount      bigint NOT NULL,
  PRIMARY KEY (day, code, debit_kind, credit_kind)
);
-- Journals below `next_upto` had their numbers at `next_at`.
CREATE TABLE money_day_mark (
  one       boolean PRIMARY KEY DEFAULT true CHECK (one),
  upto      bigint NOT NULL,
  next_upto bigint NOT NULL,
  next_at   timestamptz NOT NULL
);
INSERT INTO money_day_mark (upto, next_upto, next_at) VALUES (0, 0, now());
-- As in 0096: only money beside trading stands in it.
CREATE INDEX transfer_real_beside ON transfer_real (journal) WHERE code < 180 OR code = 240 OR code > 280;

-- How a person played on a UTC day with real money.
CREATE TABLE play_day (
  user_id    uuid NOT NULL REFERENCES app_user,
  day        date NOT NULL,
  -- Predictions and rounds that ended.
  ended      integer NOT NULL,
  staked     bigint NOT NULL,
  paid       bigint NOT NULL,
  -- The largest stake.
  highest    bigint NOT NULL,
  -- Bit n: something ended in hour n, UTC.
  hours      integer NOT NULL,
  -- Stakes at least twice the one that was lost within 10 minutes before.
  chased     integer NOT NULL,
  -- The last end of the day.
  last_stake bigint NOT NULL,
  last_lost  boolean NOT NULL,
  last_at    timestamptz NOT NULL,
  PRIMARY KEY (user_id, day)
) WITH (fillfactor = 70);
CREATE INDEX play_day_by_day ON play_day (day, user_id);

CREATE INDEX mail_outbox_by_state ON mail_outbox (state, id);
CREATE INDEX document_review_by_decision ON document_review (decided_at) WHERE decided_at IS NOT NULL;
CREATE INDEX feed_incident_by_end ON feed_incident (to_at);
CREATE INDEX market_ended ON market_real (ended_at) WHERE result = 'WON';

-- The days before, up to the batch behind which the follower begins.
INSERT INTO fact_cursor (follower, source, position) SELECT 'trading-days', 'engine ' || shard, last_batch FROM shard_lease;
INSERT INTO trading_day (day, what, pair, ended, volume, paid)
  SELECT (to_timestamp(p.settled_at / 1000.0) AT TIME ZONE 'UTC')::date, 'quick', p.pair_id, count(*),
    coalesce(sum(p.stake) FILTER (WHERE s.outcome <> 'VOID'), 0), coalesce(sum(s.credit) FILTER (WHERE s.outcome <> 'VOID'), 0)
  FROM settlement_real s JOIN prediction_real p ON p.id = s.prediction_id AND p.realm = 1
  JOIN fact_cursor c ON c.follower = 'trading-days' AND c.source = 'engine ' || s.shard AND s.batch <= c.position GROUP BY 1, 3;
INSERT INTO trading_day (day, what, pair, ended, volume, paid)
  SELECT (to_timestamp(m.ended_at / 1000.0) AT TIME ZONE 'UTC')::date, 'rounds', coalesce(m.pair_id, ''), count(*), sum(r.cost), sum(r.credit)
  FROM realised_real r JOIN market_real m ON m.id = r.market_id AND m.realm = 1
  JOIN fact_cursor c ON c.follower = 'trading-days' AND c.source = 'engine ' || r.shard AND r.batch <= c.position
  WHERE r.settled AND r.user_id <> '00000000-0000-0000-0000-000000000000' AND m.result <> 'VOID' GROUP BY 1, 3;
INSERT INTO trading_day (day, what, pair, ended, volume, paid)
  SELECT (to_timestamp(r.at / 1000.0) AT TIME ZONE 'UTC')::date, 'maker', coalesce(m.pair_id, ''), count(*), sum(r.cost), sum(r.credit)
  FROM realised_real r JOIN market_real m ON m.id = r.market_id AND m.realm = 1
  WHERE r.user_id = '00000000-0000-0000-0000-000000000000' GROUP BY 1, 3;
INSERT INTO trading_day (day, what, pair, ended, volume, paid)
  SELECT (to_timestamp(ended_at / 1000.0) AT TIME ZONE 'UTC')::date, 'fees', coalesce(pair_id, ''), count(*), sum(fees), 0
  FROM market_real WHERE result = 'WON' AND fees > 0 GROUP BY 1, 3;
