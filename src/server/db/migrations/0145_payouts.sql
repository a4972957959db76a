-- Payments on chains: nonces, the transactions that were signed, and what their fees came to.

-- A nonce of one of our addresses, and the payment that has it for ever. Of a gap nothing behind it would be mined.
CREATE TABLE payout_nonce (
  network  text NOT NULL,
  wallet   text NOT NULL CHECK (wallet ~ '^0x[0-9a-f]{40}$'),
  nonce    bigint NOT NULL CHECK (nonce >= 0),
  -- withdrawal: to a person. gas: to a deposit address, for the fee of its sweep. sweep: from there to the wallet.
  kind     text NOT NULL CHECK (kind IN ('withdrawal', 'gas', 'sweep')),
  -- Of the withdrawal, or of the sweep; `run`: a payment that failed on its chain is made again under another nonce.
  id       uuid NOT NULL,
  run      smallint NOT NULL CHECK (run BETWEEN 1 AND 9),
  state    text NOT NULL CHECK (state IN ('OPEN', 'DONE', 'FAILED')),
  taken_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (network, wallet, nonce),
  UNIQUE (kind, id, run),
  CHECK ((state = 'OPEN') = (ended_at IS NULL))
);
CREATE INDEX payout_nonce_open ON payout_nonce (network, wallet, nonce) WHERE state = 'OPEN';

-- Each version of its transaction. The terms stand here before it is signed, and the bytes before a node has them.
CREATE TABLE payout_attempt (
  network     text NOT NULL,
  wallet      text NOT NULL,
  nonce       bigint NOT NULL,
  no          smallint NOT NULL CHECK (no BETWEEN 1 AND 50),
  gas         bigint NOT NULL CHECK (gas > 0),
  -- Per unit of gas, wei.
  max_fee     numeric(39,0) NOT NULL CHECK (max_fee > 0),
  tip         numeric(39,0) NOT NULL CHECK (tip >= 0),
  -- The last block when it was made.
  head        bigint NOT NULL,
  raw         text CHECK (raw ~ '^0x[0-9a-f]+$'),
  tx_hash     text UNIQUE CHECK (tx_hash ~ '^0x[0-9a-f]{64}$'),
  made_at     timestamptz NOT NULL,
  -- What the nodes said when it was sent last.
  sent_at     timestamptz,
  answer      text,
  PRIMARY KEY (network, wallet, nonce, no),
  FOREIGN KEY (network, wallet, nonce) REFERENCES payout_nonce,
  CHECK ((raw IS NULL) = (tx_hash IS NULL)),
  CHECK (sent_at IS NULL OR raw IS NOT NULL)
);

CREATE FUNCTION payout_attempt_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - ARRAY['raw', 'tx_hash', 'sent_at', 'answer'] <> to_jsonb(NEW) - ARRAY['raw', 'tx_hash', 'sent_at', 'answer']
    OR OLD.raw IS NOT NULL AND (OLD.raw, OLD.tx_hash) IS DISTINCT FROM (NEW.raw, NEW.tx_hash) THEN
    RAISE EXCEPTION 'what was signed is not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signed_stays BEFORE UPDATE ON payout_attempt FOR EACH ROW EXECUTE FUNCTION payout_attempt_refuse_change();

-- The native coin of each network at our addresses, wei: what came (+) and what fees took (-). It only grows.
CREATE TABLE gas_entry (
  network text NOT NULL,
  wallet  text NOT NULL,
  why     text NOT NULL CHECK (why IN ('brought', 'fee', 'given')),
  -- The transaction, or the name of what was brought.
  ref     text NOT NULL,
  wei     numeric(78,0) NOT NULL CHECK (wei <> 0),
  at      timestamptz NOT NULL,
  PRIMARY KEY (network, wallet, why, ref)
);

ALTER TABLE withdrawal ADD COLUMN run smallint NOT NULL DEFAULT 1 CHECK (run BETWEEN 1 AND 9);
-- The transaction that nodes have of it, and in the end the one that paid.
ALTER TABLE withdrawal ADD COLUMN tx_hash text CHECK (tx_hash ~ '^0x[0-9a-f]{64}$');
ALTER TABLE withdrawal DROP CONSTRAINT withdrawal_check1;
ALTER TABLE withdrawal ADD CONSTRAINT people_look CHECK (people > 0 OR run > 1 OR state <> 'REVIEW');

CREATE OR REPLACE FUNCTION withdrawal_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR to_jsonb(OLD) - ARRAY['state', 'run', 'tx_hash', 'decided_at', 'broadcast_at', 'ended_at']
    <> to_jsonb(NEW) - ARRAY['state', 'run', 'tx_hash', 'decided_at', 'broadcast_at', 'ended_at'] THEN
    RAISE EXCEPTION 'the terms of a withdrawal are not changed';
  END IF;
  -- Bytes that were signed may be sent by anybody who has them: nothing goes back from there, unless the chain has used them up without
  -- paying, and then it is another run.
  IF OLD.state IN ('SIGNED', 'BROADCAST') AND NEW.state IN ('REVIEW', 'APPROVED', 'CANCELLED', 'REJECTED')
    AND NOT (NEW.run = OLD.run + 1 AND NEW.state IN ('REVIEW', 'APPROVED')) THEN
    RAISE EXCEPTION 'a withdrawal that is signed is not taken back';
  END IF;
  RETURN NEW;
END $$;
