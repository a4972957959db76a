-- Rulings: what colleagues said of the rules or the result of a market, kept with the rules that it was said of, so that whoever writes or decides another
-- one finds it by its words. Of an event of several outcomes once, of the outcome that was looked at.
CREATE TABLE event_ruling (
  no        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  market_id uuid NOT NULL REFERENCES event_market,
  -- Of the move.
  version   integer NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('clarify', 'reject', 'decide', 'void', 'correct')),
  said      text NOT NULL,
  -- ms
  at        bigint NOT NULL,
  title     text NOT NULL,
  rules     text NOT NULL,
  searched  tsvector NOT NULL GENERATED ALWAYS AS (to_tsvector('english', title || ' ' || rules || ' ' || said)) STORED,
  UNIQUE (market_id, version)
);
CREATE INDEX event_ruling_searched ON event_ruling USING gin (searched);

-- Of linked outcomes all made the move at once: the first of them stands for it.
INSERT INTO event_ruling (market_id, version, kind, said, at, title, rules)
SELECT market_id, version, move, said, at, title, rules FROM (
  SELECT DISTINCT ON (m.event_id, v.move, v.at) v.market_id, v.version, v.move, coalesce(c.text, v.reason) AS said, v.at,
    CASE WHEN e.is_linked THEN b.title || ' · ' || t.title ELSE t.title END AS title, t.rules
  FROM event_move v
  JOIN event_market m ON m.id = v.market_id
  JOIN event e ON e.id = m.event_id
  JOIN event_text b ON b.event_id = e.id AND b.language = 'en'
  JOIN event_market_text t ON t.market_id = m.id AND t.language = 'en'
  LEFT JOIN event_clarification c ON c.market_id = v.market_id AND c.version = v.version
  WHERE v.move IN ('clarify', 'reject', 'decide', 'void', 'correct') AND cardinality(v.staff) > 0 AND m.opens_at IS NOT NULL
  ORDER BY m.event_id, v.move, v.at, m.place
) earlier ORDER BY at, market_id;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_ruling FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON event_ruling FROM PUBLIC, CURRENT_USER;
