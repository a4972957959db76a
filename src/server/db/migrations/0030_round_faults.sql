-- The tick that shows why the prices of a round made it void, after the one before it: its receipt shows both.
ALTER TABLE market ADD COLUMN fault_seq bigint;
