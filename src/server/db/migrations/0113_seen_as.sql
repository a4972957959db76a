-- A session in which staff sees the product as a person does. It changes nothing, and ends with the session of whoever began it.

ALTER TABLE session
  ADD COLUMN seen_from uuid REFERENCES session ON DELETE CASCADE,
  -- The look (personal_look) that the person reads of it.
  ADD COLUMN look uuid,
  ADD CONSTRAINT seen_is_told CHECK ((seen_from IS NULL) = (look IS NULL));
CREATE INDEX session_seen_from ON session (seen_from) WHERE seen_from IS NOT NULL;
