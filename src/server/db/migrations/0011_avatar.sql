-- The picture of a person. Its file lies under the data folder with this name, which tells nothing about the person.
CREATE TABLE avatar (
  user_id uuid PRIMARY KEY REFERENCES app_user,
  name text NOT NULL UNIQUE CHECK (name ~ '^[0-9a-f]{32}$'),
  made_at timestamptz NOT NULL
);
