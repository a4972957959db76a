-- Transactions that people have booked: money of the house that came to a wallet, or left it for cold storage, without the product.
CREATE TABLE wallet_move (
  network   text NOT NULL,
  tx_hash   text NOT NULL CHECK (tx_hash ~ '^(0x)?[0-9a-f]{64}$'),
  -- In: new money of the house, or from cold storage. Out: to cold storage.
  way       text NOT NULL CHECK (way IN ('house_in', 'cold_in', 'cold_out')),
  -- Coins and what moved of each, as the books count it; the native coin in wei.
  moved     jsonb NOT NULL,
  -- The approval of two people.
  request   uuid NOT NULL,
  booked_at timestamptz NOT NULL,
  PRIMARY KEY (network, tx_hash)
);
CREATE INDEX wallet_move_time ON wallet_move (network, booked_at DESC);

-- A nonce that a payment by hand used has its place among the others: the next one is behind it.
ALTER TABLE payout_nonce DROP CONSTRAINT payout_nonce_kind_check;
ALTER TABLE payout_nonce ADD CONSTRAINT payout_nonce_kind_check CHECK (kind IN ('withdrawal', 'gas', 'sweep', 'by_hand'));
