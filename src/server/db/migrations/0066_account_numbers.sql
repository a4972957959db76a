-- Numbers of accounts stay below 2^40: with realm and asset above them they fit into what programs hold without loss.
ALTER SEQUENCE account_no MAXVALUE 1099511627775;
ALTER TABLE account ADD CONSTRAINT number_below_2_40 CHECK (id & 281474976710655 BETWEEN 1 AND 1099511627775);
