-- Mails to support: each belongs to the message that was made of it.

CREATE TABLE support_mail (
  id           uuid PRIMARY KEY,
  ticket       uuid NOT NULL REFERENCES support_ticket ON DELETE CASCADE,
  message      uuid NOT NULL REFERENCES support_message ON DELETE CASCADE,
  user_id      uuid,
  -- Keyed hash of the address that it came from.
  sender_blind bytea NOT NULL,
  -- As its program named it; null: it did not.
  message_id   text CHECK (length(message_id) <= 250),
  -- Keyed hash of what it is known by: the same mail again is the same mail.
  digest       bytea NOT NULL,
  -- How it was known which ticket it belongs to. By the subject alone anybody could say so.
  joined       text NOT NULL CHECK (joined IN ('BEGAN', 'ADDRESS', 'REFERENCE', 'SUBJECT')),
  -- Attachments that are no pictures and no PDFs, or too many.
  left_out     integer NOT NULL,
  -- Written by a program: it opens no ticket again.
  is_automatic boolean NOT NULL,
  -- Did a program of ours answer it?
  was_answered boolean NOT NULL,
  at           timestamptz NOT NULL,
  UNIQUE (sender_blind, digest)
);
CREATE INDEX support_mail_of_sender ON support_mail (sender_blind, at);
CREATE INDEX support_mail_by_name ON support_mail (message_id);
CREATE INDEX support_mail_of_message ON support_mail (message);
CREATE INDEX support_mail_of_ticket ON support_mail (ticket);
CREATE INDEX support_mail_of_user ON support_mail (user_id);
