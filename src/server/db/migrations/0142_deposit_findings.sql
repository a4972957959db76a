-- What people decide on deposits that are not credited by themselves.

ALTER TABLE deposit
  DROP CONSTRAINT deposit_state_check,
  ADD CONSTRAINT deposit_state_check
    CHECK (state IN ('CONFIRMING', 'ORPHANED', 'DROPPED', 'DUST', 'CREDITED', 'QUARANTINE', 'KEPT', 'RETURNED')),
  -- Who works on it.
  ADD COLUMN owner uuid REFERENCES app_user,
  -- The transaction by which it was sent back.
  ADD COLUMN return_tx text CHECK (return_tx ~ '^0x[0-9a-f]{64}$');
DO $$
DECLARE name text;
BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint
    WHERE conrelid = 'deposit'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%reason IS NOT NULL%';
  EXECUTE format('ALTER TABLE deposit DROP CONSTRAINT %I', name);
END $$;
ALTER TABLE deposit ADD CONSTRAINT deposit_has_reason
  CHECK ((state IN ('QUARANTINE', 'KEPT', 'RETURNED')) = (reason IS NOT NULL));
CREATE INDEX deposit_findings ON deposit (id) WHERE state IN ('QUARANTINE', 'KEPT', 'RETURNED');
