-- What became of a complaint, for the register of complaints; and tickets that were merged.

ALTER TABLE support_ticket
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN final_at timestamptz,
  ADD COLUMN outcome text CHECK (outcome IN ('UPHELD', 'PARTLY', 'REJECTED')),
  -- The ticket in which it goes on; what was written stays where it was, and goes with that one.
  ADD COLUMN merged_into uuid REFERENCES support_ticket ON DELETE CASCADE,
  ADD CHECK ((final_at IS NULL) = (outcome IS NULL)),
  ADD CHECK (final_at IS NULL OR kind = 'COMPLAINT'),
  ADD CHECK (merged_into IS NULL OR state IN ('CLOSED', 'SPAM'));
CREATE INDEX support_complaint ON support_ticket (id) WHERE kind = 'COMPLAINT';
CREATE INDEX support_ticket_merged ON support_ticket (merged_into) WHERE merged_into IS NOT NULL;
