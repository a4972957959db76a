-- Pictures and PDFs that people and agents add to a ticket. They were drawn anew when they came, and are small: they stand in the database, so
-- that they go with their ticket, and a copy of the one is a copy of both.

CREATE TABLE support_file (
  id      uuid PRIMARY KEY,
  ticket  uuid NOT NULL REFERENCES support_ticket ON DELETE CASCADE,
  message uuid NOT NULL REFERENCES support_message ON DELETE CASCADE,
  user_id uuid,
  -- Keyed hash of what came: the same file again is the same file.
  digest  bytea NOT NULL,
  -- Key of the bytes, sealed with the key of the ticket.
  key     bytea NOT NULL,
  sealed  bytea NOT NULL,
  media   text NOT NULL,
  width   integer NOT NULL,
  height  integer NOT NULL,
  at      timestamptz NOT NULL,
  UNIQUE (message, digest)
);
CREATE INDEX support_file_of_ticket ON support_file (ticket, id);
CREATE INDEX support_file_of_user ON support_file (user_id);
