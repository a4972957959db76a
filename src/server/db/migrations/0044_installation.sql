-- Which installation this database belongs to: its data folder has the same id (keys/installation.json), and its master keys are the ones
-- that open what is sealed here. A start with another folder or with other keys ends before it writes anything.

CREATE TABLE installation (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id          uuid NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT now(),
  -- The master key that sealed `vault_check`, always the newest one that a start has had.
  master_id   text NOT NULL,
  -- A known text. Whoever cannot open it has other keys.
  vault_check bytea NOT NULL,
  -- The same text under the key of the blind index, which the oldest master key makes: it never changes.
  index_check bytea NOT NULL CHECK (octet_length(index_check) = 32)
);

CREATE FUNCTION installation_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on installation: %', TG_OP, TG_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER row_stays BEFORE DELETE OR TRUNCATE ON installation FOR EACH STATEMENT EXECUTE FUNCTION installation_refuse_change();
CREATE TRIGGER id_is_fixed BEFORE UPDATE OF only_row, id, made_at, index_check ON installation
  FOR EACH STATEMENT EXECUTE FUNCTION installation_refuse_change();
REVOKE DELETE, TRUNCATE ON installation FROM PUBLIC, CURRENT_USER;
