-- Keys of programs that act for a person (design: domain.md 6, api.md). The secret is shown once: of a bearer key a keyed hash is kept, of
-- one that signs requests the secret sealed with the person's key.

CREATE TABLE api_key (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES app_user,
  -- Who acts: the person himself, or a demo person made for this key.
  acts_as      uuid NOT NULL REFERENCES app_user,
  kind         text NOT NULL CHECK (kind IN ('bearer', 'hmac')),
  name         text NOT NULL,
  hash         bytea CHECK (octet_length(hash) = 32),
  sealed       bytea,
  scopes       text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['read', 'trade', 'predict']),
  -- Networks it may come from (CIDR); empty: any.
  addresses    text[] NOT NULL,
  rate_per_min integer NOT NULL CHECK (rate_per_min > 0),
  -- 10^-6; null: none.
  loss_cap_day bigint CHECK (loss_cap_day > 0),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz,
  last_used_at timestamptz,
  ended_at     timestamptz,
  CHECK ((kind = 'bearer') = (hash IS NOT NULL)),
  CHECK ((kind = 'hmac') = (sealed IS NOT NULL))
);
CREATE INDEX api_key_of_user ON api_key (user_id);

-- Signatures that were taken, until they can no longer be right.
CREATE TABLE api_key_nonce (
  key_id     uuid NOT NULL REFERENCES api_key ON DELETE CASCADE,
  nonce      text NOT NULL,
  expires_at bigint NOT NULL,
  PRIMARY KEY (key_id, nonce)
);
CREATE INDEX api_key_nonce_end ON api_key_nonce (expires_at);

-- What was placed with a key that has a loss cap. Written before the request goes to the engine, at its worst case; afterwards it names
-- what was made of it. Without an object it counts in full: nobody knows how the request ended.
CREATE TABLE api_key_stake (
  key_id    uuid NOT NULL REFERENCES api_key ON DELETE CASCADE,
  -- The request's own, so that a repeat is the same stake.
  request   text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('prediction', 'order')),
  realm     smallint NOT NULL,
  -- 10^-6.
  worst     bigint NOT NULL CHECK (worst >= 0),
  object_id uuid,
  at        bigint NOT NULL,
  PRIMARY KEY (key_id, request)
);
CREATE INDEX api_key_stake_since ON api_key_stake (key_id, at);
