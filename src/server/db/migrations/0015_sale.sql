-- Early sales (design: settlement.md 3 "Early close"): the figures of the receipt, as docs/receipts.md 6.4 writes them.
ALTER TABLE settlement ADD COLUMN sale jsonb;
ALTER TABLE settlement ADD CONSTRAINT sold_says_how CHECK ((outcome = 'SOLD') = (sale IS NOT NULL));
