-- Addresses of coins that entries of a sanctions list hold, in one spelling. coin: as the list names it.
CREATE TABLE sanctions_address (
  address text NOT NULL,
  digest  bytea NOT NULL REFERENCES sanctions_entry,
  coin    text NOT NULL,
  PRIMARY KEY (address, digest, coin)
);
