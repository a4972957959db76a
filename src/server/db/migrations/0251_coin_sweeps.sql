-- Coins of the Bitcoin family at addresses of people are brought into the wallet of their network.

-- The sweep that has it; null: none has. What is swept leaves the index, and each look reads it.
ALTER TABLE deposit ADD COLUMN sweep uuid;
CREATE INDEX deposit_unswept ON deposit (network) WHERE sweep IS NULL AND coin IN ('BTC', 'LTC') AND state IN ('CREDITED', 'DUST');

ALTER TABLE coin_payment
  -- withdrawal: `units` is what its person gets. sweep: what leaves addresses of people; its fee is out of that.
  ADD COLUMN kind text NOT NULL DEFAULT 'withdrawal' CHECK (kind IN ('withdrawal', 'sweep')),
  -- FAILED: of a sweep, one of its outputs is gone.
  DROP CONSTRAINT coin_payment_state_check,
  ADD CONSTRAINT coin_payment_state_check CHECK (state IN ('OPEN', 'DONE') OR state = 'FAILED' AND kind = 'sweep'),
  DROP CONSTRAINT coin_payment_check,
  ADD CONSTRAINT coin_payment_check CHECK ((state = 'OPEN') = (ended_at IS NULL) AND (state = 'DONE') = (tx_hash IS NOT NULL));
ALTER TABLE coin_payment ALTER COLUMN kind DROP DEFAULT;
-- One sweep at a time on a network.
CREATE UNIQUE INDEX coin_sweep_open ON coin_payment (network) WHERE kind = 'sweep' AND state = 'OPEN';

-- Which child of the deposit key an output pays that a sweep takes; null: it pays the wallet.
ALTER TABLE coin_output ADD COLUMN child bigint CHECK (child >= 0);

CREATE OR REPLACE FUNCTION coin_payment_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'OPEN' OR to_jsonb(OLD) - ARRAY['state', 'ended_at', 'tx_hash'] <> to_jsonb(NEW) - ARRAY['state', 'ended_at', 'tx_hash'] THEN
    RAISE EXCEPTION 'the terms of a payment are not changed';
  END IF;
  RETURN NEW;
END $$;

-- What a sweep costs is out of what it brings.
INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
  (50, 'network_fee', 'treasury_transit');
