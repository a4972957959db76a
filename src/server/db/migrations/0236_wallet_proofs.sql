-- People prove that an address to which they withdraw is of a wallet of their own, or say who holds it for them.

ALTER TABLE saved_address
  -- Who holds it, as the person says, sealed with their key; null: they do themselves.
  ADD COLUMN held_by bytea,
  -- When they proved that the wallet is theirs; null: they have not.
  ADD COLUMN proved_at timestamptz;

-- A text to be signed by the key of an address. What was proved stays as evidence.
CREATE TABLE wallet_proof (
  nonce         text PRIMARY KEY CHECK (nonce ~ '^[0-9a-f]{32}$'),
  user_id       uuid NOT NULL REFERENCES app_user,
  saved_address uuid NOT NULL,
  network       text NOT NULL,
  address       text NOT NULL,
  message       text NOT NULL,
  made_at       timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL CHECK (expires_at > made_at),
  signature     text,
  proved_at     timestamptz CHECK (proved_at < expires_at),
  CHECK ((signature IS NULL) = (proved_at IS NULL))
);
CREATE INDEX wallet_proof_by_person ON wallet_proof (user_id);
