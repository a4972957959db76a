-- What events are searched by: their titles, tags and category, folded, and triples of signs of them. null: to be written again, by the product.
ALTER TABLE event_text ADD COLUMN folded text, ADD COLUMN grams text[];
CREATE INDEX event_text_grams ON event_text USING gin (grams);
CREATE INDEX event_text_unread ON event_text (event_id) WHERE folded IS NULL;

CREATE FUNCTION event_text_unread() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.folded := NULL;
  NEW.grams := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER event_text_unread BEFORE UPDATE OF title ON event_text FOR EACH ROW WHEN (OLD.title IS DISTINCT FROM NEW.title) EXECUTE FUNCTION event_text_unread();
