-- Deposits on chains of the Ethereum family.

-- Which public key addresses are made of, and how far its branch is used up: no index is given twice.
CREATE TABLE deposit_branch (
  xpub text PRIMARY KEY CHECK (length(xpub) BETWEEN 100 AND 120),
  next bigint NOT NULL DEFAULT 0 CHECK (next BETWEEN 0 AND 2147483648)
);

-- One address a person, the same on every network.
CREATE TABLE deposit_address (
  user_id  uuid PRIMARY KEY REFERENCES app_user,
  address  text NOT NULL UNIQUE CHECK (address ~ '^0x[0-9a-f]{40}$'),
  xpub     text NOT NULL REFERENCES deposit_branch,
  no       bigint NOT NULL,
  made_at  timestamptz NOT NULL,
  UNIQUE (xpub, no)
);

-- How far a network was read. Blocks behind it are kept for a while, to find where a chain has forked.
CREATE TABLE deposit_scan (
  network    text PRIMARY KEY,
  block_no   bigint NOT NULL,
  block_hash text NOT NULL
);
CREATE TABLE deposit_block (
  network    text NOT NULL,
  block_no   bigint NOT NULL,
  block_hash text NOT NULL,
  -- How many times it was read again behind finality.
  audits     smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (network, block_no)
);

CREATE TABLE deposit (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES app_user,
  network     text NOT NULL,
  tx_hash     text NOT NULL CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'),
  log_index   integer NOT NULL CHECK (log_index >= 0),
  block_no    bigint NOT NULL,
  block_hash  text NOT NULL,
  token       text NOT NULL,
  -- null: not one of those that are taken.
  coin        text CHECK (coin IN ('USDT', 'USDC')),
  address     text NOT NULL,
  -- As the contract has it, in its smallest unit.
  raw         numeric(78,0) NOT NULL CHECK (raw >= 0),
  -- 10^-6; what arrived, once it is final.
  amount      bigint NOT NULL CHECK (amount >= 0),
  state       text NOT NULL CHECK (state IN ('CONFIRMING', 'ORPHANED', 'DROPPED', 'DUST', 'CREDITED', 'QUARANTINE')),
  -- Of QUARANTINE: why it is a finding.
  reason      text CHECK (reason IN ('unknown_token', 'excluded', 'account', 'differs', 'reorg')),
  seen_at     timestamptz NOT NULL,
  changed_at  timestamptz NOT NULL,
  UNIQUE (network, tx_hash, log_index),
  CHECK ((state = 'QUARANTINE') = (reason IS NOT NULL))
);
CREATE INDEX deposit_of_person ON deposit (user_id, seen_at DESC);
CREATE INDEX deposit_waiting ON deposit (network, block_no) WHERE state IN ('CONFIRMING', 'ORPHANED');
CREATE INDEX deposit_found ON deposit (seen_at) WHERE state = 'QUARANTINE';
