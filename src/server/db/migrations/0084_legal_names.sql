-- Legal names are kept by verification; identity keeps the account.

CREATE TABLE legal_name (
  user_id uuid PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
  -- JSON { "first", "last", "birthDate" }, sealed with the key of the person; null: nothing was given yet.
  sealed  bytea,
  status  text NOT NULL DEFAULT 'PENDING_NAME'
    CHECK (status IN ('PENDING_NAME', 'PENDING_APPROVE', 'APPROVED', 'REJECTED', 'BLOCKED'))
);
INSERT INTO legal_name (user_id, sealed, status)
  SELECT id, legal_name_sealed, name_status FROM app_user WHERE legal_name_sealed IS NOT NULL OR name_status <> 'PENDING_NAME';

DROP VIEW account_standing;
ALTER TABLE app_user DROP COLUMN legal_name_sealed, DROP COLUMN name_status;

-- identity: how an account stands, where its person lives, and since when it is its person's own.
CREATE VIEW account_standing AS
  SELECT id AS user_id, email_confirmed_at IS NOT NULL AS email_confirmed,
    blocked_at IS NOT NULL OR closed_at IS NOT NULL AS blocked, owned_since, country, role
  FROM app_user;

-- verification: how the check of a legal name stands. Who gave none has no row: PENDING_NAME.
CREATE VIEW legal_name_standing AS SELECT user_id, status FROM legal_name;
