-- Browsers that are told by push, as long as their session lasts.

CREATE TABLE push_device (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL,
  session_id uuid NOT NULL,
  -- Finds the browser again: one is of one person, who signed in there last.
  blind      bytea NOT NULL UNIQUE,
  -- Which of our keys the browser subscribed with: to messages signed by another it does not listen.
  key_id     text NOT NULL,
  -- Where the browser is told, and with which keys; sealed with the key of the person.
  sealed     bytea NOT NULL,
  added_at   timestamptz NOT NULL
);
CREATE INDEX push_device_of_user ON push_device (user_id, added_at);
CREATE INDEX push_device_of_session ON push_device (session_id);

ALTER TABLE notification_choice DROP CONSTRAINT notification_choice_channel_check;
ALTER TABLE notification_choice ADD CONSTRAINT notification_choice_channel_check CHECK (channel IN ('app', 'email', 'push'));

-- Sessions in which somebody may be told something now.
CREATE VIEW living_session AS
  SELECT s.id, s.user_id, s.user_agent, s.expires_at, u.language
  FROM session s JOIN app_user u ON u.id = s.user_id
  WHERE s.ended_at IS NULL AND u.closed_at IS NULL AND u.blocked_at IS NULL;
