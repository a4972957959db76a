-- Signed logins of a provider that gives them to the browser: each is good once. Kept for as long as one could still be taken.
CREATE TABLE spent_login (
  hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX spent_login_by_end ON spent_login (expires_at);
