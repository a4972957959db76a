-- Since when a browser is no longer known with its person: his password was reset elsewhere. The row stays, for a person who never came
-- with another browser is told of none.
ALTER TABLE device ADD COLUMN forgotten_at timestamptz;
