-- The one delete there is (design: ledger.md 2): every demo partition is emptied at once, never person by person, with the accounts, sealed
-- sums and key claims of that realm. Real rows are in other partitions and keep their triggers. Called by `npm run admin -- demo-reset` alone,
-- which holds the shard meanwhile (docs/decisions/0079).
CREATE FUNCTION demo_reset() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part regclass;
BEGIN
  FOR part IN
    SELECT c.oid FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE c.relispartition AND pg_get_expr(c.relpartbound, c.oid) = 'FOR VALUES IN (''2'')' ORDER BY c.oid
  LOOP
    -- Whoever owns a table may always give itself the right back: both are undone within this transaction, under its lock.
    EXECUTE format('ALTER TABLE %s DISABLE TRIGGER append_only', part);
    EXECUTE format('GRANT TRUNCATE ON %s TO CURRENT_USER', part);
    EXECUTE format('TRUNCATE %s', part);
    EXECUTE format('REVOKE TRUNCATE ON %s FROM CURRENT_USER', part);
    EXECUTE format('ALTER TABLE %s ENABLE TRIGGER append_only', part);
  END LOOP;
  ALTER TABLE account DISABLE TRIGGER append_only;
  GRANT DELETE ON account TO CURRENT_USER;
  DELETE FROM account WHERE realm = 2;
  REVOKE DELETE ON account FROM CURRENT_USER;
  ALTER TABLE account ENABLE TRIGGER append_only;
  -- The realm stands in the top bits of an account's id.
  DELETE FROM ledger_seal WHERE account >> 56 = 2;
  DELETE FROM api_key_stake WHERE realm = 2;
END $$;
REVOKE EXECUTE ON FUNCTION demo_reset() FROM PUBLIC;
