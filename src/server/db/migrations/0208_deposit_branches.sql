-- Chains of the Bitcoin family: a person has an address on each, and their hashes begin without 0x.

-- `evm`: one address for every network of the Ethereum family; else the network.
ALTER TABLE deposit_address
  ADD COLUMN branch text NOT NULL DEFAULT 'evm',
  DROP CONSTRAINT deposit_address_pkey,
  ADD PRIMARY KEY (user_id, branch),
  DROP CONSTRAINT deposit_address_address_check,
  ADD CONSTRAINT deposit_address_address_check CHECK (address ~ '^(0x[0-9a-f]{40}|[a-z0-9]{14,90})$');
ALTER TABLE deposit_address ALTER COLUMN branch DROP DEFAULT;

ALTER TABLE deposit
  DROP CONSTRAINT deposit_tx_hash_check,
  ADD CONSTRAINT deposit_tx_hash_check CHECK (tx_hash ~ '^(0x)?[0-9a-f]{64}$'),
  DROP CONSTRAINT deposit_return_tx_check,
  ADD CONSTRAINT deposit_return_tx_check CHECK (return_tx ~ '^(0x)?[0-9a-f]{64}$'),
  DROP CONSTRAINT deposit_sender_check,
  ADD CONSTRAINT deposit_sender_check CHECK (length(sender) BETWEEN 14 AND 120),
  DROP CONSTRAINT deposit_coin_check,
  ADD CONSTRAINT deposit_coin_check CHECK (coin IN ('USDT', 'USDC', 'BTC', 'LTC'));
