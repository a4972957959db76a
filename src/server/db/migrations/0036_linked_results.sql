-- A dead heat of linked books pays what their set gives each of them, not half: `void_value` is a tie's too, where the book is linked.
-- A reason belongs to a void alone, as before.
ALTER TABLE market
  DROP CONSTRAINT market_check3,
  ADD CONSTRAINT reason_of_void CHECK ((result IS NOT NULL AND result = 'VOID') = (void_reason IS NOT NULL)),
  ADD CONSTRAINT value_of_result CHECK (
    (result IS NOT NULL AND (result = 'VOID' OR (result = 'TIE' AND linked_to IS NOT NULL))) = (void_value IS NOT NULL));
