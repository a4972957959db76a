-- Whether the old address was asked at all: one that was not confirmed then is not, and its yes is written with the change itself.
ALTER TABLE email_change ADD COLUMN old_asked boolean;
UPDATE email_change SET old_asked = old_said_yes_at IS DISTINCT FROM created_at;
ALTER TABLE email_change ALTER COLUMN old_asked SET NOT NULL;
