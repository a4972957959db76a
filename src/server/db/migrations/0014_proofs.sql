-- What lets people check results without us (docs/receipts.md). Documents are kept as the canonical text that was hashed.
-- No foreign key names an append-only table: checking it would need the right to update that table.

-- How far the batches of a shard are proven; holding its row makes one prover at a time.
CREATE TABLE proof_head (
  shard       smallint PRIMARY KEY,
  batch       bigint NOT NULL,
  admit_no    bigint NOT NULL,
  admit_hash  bytea NOT NULL CHECK (octet_length(admit_hash) = 32),
  settle_no   bigint NOT NULL,
  settle_hash bytea NOT NULL CHECK (octet_length(settle_hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO proof_head (shard, batch, admit_no, admit_hash, settle_no, settle_hash)
VALUES (0, 0, 0, decode(repeat('00', 32), 'hex'), 0, decode(repeat('00', 32), 'hex'));

-- One signed record for each batch that admitted (settled) anything. `leaf`: of the record in the list of its hour;
-- `leaves`: of the predictions in it, 32 bytes each, by id.
CREATE TABLE proof_batch (
  shard  smallint NOT NULL,
  type   text NOT NULL CHECK (type IN ('admit-batch', 'settle-batch')),
  no     bigint NOT NULL CHECK (no >= 1),
  batch  bigint NOT NULL,
  at     bigint NOT NULL,
  record text NOT NULL,
  sig    bytea NOT NULL CHECK (octet_length(sig) = 64),
  leaf   bytea NOT NULL CHECK (octet_length(leaf) = 32),
  leaves bytea NOT NULL CHECK (octet_length(leaves) % 32 = 0 AND octet_length(leaves) > 0),
  PRIMARY KEY (shard, type, no),
  UNIQUE (shard, type, batch)
);

-- Hides a person in his receipts; gone with his data.
CREATE TABLE proof_user (
  user_id uuid PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  salt    bytea NOT NULL CHECK (octet_length(salt) = 16)
);

CREATE TABLE proof_keys (
  no  integer PRIMARY KEY CHECK (no >= 1),
  doc text NOT NULL,
  sig bytea NOT NULL CHECK (octet_length(sig) = 64)
);

-- Hour roots. The numbers say which records stand in one: above those of the root before, up to these.
CREATE TABLE proof_hour (
  hour       bigint PRIMARY KEY,
  doc        text NOT NULL,
  sig        bytea NOT NULL CHECK (octet_length(sig) = 64),
  hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
  admit_no   bigint NOT NULL,
  settle_no  bigint NOT NULL,
  correction integer NOT NULL
);
CREATE INDEX proof_hour_admit ON proof_hour (admit_no);
CREATE INDEX proof_hour_settle ON proof_hour (settle_no);
CREATE INDEX proof_hour_correction ON proof_hour (correction);

-- The header of each published segment, for ever; its ticks are in tick_blob for 29 days.
CREATE TABLE proof_segment (
  stream    bigint NOT NULL REFERENCES tick_stream,
  first_seq bigint NOT NULL,
  last_seq  bigint NOT NULL,
  -- The hour root that it stands in, and where.
  hour      bigint NOT NULL,
  place     integer NOT NULL,
  doc       text NOT NULL,
  PRIMARY KEY (stream, first_seq),
  UNIQUE (hour, place)
);

-- A range of ticks that somebody says is wrong; it counts when another person has approved it.
CREATE TABLE correction_proposal (
  id          uuid PRIMARY KEY,
  stream      bigint NOT NULL REFERENCES tick_stream,
  from_seq    bigint NOT NULL CHECK (from_seq >= 1),
  to_seq      bigint NOT NULL CHECK (to_seq >= from_seq),
  clause      text NOT NULL CHECK (clause <> ''),
  evidence    bytea NOT NULL CHECK (octet_length(evidence) = 32),
  proposed_by uuid NOT NULL REFERENCES app_user,
  proposed_at bigint NOT NULL
);

CREATE TABLE proof_correction (
  no          integer PRIMARY KEY CHECK (no >= 1),
  proposal    uuid NOT NULL UNIQUE,
  stream      bigint NOT NULL REFERENCES tick_stream,
  from_seq    bigint NOT NULL,
  to_seq      bigint NOT NULL,
  proposed_by uuid NOT NULL REFERENCES app_user,
  approved_by uuid NOT NULL REFERENCES app_user,
  at          bigint NOT NULL,
  doc         text NOT NULL,
  sig         bytea NOT NULL CHECK (octet_length(sig) = 64),
  leaves      bytea NOT NULL CHECK (octet_length(leaves) % 32 = 0),
  CHECK (approved_by <> proposed_by)
);

-- The end of a prediction that a correction took back: its stake. `shortfall`: what the house bears, for it was spent already.
CREATE TABLE correction_settlement (
  prediction_id uuid NOT NULL,
  realm         smallint NOT NULL,
  correction    integer NOT NULL,
  credit        bigint NOT NULL CHECK (credit >= 0),
  shortfall     bigint NOT NULL CHECK (shortfall >= 0),
  PRIMARY KEY (prediction_id, realm)
);
CREATE INDEX correction_settlement_of ON correction_settlement (correction);

-- Reversing journals of a correction: a profit goes back to the house, a lost stake comes back from it.
INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
  (202, 'user_cash', 'house_pnl'),
  (211, 'house_pnl', 'user_cash');

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['proof_batch', 'proof_keys', 'proof_hour', 'proof_segment', 'correction_proposal', 'proof_correction',
    'correction_settlement'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;
