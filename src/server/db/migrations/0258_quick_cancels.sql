-- Orders that their owners took off, by market: large ones that stood for a moment are looked for.
CREATE INDEX market_order_taken_off ON market_order (market_id, ended_at) WHERE end_reason = 'user';
