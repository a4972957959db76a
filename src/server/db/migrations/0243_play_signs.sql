-- Signs that play may do somebody harm. Limits of a person's own that became higher are counted by their rows; append-only by use.
CREATE TABLE limit_raise (
  no      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  name    text NOT NULL,
  at      timestamptz NOT NULL
);
CREATE INDEX limit_raise_of ON limit_raise (user_id, at);

-- The step that was taken: breaks and limits were suggested to the person.
CREATE TABLE play_step (
  no      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  at      timestamptz NOT NULL,
  -- The signs that were up, with what was counted: {"chasing": 6}.
  signs   jsonb NOT NULL,
  -- Who of staff took it; null: the product, by itself.
  staff   uuid REFERENCES app_user
);
CREATE INDEX play_step_of ON play_step (user_id, at);
CREATE INDEX play_step_by_itself ON play_step (no DESC) WHERE staff IS NULL;
