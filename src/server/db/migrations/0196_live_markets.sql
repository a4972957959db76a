-- Markets that are traded while what they ask about goes on: whoever meets an order there waits (docs/rules/exchange.md#live-markets).
ALTER TABLE event_market ADD COLUMN is_live boolean NOT NULL DEFAULT false;

CREATE OR REPLACE VIEW listed_book AS
  SELECT b.id, b.realm, m.opens_at, m.cut_off_at,
    CASE WHEN m.state = 'OPEN' THEN 'open' WHEN m.state = 'PAUSED' THEN 'pause'
      WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED') THEN 'settle' ELSE 'close' END AS wanted,
    CASE WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED') THEN m.result END AS result,
    CASE WHEN m.state IN ('RESOLVED', 'PAID') THEN m.won END AS won,
    CASE WHEN m.result = 'TIE' THEN m.tie_value WHEN b.realm = 1 THEN m.void_real ELSE m.void_demo END AS void_value, m.void_reason,
    m.rules_hash, m.rules_doc, m.paid_at IS NOT NULL AS paid, m.revision,
    CASE WHEN e.is_linked THEN e.id END AS linked_to, m.place, m.is_live
  FROM event_book b JOIN event_market m ON m.id = b.market_id JOIN event e ON e.id = m.event_id WHERE m.opens_at IS NOT NULL;
