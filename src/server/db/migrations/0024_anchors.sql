-- The hour roots of each day in one signed document, to be kept outside (docs/receipts.md 5.1). `day`: days since 1970.
CREATE TABLE proof_anchor (
  day  bigint PRIMARY KEY,
  doc  text NOT NULL,
  sig  bytea NOT NULL CHECK (octet_length(sig) = 64),
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_anchor FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON proof_anchor FROM PUBLIC, CURRENT_USER;
