-- Addresses that people save for withdrawals.

CREATE TABLE saved_address (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES app_user,
  network     text NOT NULL CHECK (length(network) BETWEEN 1 AND 40),
  -- In the one spelling of its network.
  address     text NOT NULL CHECK (length(address) BETWEEN 1 AND 200),
  -- A memo or tag, as text: leading zeros count. Empty: none.
  tag         text NOT NULL DEFAULT '' CHECK (length(tag) <= 100),
  -- Sealed with the person's key.
  label       bytea,
  saved_at    timestamptz NOT NULL,
  -- Nothing is paid to it before.
  usable_from timestamptz NOT NULL,
  UNIQUE (user_id, network, address, tag)
);

ALTER TABLE payer
  -- Withdrawals go to saved addresses alone.
  ADD COLUMN saved_only boolean NOT NULL DEFAULT false,
  -- It ends then; null: it does not.
  ADD COLUMN saved_only_until timestamptz;
