-- Fills that were made when what decides an event was there to be seen, undone before its book is paid (docs/rules/events.md#fills-after-the-fact).
CREATE TABLE undone_fill (
  fill_id   text NOT NULL,
  realm     smallint NOT NULL,
  market_id uuid NOT NULL,
  no        bigint NOT NULL,
  lots      bigint NOT NULL,
  at        bigint NOT NULL,
  shard     smallint NOT NULL,
  batch     bigint NOT NULL,
  PRIMARY KEY (fill_id, realm)
) PARTITION BY LIST (realm);
CREATE TABLE undone_fill_real PARTITION OF undone_fill FOR VALUES IN (1);
CREATE TABLE undone_fill_demo PARTITION OF undone_fill FOR VALUES IN (2);
CREATE INDEX undone_fill_of_market ON undone_fill (market_id, no);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['undone_fill', 'undone_fill_real', 'undone_fill_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;

-- Fills from this number on were undone. What the house paid for somebody then, and has not got back (domain/trading/orders/undo).
ALTER TABLE market ADD COLUMN undone_from bigint CHECK (undone_from > 0);
ALTER TABLE position ADD COLUMN borne bigint CHECK (borne >= 0);

-- For the engine, beside `listed_book`: when what decided a book came to be. A void is no result: nothing is undone by it.
CREATE VIEW book_fact AS
  SELECT b.id, b.realm, m.fact_at FROM event_book b JOIN event_market m ON m.id = b.market_id
  WHERE m.state IN ('RESOLVED', 'PAID') AND m.result IN ('WON', 'TIE') AND m.fact_at IS NOT NULL;

-- For pages of events: what was undone of each book, shares in lots, and what is left with the house, 10^-6.
CREATE VIEW undone_book AS
  SELECT u.market_id AS id, u.realm, count(*)::int AS fills, sum(u.lots)::bigint AS lots, min(u.at) AS at,
    (SELECT coalesce(sum(p.borne), 0) FROM position p WHERE p.market_id = u.market_id AND p.realm = u.realm)::bigint AS borne
  FROM undone_fill u GROUP BY u.market_id, u.realm;

-- The last price is that of a fill that stands.
CREATE OR REPLACE VIEW traded_book AS
  SELECT m.id, m.realm, m.volume, f.price AS last_price, f.at AS last_at
  FROM market m LEFT JOIN fill f ON f.market_id = m.id AND f.realm = m.realm AND f.no = coalesce(m.undone_from - 1, m.fills)
  WHERE m.kind = 'event';
