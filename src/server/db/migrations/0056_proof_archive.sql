-- Proofs of old predictions lie in files (`npm run archive`, docs/decisions/0132). What is taken away here is in a file first: the guards
-- below hold everybody to that, also the owner. Predictions, settlements and the ledger stay.

-- One row an hour root whose settled predictions have their receipts in files. Contiguous: each begins where the one before ends.
CREATE TABLE proof_archive (
  hour       bigint PRIMARY KEY,
  -- Batches above `from_batch` and up to `to_batch`.
  from_batch bigint NOT NULL,
  to_batch   bigint NOT NULL CHECK (to_batch >= from_batch),
  -- Of the list of its files, below the folder of archives; and the hash of that list.
  file       text NOT NULL,
  sha256     bytea NOT NULL CHECK (octet_length(sha256) = 32),
  receipts   integer NOT NULL CHECK (receipts >= 0),
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX proof_archive_of_batch ON proof_archive (to_batch);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_archive FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON proof_archive FROM PUBLIC, CURRENT_USER;

-- Up to which hour proofs leave the tables, or have left them: receipts of these come from the files.
CREATE TABLE proof_archive_mark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  hour     bigint NOT NULL
);
INSERT INTO proof_archive_mark (hour) VALUES (0);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON proof_archive_mark FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE FUNCTION archive_refuse_mark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.hour < OLD.hour OR NOT EXISTS (SELECT FROM proof_archive WHERE hour = NEW.hour) THEN
    RAISE EXCEPTION 'hour % is not archived', NEW.hour USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER only_archived AFTER UPDATE ON proof_archive_mark FOR EACH ROW EXECUTE FUNCTION archive_refuse_mark();

-- A row of a batch may be emptied of what is in the files, and changed in nothing else. The column is the argument.
CREATE FUNCTION archive_refuse_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name text := TG_ARGV[0];
  batch bigint := coalesce(to_jsonb(OLD) ->> 'batch', to_jsonb(OLD) ->> 'no')::bigint;
BEGIN
  IF to_jsonb(NEW) - name <> to_jsonb(OLD) - name OR coalesce(to_jsonb(NEW) -> name, 'null') NOT IN ('null', '{}')
    OR batch > (SELECT coalesce(max(to_batch), 0) FROM proof_archive) THEN
    RAISE EXCEPTION '% on % would change what is not archived', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

-- Exit ticks of a settlement, and the news of a batch: all other columns stay as they are for everybody.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['settlement', 'settlement_real', 'settlement_demo'] LOOP
    EXECUTE format('DROP TRIGGER append_only ON %I', name);
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OF prediction_id, realm, outcome, void_reason, credit, exit_seq, exit_t, exit_price,
      exit_row, exit_ts, shard, batch, sale OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
  END LOOP;
END $$;
DROP TRIGGER append_only ON batch;
CREATE TRIGGER append_only BEFORE UPDATE OF shard, no, epoch, hash, prev, at, exposure OR DELETE OR TRUNCATE ON batch
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER only_archived AFTER UPDATE ON settlement FOR EACH ROW EXECUTE FUNCTION archive_refuse_row('exit_records');
CREATE TRIGGER only_archived AFTER UPDATE ON batch FOR EACH ROW EXECUTE FUNCTION archive_refuse_row('facts');
GRANT UPDATE (exit_records) ON settlement TO CURRENT_USER;
GRANT UPDATE (facts) ON batch TO CURRENT_USER;

-- Of a prediction: by the batch that settled it, which its settlement names.
CREATE FUNCTION archive_refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.entry_records IS NOT NULL OR OLD.settled_at IS NULL OR NOT EXISTS (
    SELECT FROM settlement s WHERE s.prediction_id = OLD.id AND s.realm = OLD.realm
      AND s.batch <= (SELECT coalesce(max(to_batch), 0) FROM proof_archive)) THEN
    RAISE EXCEPTION '% on % would change what is not archived', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER entry_is_final ON prediction;
CREATE TRIGGER entry_is_final AFTER UPDATE OF entry_seq, entry_t, entry_price, entry_row, entry_ts, expires_at ON prediction
  FOR EACH ROW WHEN (OLD.entry_seq IS NOT NULL OR OLD.settled_at IS NOT NULL) EXECUTE FUNCTION ledger_refuse_rewrite();
CREATE TRIGGER only_archived AFTER UPDATE OF entry_records ON prediction
  FOR EACH ROW WHEN (OLD.entry_seq IS NOT NULL OR OLD.settled_at IS NOT NULL) EXECUTE FUNCTION archive_refuse_entry();

-- Records of batches go whole: they are in the files, and in the published lists of their hour.
DROP TRIGGER append_only ON proof_batch;
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON proof_batch FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE FUNCTION archive_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE batch > (SELECT coalesce(max(to_batch), 0) FROM proof_archive)) THEN
    RAISE EXCEPTION '% on % would take away what is not archived', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER only_archived AFTER DELETE ON proof_batch REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION archive_refuse_delete();
GRANT DELETE ON proof_batch TO CURRENT_USER;
