-- Accounts of people: what they are found by, what protects them, their sessions, devices and one-time codes.
-- E-mail, names and addresses are sealed under the person's own key; the blind index is a keyed hash.

ALTER TABLE app_user
  DROP COLUMN email,
  ADD COLUMN email_sealed bytea,
  ADD COLUMN email_blind bytea UNIQUE,
  ADD COLUMN password_hash text,
  ADD COLUMN password_changed_at timestamptz,
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN language text NOT NULL DEFAULT 'en',
  -- JSON { "first", "last" }: the legal name.
  ADD COLUMN legal_name_sealed bytea,
  ADD COLUMN name_status text NOT NULL DEFAULT 'PENDING_NAME'
    CHECK (name_status IN ('PENDING_NAME', 'PENDING_APPROVE', 'APPROVED', 'REJECTED', 'BLOCKED')),
  -- Chosen name that others see.
  ADD COLUMN nickname_sealed bytea,
  -- The person's own code, which friends sign up with; `referral` is the code he came with.
  ADD COLUMN referral_code text UNIQUE,
  ADD COLUMN fbp text,
  ADD COLUMN fbc text,
  -- No sign-in: blocked by staff, or closed by the person.
  ADD COLUMN blocked_at timestamptz,
  ADD COLUMN closed_at timestamptz,
  ADD CONSTRAINT email_has_index CHECK ((email_sealed IS NULL) = (email_blind IS NULL));

ALTER TABLE page_view ADD COLUMN fbp text, ADD COLUMN fbc text;

-- A browser that signed in as a person. The cookie holds the secret, the row its SHA-256.
CREATE TABLE device (
  user_id uuid NOT NULL REFERENCES app_user,
  cookie_hash bytea NOT NULL,
  user_agent text,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, cookie_hash)
);

ALTER TABLE session
  ADD COLUMN method text NOT NULL DEFAULT 'demo',
  ADD COLUMN device_hash bytea,
  ADD COLUMN user_agent text,
  ADD COLUMN address_sealed bytea,
  ADD COLUMN idle_ms bigint,
  -- Ends then, whatever happens; expires_at is the earlier of this and the idle end.
  ADD COLUMN absolute_end timestamptz,
  ADD COLUMN ended_reason text,
  -- Refresh tokens are made from this secret, the number and the installation's key: none is stored.
  ADD COLUMN refresh_secret bytea,
  ADD COLUMN refresh_no integer NOT NULL DEFAULT 0,
  -- When the newest numbers were left behind, newest first.
  ADD COLUMN refresh_rotations timestamptz[] NOT NULL DEFAULT '{}';

CREATE INDEX session_living ON session (user_id) WHERE ended_at IS NULL;

CREATE TABLE sign_in (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  at timestamptz NOT NULL,
  method text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('OK', 'WRONG_PASSWORD', 'WRONG_CODE', 'REUSED_TOKEN')),
  user_agent text,
  address_sealed bytea,
  session_id uuid
);

CREATE INDEX sign_in_of_user ON sign_in (user_id, id DESC);

-- A link and a 6-digit code sent by mail, good once. Only keyed hashes are stored.
CREATE TABLE mail_code (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  purpose text NOT NULL CHECK (purpose IN ('activation', 'reset')),
  token_hash bytea NOT NULL UNIQUE,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX mail_code_of_user ON mail_code (user_id, purpose, created_at DESC);

-- Tries of guessable things, by a keyed hash of what was tried on (an account that need not exist, an address).
CREATE TABLE guess_count (
  key bytea PRIMARY KEY,
  tries integer NOT NULL,
  window_start timestamptz NOT NULL,
  last_try_at timestamptz NOT NULL
);

CREATE INDEX guess_count_by_time ON guess_count (last_try_at);

-- Nothing is paid out until then: what protects the account has changed.
CREATE TABLE withdrawal_hold (
  user_id uuid NOT NULL REFERENCES app_user,
  reason text NOT NULL CHECK (reason IN ('password', 'otp', 'email')),
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (user_id, reason)
);
