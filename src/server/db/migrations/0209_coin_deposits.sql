-- Deposits of coins whose price moves: seen before a block has them, counted by a price of ours, replaced by their sender.

ALTER TABLE deposit
  -- null: no block has it, or had it.
  ALTER COLUMN block_no DROP NOT NULL,
  ALTER COLUMN block_hash DROP NOT NULL,
  -- The tick by which it was counted, and its price of 10^-rate_scale; null: none yet, or each coin is a dollar.
  ADD COLUMN rate_stream bigint,
  ADD COLUMN rate_seq bigint,
  ADD COLUMN rate_at timestamptz,
  ADD COLUMN rate_price bigint CHECK (rate_price > 0),
  ADD COLUMN rate_scale smallint CHECK (rate_scale BETWEEN 0 AND 8),
  -- What of it is kept apart as it came, in its smallest unit; `held` is what that was worth.
  ADD COLUMN held_raw numeric(78,0) NOT NULL DEFAULT 0,
  ADD CONSTRAINT deposit_held_raw CHECK (held_raw BETWEEN 0 AND raw),
  ADD CONSTRAINT deposit_rate CHECK (num_nonnulls(rate_stream, rate_seq, rate_at, rate_price, rate_scale) IN (0, 5)),
  DROP CONSTRAINT deposit_state_check,
  ADD CONSTRAINT deposit_state_check CHECK (state IN
    ('SEEN', 'REPLACED', 'CONFIRMING', 'ORPHANED', 'DROPPED', 'DUST', 'CREDITED', 'QUARANTINE', 'KEPT', 'RETURNED')),
  ADD CONSTRAINT deposit_has_block
    CHECK (state IN ('SEEN', 'REPLACED', 'DROPPED') OR (block_no IS NOT NULL AND block_hash IS NOT NULL)),
  DROP CONSTRAINT deposit_reason_check,
  ADD CONSTRAINT deposit_reason_check CHECK (reason IN
    ('unknown_token', 'excluded', 'account', 'differs', 'reorg', 'replaced', 'over_limit', 'sanctioned', 'unpriced'));
CREATE INDEX deposit_without_block ON deposit (network) WHERE state IN ('SEEN', 'ORPHANED');

-- What a payment spends: whatever else spends one of these takes its place.
CREATE TABLE deposit_input (
  deposit_id uuid NOT NULL REFERENCES deposit,
  network    text NOT NULL,
  outpoint   text NOT NULL CHECK (outpoint ~ '^[0-9a-f]{64}:[0-9]{1,10}$'),
  PRIMARY KEY (deposit_id, outpoint)
);
CREATE INDEX deposit_input_spent ON deposit_input (network, outpoint);

INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
(20, 'suspense', 'fx'),
(30, 'fx', 'suspense');
