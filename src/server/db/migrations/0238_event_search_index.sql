-- What events are searched by: words of their titles, tags and category, and triples of signs of them, each with its language before it, so that one index
-- answers for a language alone. null: to be written again, by the product.
ALTER TABLE event_text DROP COLUMN folded, DROP COLUMN grams, ADD COLUMN searched tsvector;
CREATE INDEX event_text_searched ON event_text USING gin (searched);
CREATE INDEX event_text_unread ON event_text (event_id) WHERE searched IS NULL;

CREATE OR REPLACE FUNCTION event_text_unread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.searched := NULL;
  RETURN NEW;
END $$;

-- A list in the order of closing looks at all that were opened.
CREATE INDEX event_market_opened ON event_market (event_id) INCLUDE (cut_off_at, state) WHERE opens_at IS NOT NULL;
