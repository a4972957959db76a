-- Records that the law wants kept from their person.

-- The erasure of a closed account waits while a court or an inquiry wants what is held of its person. Until then it is asked again whether they do.
ALTER TABLE closure ADD COLUMN held_until timestamptz;

-- A report of suspicious activity: one officer writes it, another files it with the authority. Nobody else sees that there is one.
CREATE TABLE suspicion_report (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES app_user,
  -- Sealed with the key of the person.
  text       bytea NOT NULL,
  written_by uuid NOT NULL REFERENCES app_user,
  written_at timestamptz NOT NULL,
  state      text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'filed', 'dropped')),
  -- Of the authority, sealed too.
  reference  bytea,
  ended_by   uuid REFERENCES app_user,
  ended_at   timestamptz,
  CHECK ((state = 'draft') = (ended_at IS NULL)),
  CHECK ((state = 'filed') = (reference IS NOT NULL)),
  CHECK (ended_by IS NULL OR ended_by <> written_by)
);
CREATE INDEX suspicion_report_of ON suspicion_report (user_id);
