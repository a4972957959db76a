-- Second factors, passkeys, links to other providers, and what was begun but not finished.

CREATE TABLE otp_device (
  user_id uuid PRIMARY KEY REFERENCES app_user,
  -- Sealed with the person's key; null until the first right code.
  secret bytea,
  confirmed_at timestamptz,
  -- Newest 30 s step whose code was taken: it and all before it are spent.
  last_step bigint,
  -- Wrong codes in a row, and until when no other is looked at.
  failures integer NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  -- A secret that waits for its first code.
  pending_secret bytea,
  pending_until timestamptz,
  CHECK ((secret IS NULL) = (confirmed_at IS NULL)),
  CHECK ((pending_secret IS NULL) = (pending_until IS NULL))
);

-- Keyed hashes; a used code is deleted.
CREATE TABLE recovery_code (
  user_id uuid NOT NULL REFERENCES app_user,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE passkey (
  -- Credential id, base64url.
  id text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  synced boolean NOT NULL,
  name text NOT NULL,
  added_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkey_of_user ON passkey (user_id);

-- Accounts elsewhere. The subject is kept as a keyed hash only.
CREATE TABLE social_link (
  provider text NOT NULL,
  subject bytea NOT NULL CHECK (octet_length(subject) = 32),
  user_id uuid NOT NULL REFERENCES app_user,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);

-- A proof given again in a session; the newest one counts.
CREATE TABLE step_up (
  session_id uuid PRIMARY KEY REFERENCES session ON DELETE CASCADE,
  proved_at timestamptz NOT NULL,
  method text NOT NULL CHECK (method IN ('password', 'otp', 'passkey'))
);

-- Something begun that its bearer finishes within minutes: the second step of a login, a ceremony of a passkey, a sign-in elsewhere.
-- The content is sealed with a key made of the ticket itself, of which only the hash is here.
CREATE TABLE ticket (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  kind text NOT NULL,
  user_id uuid REFERENCES app_user,
  content bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ticket_by_end ON ticket (expires_at);
CREATE INDEX ticket_of_user ON ticket (user_id) WHERE user_id IS NOT NULL;
