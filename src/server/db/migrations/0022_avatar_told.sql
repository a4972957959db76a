-- That a picture is ready is told once; null: not yet. Stored with the picture, so that no end of a process loses it.
ALTER TABLE avatar ADD COLUMN told_at timestamptz;
UPDATE avatar SET told_at = made_at;
CREATE INDEX avatar_untold ON avatar (made_at) WHERE told_at IS NULL;
