-- Whether the person says that their ticket was solved. They may say otherwise later: the last word counts.

ALTER TABLE support_ticket
  ADD COLUMN rating text CHECK (rating IN ('SOLVED', 'UNSOLVED')),
  ADD COLUMN rated_at timestamptz,
  ADD CHECK ((rating IS NULL) = (rated_at IS NULL));
