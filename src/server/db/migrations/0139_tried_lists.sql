-- A version of the sanctions list may be tried on everybody before it counts. null: it is being tried.
ALTER TABLE sanctions_list ADD COLUMN counts_from timestamptz;
UPDATE sanctions_list SET counts_from = added_at;

-- For whom a screening in the shadow came to something else than what counts. new: a hit that nobody has seen; gone: an open case would have none.
CREATE TABLE screening_difference (
  sheet_id uuid NOT NULL REFERENCES screening_sheet ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES app_user,
  kind     text NOT NULL CHECK (kind IN ('new', 'gone')),
  -- Of the likeliest hit; null where there is none.
  score    real,
  PRIMARY KEY (sheet_id, user_id)
);
CREATE INDEX screening_difference_of ON screening_difference (user_id);
