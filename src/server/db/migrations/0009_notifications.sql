-- What people are told inside the product, and what they want to be told.

CREATE TABLE notification (
  id      uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  kind    text NOT NULL,
  at      timestamptz NOT NULL,
  -- What the text of the kind is filled with; nothing that names a person.
  details jsonb NOT NULL,
  -- What it tells of, once: 'prediction <id>'. Without one nothing is told twice by chance.
  source  text,
  read_at timestamptz,
  -- Announced to the person's open pages.
  told    boolean NOT NULL DEFAULT false,
  UNIQUE (user_id, source)
);

CREATE INDEX notification_of_user ON notification (user_id, id DESC);
CREATE INDEX notification_unread ON notification (user_id) WHERE read_at IS NULL;
CREATE INDEX notification_untold ON notification (id) WHERE NOT told;
CREATE INDEX notification_by_time ON notification (at);

-- Switches that differ from what the table of kinds says.
CREATE TABLE notification_choice (
  user_id uuid NOT NULL,
  kind    text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('app', 'email')),
  is_on   boolean NOT NULL,
  PRIMARY KEY (user_id, kind, channel)
);
CREATE INDEX notification_choice_on ON notification_choice (kind, channel, user_id) WHERE is_on;

-- How far the engine's outbox has been read.
CREATE TABLE notification_progress (
  shard smallint PRIMARY KEY,
  batch bigint NOT NULL
);
INSERT INTO notification_progress (shard, batch) SELECT shard, last_batch FROM shard_lease;

-- Days that a person got a digest of.
CREATE TABLE notification_digest (
  user_id uuid NOT NULL,
  day     date NOT NULL,
  PRIMARY KEY (user_id, day)
);
