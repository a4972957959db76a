-- A browser carries one mark for each person who signed in with it, each given out after that person's own sign-in: a mark that
-- somebody else planted, or had himself, makes it known to nobody. `browser` is what the devices of one browser have in common.
ALTER TABLE device ADD COLUMN browser uuid;
UPDATE device SET browser = substring(encode(cookie_hash, 'hex') FOR 32)::uuid;
ALTER TABLE device ALTER COLUMN browser SET NOT NULL;

-- A mark that several had stays with whoever had it first; the others get one of their own at their next sign-in.
UPDATE device d SET cookie_hash = sha256(d.cookie_hash || convert_to(d.user_id::text, 'UTF8'))
WHERE EXISTS (
  SELECT 1 FROM device o
  WHERE o.cookie_hash = d.cookie_hash AND (o.first_seen_at, o.user_id) < (d.first_seen_at, d.user_id)
);

DROP INDEX device_by_cookie;
CREATE UNIQUE INDEX device_by_mark ON device (cookie_hash);
-- Who else signed in with a browser: asked for the accounts that a fill may not earn a bonus between.
CREATE INDEX device_by_browser ON device (browser);
