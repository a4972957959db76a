-- The word that a person knows our mails by, sealed with their key.
CREATE TABLE mail_word (
  user_id uuid PRIMARY KEY,
  word    bytea NOT NULL,
  set_at  timestamptz NOT NULL
);
