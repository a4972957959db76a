-- Work on the product that is planned, as people are told of it. It changes what is taken from nobody: that a mode does, at its time.

CREATE TABLE announcement (
  id       uuid PRIMARY KEY,
  -- What it is about (domain/settings/announcements); '' is all pairs.
  about    text NOT NULL,
  pair     text NOT NULL,
  from_at  timestamptz NOT NULL,
  -- It ends by itself.
  until_at timestamptz NOT NULL CHECK (until_at > from_at),
  reason   text NOT NULL CHECK (reason <> ''),
  actor    uuid REFERENCES app_user,
  made_at  timestamptz NOT NULL,
  -- When it was taken back.
  ended_at timestamptz
);
CREATE INDEX announcement_told ON announcement (until_at) WHERE ended_at IS NULL;
