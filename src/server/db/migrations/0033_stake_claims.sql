-- A stake of a key is claimed by its request and the body it carries: one Idempotency-Key sent with two bodies is two claims, of which the
-- engine takes one, and neither can count for, name or drop the other (decision 0036).

ALTER TABLE api_key_stake
  -- SHA-256 of the body, hex; empty: of a request without an Idempotency-Key.
  ADD COLUMN body_hash text NOT NULL DEFAULT '',
  -- Attempts that hold the claim: sent, and not told no. The last one to be told no drops it. What was claimed before has an end nobody learnt.
  ADD COLUMN holders integer NOT NULL DEFAULT 1 CHECK (holders >= 0),
  DROP CONSTRAINT api_key_stake_pkey,
  ADD PRIMARY KEY (key_id, request, body_hash);

ALTER TABLE api_key_stake
  ALTER COLUMN body_hash DROP DEFAULT,
  ALTER COLUMN holders DROP DEFAULT;
