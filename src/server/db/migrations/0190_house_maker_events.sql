-- Chance of YES with which the house maker begins to quote a market, thousandths. Like the terms it is fixed with the approval.
ALTER TABLE event_market ADD COLUMN opening smallint NOT NULL DEFAULT 500 CHECK (opening BETWEEN 10 AND 990);

-- For the engine, beside `listed_book`.
CREATE VIEW book_opening AS SELECT b.id, m.opening FROM event_book b JOIN event_market m ON m.id = b.market_id;
