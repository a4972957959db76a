-- A person hands the sending of their documents over to their phone: a link that is opened once, and what it opens.
CREATE TABLE document_handover (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES app_user,
  link_digest  bytea NOT NULL UNIQUE CHECK (octet_length(link_digest) = 32),
  made_at      timestamptz NOT NULL,
  -- The link is opened before this, or never.
  link_until   timestamptz NOT NULL,
  opened_at    timestamptz,
  grant_digest bytea UNIQUE CHECK (octet_length(grant_digest) = 32),
  grant_until  timestamptz,
  -- Another one took its place.
  ended_at     timestamptz,
  CHECK ((opened_at IS NULL) = (grant_digest IS NULL) AND (opened_at IS NULL) = (grant_until IS NULL))
);
CREATE INDEX document_handover_of ON document_handover (user_id, made_at);
