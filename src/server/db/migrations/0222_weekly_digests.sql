-- A digest is of a day or of a week; `day` is its first day.

ALTER TABLE notification_digest ADD COLUMN span text NOT NULL DEFAULT 'day' CHECK (span IN ('day', 'week'));
ALTER TABLE notification_digest DROP CONSTRAINT notification_digest_pkey;
ALTER TABLE notification_digest ADD PRIMARY KEY (user_id, day, span);
