-- Orders that end with the program that placed them.

-- The session or API key that placed an order; null: placed before it was written down.
ALTER TABLE market_order ADD COLUMN placed_by text;

-- A session or key that beats: its resting orders end when no beat has come by `due_at` (ms since 1970).
CREATE TABLE heartbeat (
  placed_by text PRIMARY KEY,
  user_id   uuid NOT NULL,
  realm     smallint NOT NULL,
  seconds   integer NOT NULL CHECK (seconds > 0),
  due_at    bigint NOT NULL,
  -- Its orders were taken off; what was on its way then is looked for once more at `due_at`.
  lapsed    boolean NOT NULL DEFAULT false
);
CREATE INDEX heartbeat_due ON heartbeat (due_at);
CREATE INDEX heartbeat_of_user ON heartbeat (user_id);
