-- What was traded on a book, for lists of events: shares in lots, the last price of its first outcome in thousandths.
-- Prices of one book over time are asked for by its page.
CREATE INDEX fill_of_market ON fill (market_id, at);

CREATE VIEW traded_book AS
  SELECT m.id, m.realm, m.volume, f.price AS last_price, f.at AS last_at
  FROM market m LEFT JOIN fill f ON f.market_id = m.id AND f.realm = m.realm AND f.no = m.fills
  WHERE m.kind = 'event';
