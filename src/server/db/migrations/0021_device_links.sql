-- Who else signed in with a browser: asked for each new device, and for the accounts that a fill may not earn a bonus between.
CREATE INDEX device_by_cookie ON device (cookie_hash);
