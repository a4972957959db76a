-- Where a wallet has more or less than its books say. One row as long as it lasts.
CREATE TABLE wallet_difference (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  network  text NOT NULL,
  -- One of the network's tokens, or its native coin.
  coin     text NOT NULL,
  -- In the coin's smallest unit: what the books expect at a block, and what the chain has there.
  expected numeric(78,0) NOT NULL,
  has      numeric(78,0) NOT NULL CHECK (has <> expected),
  -- Who has to explain it.
  owner    text NOT NULL DEFAULT 'CASHIER',
  found_at timestamptz NOT NULL,
  seen_at  timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX wallet_difference_lasting ON wallet_difference (network, coin) WHERE ended_at IS NULL;
