-- A person's own data: what was agreed to, a change of address, the file of everything, the end of an account (design: ledger.md 8).

-- What a person has agreed to, and the cookies chosen. Kept after erasure: ids and hashes only.
CREATE TABLE consent (
  id       uuid PRIMARY KEY,
  user_id  uuid NOT NULL REFERENCES app_user,
  document text NOT NULL CHECK (document IN ('terms', 'privacy', 'risk', 'responsible-trading', 'cookies')),
  version  text NOT NULL,
  -- SHA-256 of the document in all its languages.
  hash     bytea NOT NULL CHECK (octet_length(hash) = 32),
  choice   text NOT NULL CHECK (choice IN ('accepted', 'needed_only')),
  -- In which the document was shown.
  language text NOT NULL,
  at       timestamptz NOT NULL,
  CHECK (document = 'cookies' OR choice = 'accepted')
);
CREATE INDEX consent_of_user ON consent (user_id, document, at DESC);

CREATE FUNCTION consent_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'consents are append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON consent FOR EACH STATEMENT EXECUTE FUNCTION consent_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON consent FROM PUBLIC, CURRENT_USER;

-- An address that is to take the place of another, once both have said yes. Tokens are kept as keyed hashes.
CREATE TABLE email_change (
  id               uuid PRIMARY KEY,
  user_id          uuid NOT NULL REFERENCES app_user,
  new_email_sealed bytea NOT NULL,
  old_token_hash   bytea NOT NULL UNIQUE,
  new_token_hash   bytea NOT NULL UNIQUE,
  -- The session that asked stays signed in when the change is made.
  session_id       uuid,
  old_said_yes_at  timestamptz,
  new_said_yes_at  timestamptz,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  ended_at         timestamptz,
  outcome          text CHECK (outcome IN ('DONE', 'CANCELLED', 'REPLACED', 'EXPIRED', 'TAKEN')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome IS DISTINCT FROM 'DONE' OR (old_said_yes_at IS NOT NULL AND new_said_yes_at IS NOT NULL))
);
CREATE UNIQUE INDEX one_email_change ON email_change (user_id) WHERE ended_at IS NULL;

-- The end of an account: asked for, then final (profile, marketing and device data go), then the key (everything else goes).
CREATE TABLE closure (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES app_user,
  token_hash   bytea NOT NULL UNIQUE,
  asked_at     timestamptz NOT NULL,
  final_at     timestamptz NOT NULL,
  -- The person kept the account after all.
  kept_at      timestamptz,
  erased_at    timestamptz,
  -- When the law lets go of identity and transactions.
  destroy_at   timestamptz,
  destroyed_at timestamptz,
  CHECK (kept_at IS NULL OR erased_at IS NULL),
  CHECK ((erased_at IS NULL) = (destroy_at IS NULL)),
  CHECK (destroyed_at IS NULL OR destroyed_at >= destroy_at)
);
CREATE UNIQUE INDEX one_closure ON closure (user_id) WHERE kept_at IS NULL;
CREATE INDEX closure_due ON closure (coalesce(destroy_at, final_at)) WHERE kept_at IS NULL AND destroyed_at IS NULL;

-- Files of everything we hold of a person, made by a job, sealed with the person's key, gone after days.
CREATE TABLE data_export (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES app_user,
  language   text NOT NULL,
  asked_at   timestamptz NOT NULL,
  ready_at   timestamptz,
  expires_at timestamptz,
  CHECK ((ready_at IS NULL) = (expires_at IS NULL))
);
CREATE UNIQUE INDEX one_export ON data_export (user_id);
CREATE INDEX export_waiting ON data_export (asked_at) WHERE ready_at IS NULL;
CREATE TABLE export_part (
  export_id uuid NOT NULL REFERENCES data_export ON DELETE CASCADE,
  no        integer NOT NULL,
  name      text NOT NULL,
  sealed    bytea NOT NULL,
  PRIMARY KEY (export_id, no)
);
