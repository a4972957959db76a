-- People, their sessions, and where visitors came from.

CREATE TABLE app_user (
  id uuid PRIMARY KEY,
  role text NOT NULL CHECK (role IN ('USER', 'DEMO', 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'EDITOR', 'RESOLVER', 'ADMIN', 'AUDITOR')),
  -- Lower case; a demo person has none.
  email text UNIQUE CHECK (email = lower(email)),
  email_confirmed_at timestamptz,
  referral text,
  utm jsonb,
  created_at timestamptz NOT NULL
);

-- One sign-in. An access token names its session; ended or expired sessions refuse every call.
CREATE TABLE session (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  realm text NOT NULL CHECK (realm IN ('real', 'demo')),
  started_at timestamptz NOT NULL,
  -- When its newest token was given.
  renewed_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz
);

CREATE INDEX session_of_user ON session (user_id);

CREATE TABLE page_view (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  seen_at timestamptz NOT NULL,
  user_id uuid REFERENCES app_user,
  referral text,
  utm jsonb
);

CREATE INDEX page_view_by_time ON page_view (seen_at);
