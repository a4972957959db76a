-- A ticket may begin with messages of another, of which it was split.

ALTER TABLE support_ticket ADD COLUMN split_from uuid REFERENCES support_ticket ON DELETE SET NULL;
CREATE INDEX support_ticket_split ON support_ticket (split_from) WHERE split_from IS NOT NULL;
