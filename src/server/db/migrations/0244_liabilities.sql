-- Proof of liabilities: what people were owed at one moment, as trees that carry sums (docs/receipts.md 8).

CREATE TABLE liability_snapshot (
  no   integer PRIMARY KEY CHECK (no > 0),
  -- The month or, in a sandbox, the hour it stands for: one each.
  slot text   NOT NULL UNIQUE,
  -- When the ledger was read, ms.
  at   bigint NOT NULL,
  -- What is published, as it is hashed.
  doc  text   NOT NULL,
  hash bytea  NOT NULL CHECK (length(hash) = 32)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON liability_snapshot
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON liability_snapshot FROM PUBLIC, CURRENT_USER;

-- No foreign keys to a snapshot: they would want the right to change it. One transaction writes all three.
-- Leaves of a tree, 256 in a block; block -1 holds the roots of the blocks. Of the newest snapshots only.
CREATE TABLE liability_block (
  snapshot integer  NOT NULL,
  tree     smallint NOT NULL,
  block    integer  NOT NULL CHECK (block >= -1),
  nodes    bytea    NOT NULL CHECK (length(nodes) > 0 AND length(nodes) % 48 = 0),
  PRIMARY KEY (snapshot, tree, block)
);

-- Which leaves are whose, and what opens them: sealed with the key of the person, so that it ends with that.
CREATE TABLE liability_entry (
  snapshot integer NOT NULL,
  user_id  uuid    NOT NULL,
  entry    bytea   NOT NULL,
  PRIMARY KEY (snapshot, user_id)
);
CREATE INDEX liability_entry_of_person ON liability_entry (user_id);
