-- Withdrawals in coins of the Bitcoin family: what they come to in the coin, outputs of the wallets, and transactions that spend them.

-- What a person was told that a coin costs, and may have it for until then: of each network one at a time.
CREATE TABLE price_offer (
  user_id     uuid NOT NULL REFERENCES app_user,
  network     text NOT NULL CHECK (length(network) BETWEEN 1 AND 40),
  -- The tick, and its price of 10^-rate_scale.
  rate_stream bigint NOT NULL,
  rate_seq    bigint NOT NULL,
  rate_at     timestamptz NOT NULL,
  rate_price  bigint NOT NULL CHECK (rate_price > 0),
  rate_scale  smallint NOT NULL CHECK (rate_scale BETWEEN 0 AND 8),
  until       timestamptz NOT NULL,
  PRIMARY KEY (user_id, network)
);

ALTER TABLE withdrawal
  -- What arrives, in the coin's smallest unit, and the tick by which it was counted; null: each coin is a dollar.
  ADD COLUMN units numeric(20,0) CHECK (units > 0),
  ADD COLUMN rate_stream bigint,
  ADD COLUMN rate_seq bigint,
  ADD COLUMN rate_at timestamptz,
  ADD COLUMN rate_price bigint CHECK (rate_price > 0),
  ADD COLUMN rate_scale smallint CHECK (rate_scale BETWEEN 0 AND 8),
  ADD CONSTRAINT withdrawal_rate CHECK (num_nonnulls(units, rate_stream, rate_seq, rate_at, rate_price, rate_scale) IN (0, 6)),
  DROP CONSTRAINT withdrawal_tx_hash_check,
  ADD CONSTRAINT withdrawal_tx_hash_check CHECK (tx_hash ~ '^(0x)?[0-9a-f]{64}$');

-- How far the chain was read for outputs of a wallet.
CREATE TABLE coin_scan (
  network    text PRIMARY KEY,
  block_no   bigint NOT NULL CHECK (block_no >= 0),
  block_hash text NOT NULL
);

-- Every output that ever paid a wallet. Whether it can be spent now is asked of the chain.
CREATE TABLE coin_output (
  network  text NOT NULL,
  txid     text NOT NULL CHECK (txid ~ '^[0-9a-f]{64}$'),
  vout     integer NOT NULL CHECK (vout >= 0),
  units    bigint NOT NULL CHECK (units > 0),
  block_no bigint NOT NULL,
  PRIMARY KEY (network, txid, vout)
);

-- A withdrawal that outputs of the wallet are spent for. DONE: one of its transactions is final.
CREATE TABLE coin_payment (
  id       uuid PRIMARY KEY,
  network  text NOT NULL,
  wallet   text NOT NULL,
  -- What its person gets.
  units    bigint NOT NULL CHECK (units > 0),
  state    text NOT NULL CHECK (state IN ('OPEN', 'DONE')),
  taken_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- The transaction that was mined.
  tx_hash  text,
  CHECK ((state = 'OPEN') = (ended_at IS NULL) AND (state = 'OPEN') = (tx_hash IS NULL))
);
CREATE INDEX coin_payment_open ON coin_payment (network, taken_at) WHERE state = 'OPEN';

-- What a payment spends, in each of its transactions: an output is of one payment for ever.
CREATE TABLE coin_input (
  network text NOT NULL,
  txid    text NOT NULL,
  vout    integer NOT NULL,
  payment uuid NOT NULL REFERENCES coin_payment,
  -- Its place in the transaction.
  place   smallint NOT NULL CHECK (place >= 0),
  PRIMARY KEY (network, txid, vout),
  UNIQUE (payment, place),
  FOREIGN KEY (network, txid, vout) REFERENCES coin_output
);

-- Each version of its transaction. The terms stand here before it is signed, and the bytes before a node has them.
CREATE TABLE coin_attempt (
  payment uuid NOT NULL REFERENCES coin_payment,
  no      smallint NOT NULL CHECK (no BETWEEN 1 AND 50),
  fee     bigint NOT NULL CHECK (fee > 0),
  change  bigint NOT NULL CHECK (change >= 0),
  -- The last block when it was made.
  head    bigint NOT NULL,
  raw     text CHECK (raw ~ '^[0-9a-f]+$'),
  tx_hash text UNIQUE CHECK (tx_hash ~ '^[0-9a-f]{64}$'),
  made_at timestamptz NOT NULL,
  -- What the nodes said when it was sent last.
  sent_at timestamptz,
  answer  text,
  PRIMARY KEY (payment, no),
  CHECK ((raw IS NULL) = (tx_hash IS NULL)),
  CHECK (sent_at IS NULL OR raw IS NOT NULL)
);
-- As of payments on other networks.
CREATE TRIGGER signed_stays BEFORE UPDATE ON coin_attempt FOR EACH ROW EXECUTE FUNCTION payout_attempt_refuse_change();

-- The terms of a payment: only its end is written later.
CREATE FUNCTION coin_payment_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'DONE' OR to_jsonb(OLD) - ARRAY['state', 'ended_at', 'tx_hash'] <> to_jsonb(NEW) - ARRAY['state', 'ended_at', 'tx_hash'] THEN
    RAISE EXCEPTION 'the terms of a payment are not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_moves_on BEFORE UPDATE ON coin_payment FOR EACH ROW EXECUTE FUNCTION coin_payment_refuse_change();
