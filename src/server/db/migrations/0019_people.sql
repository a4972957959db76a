-- What a person wants to see on every device he signs in on; null: each device keeps its own.
ALTER TABLE app_user
  ADD COLUMN theme text CHECK (theme IN ('dark', 'light', 'system')),
  ADD COLUMN colours text CHECK (colours IN ('standard', 'blind', 'red-up')),
  ADD CONSTRAINT appearance_is_whole CHECK ((theme IS NULL) = (colours IS NULL));

-- People whom staff let in no more; asked every second.
CREATE INDEX app_user_blocked ON app_user (blocked_at) WHERE blocked_at IS NOT NULL;
