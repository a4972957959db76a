-- Money at deposit addresses that is brought into the wallet of its network.
CREATE TABLE sweep (
  id       uuid PRIMARY KEY,
  network  text NOT NULL,
  coin     text NOT NULL,
  -- In lower case, and which child of the deposit key it is of.
  address  text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  child    bigint NOT NULL,
  -- 10^-6
  amount   bigint NOT NULL CHECK (amount > 0),
  -- What the address is given of the native coin for its fee, wei.
  gas      numeric(39,0) NOT NULL CHECK (gas >= 0),
  -- GAS: the address waits for it. READY: it has it. SENT: its transaction has a nonce. DONE: in the wallet. FAILED: the chain refused it.
  state    text NOT NULL CHECK (state IN ('GAS', 'READY', 'SENT', 'DONE', 'FAILED')),
  made_at  timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state IN ('DONE', 'FAILED')) = (ended_at IS NOT NULL))
);
-- One at a time from an address: what is swept is counted once.
CREATE UNIQUE INDEX sweep_live ON sweep (network, coin, address) WHERE ended_at IS NULL;
CREATE INDEX sweep_of_address ON sweep (network, coin, address) WHERE state <> 'FAILED';

-- What a sweep that failed takes back.
INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
  (50, 'treasury_deposit', 'treasury_transit');
