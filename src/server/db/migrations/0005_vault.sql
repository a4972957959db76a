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
