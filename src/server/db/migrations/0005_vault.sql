-- Keys of people (design: ledger.md 8, settlement.md 9). What is known of a person is stored only sealed with his own data key;
-- the data key is stored only wrapped by the installation's master key. Without it the texts are noise: that is erasure.

CREATE TABLE subject_key (
  user_id      uuid PRIMARY KEY,
  -- Names the data key in every text it seals, so that a text of another key is never tried.
  key_id       bytea NOT NULL CHECK (octet_length(key_id) = 8),
  -- Nonce, data key, tag; null once destroyed.
  wrapped      bytea,
  -- Which master key wrapped it, for rotation.
  master_id    text NOT NULL,
  made_at      timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz,
  CHECK ((wrapped IS NULL) = (destroyed_at IS NOT NULL))
);
CREATE INDEX subject_key_by_master ON subject_key (master_id) WHERE wrapped IS NOT NULL;

-- The row of a destroyed key stays, so that nobody gets a second key by mistake; a data key is never exchanged for another.
CREATE FUNCTION subject_key_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on subject_key: %', TG_OP, TG_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER row_stays BEFORE DELETE OR TRUNCATE ON subject_key FOR EACH STATEMENT EXECUTE FUNCTION subject_key_refuse_change();
CREATE TRIGGER name_is_fixed BEFORE UPDATE OF user_id, key_id, made_at ON subject_key
  FOR EACH STATEMENT EXECUTE FUNCTION subject_key_refuse_change();
CREATE TRIGGER destroyed_is_final AFTER UPDATE ON subject_key
  FOR EACH ROW WHEN (OLD.destroyed_at IS NOT NULL) EXECUTE FUNCTION subject_key_refuse_change();
REVOKE DELETE, TRUNCATE ON subject_key FROM PUBLIC, CURRENT_USER;

-- Who did what to whom (design: settlement.md 9). A hash chain in each log; the text of a row is sealed with the key of the person
-- it tells of, so that erasure leaves the chain whole. `body` is that person's id (16 bytes) and the sealed text.
CREATE TABLE audit_log (
  log        text NOT NULL,
  seq        bigint NOT NULL CHECK (seq > 0),
  -- ms since 1970
  t          bigint NOT NULL,
  body       bytea NOT NULL CHECK (octet_length(body) > 16),
  hash       bytea NOT NULL CHECK (octet_length(hash) = 32),
  subject_id uuid GENERATED ALWAYS AS (encode(substring(body FROM 1 FOR 16), 'hex')::uuid) STORED,
  PRIMARY KEY (log, seq)
);
CREATE INDEX audit_of_subject ON audit_log (subject_id, seq);

-- Whoever appends holds this row until his transaction ends.
CREATE TABLE audit_head (
  log  text PRIMARY KEY,
  seq  bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO audit_head (log, seq, hash) VALUES ('people', 0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM PUBLIC, CURRENT_USER;
CREATE TRIGGER head_stays BEFORE DELETE OR TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION audit_refuse_change();
CREATE TRIGGER head_moves_by_one AFTER UPDATE ON audit_head
  FOR EACH ROW WHEN (NEW.log <> OLD.log OR NEW.seq <> OLD.seq + 1) EXECUTE FUNCTION audit_refuse_change();
REVOKE DELETE, TRUNCATE ON audit_head FROM PUBLIC, CURRENT_USER;
