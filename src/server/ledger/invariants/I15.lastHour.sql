-- I15 of markets that ended or were corrected in the last two hours or go on: the pool is 1.00 for each NO and full set, fees are those of holders, nothing stays
WITH recent AS (
  SELECT * FROM market
  WHERE result IS NULL OR ended_at > (extract(epoch FROM now() - interval '2 hours') * 1000)::bigint
    OR id IN (SELECT market_id FROM corrected_book WHERE at > (extract(epoch FROM now() - interval '2 hours') * 1000)::bigint)
),
held AS (
  SELECT p.market_id, p.realm, sum(p.lots + coalesce(p.paid_lots, 0)) AS net, sum(greatest(p.lots, 0)) AS sets, sum(p.fees) AS fees,
    bool_or(p.paid_lots IS NOT NULL) AS in_parts, sum(greatest(-p.lots, 0)) AS no, sum(greatest(-p.lots - coalesce(p.paid_lots, 0), 0)) AS no_once
  FROM position p WHERE p.market_id IN (SELECT id FROM recent) GROUP BY p.market_id, p.realm
),
paid AS (
  SELECT r.market_id, r.realm, sum(r.credit) AS credit
  FROM realised r WHERE r.settled AND r.market_id IN (SELECT id FROM recent WHERE result IS NULL) GROUP BY r.market_id, r.realm
),
house AS (
  SELECT id, credits - debits AS balance FROM account
  WHERE kind IN ('market_pool', 'market_fees') AND id IN (SELECT pool FROM recent UNION SELECT fees FROM recent)
),
-- What corrections moved of the pool and the fees of each book: they are empty again when all have what is theirs.
corrected AS (
  SELECT h.market_id, h.realm, sum(h.shares) AS shares, sum(h.fees) AS fees FROM corrected_holding h
  WHERE h.market_id IN (SELECT id FROM recent WHERE result IS NOT NULL) GROUP BY h.market_id, h.realm
),
corrected_fees AS (
  SELECT market_id, realm, sum(fees) AS fees FROM corrected_book
  WHERE market_id IN (SELECT id FROM recent WHERE result IS NOT NULL) GROUP BY market_id, realm
),
-- What each pool owes: 1.00 a NO and a full set, which is what a book has of YES beyond its NO. Books of one event share a pool (decision 0239).
pools AS (
  SELECT m.pool, m.realm, count(*) AS books, min(coalesce(h.net, 0)) AS net, max(coalesce(h.net, 0)) AS most_net, bool_or(h.in_parts) AS in_parts,
    sum(coalesce(h.no, 0)) + min(coalesce(h.net, 0)) AS owed, sum(coalesce(h.no_once, 0)) + min(coalesce(h.net, 0)) AS owed_once,
    sum(coalesce(h.fees, 0)) AS holders_fees, sum(coalesce(d.credit, 0)) AS credit, sum(f.balance) AS fees,
    sum(coalesce(c.shares, 0)) AS corrected
  FROM recent m
  LEFT JOIN held h ON h.market_id = m.id AND h.realm = m.realm
  LEFT JOIN paid d ON d.market_id = m.id AND d.realm = m.realm
  LEFT JOIN house f ON f.id = m.fees
  LEFT JOIN corrected c ON c.market_id = m.id AND c.realm = m.realm
  GROUP BY m.pool, m.realm
)
SELECT m.id AS market, m.state, p.balance AS pool, g.owed, h.net, f.balance AS fees, h.fees AS holders_fees
FROM recent m
JOIN pools g ON g.pool = m.pool AND g.realm = m.realm
LEFT JOIN held h ON h.market_id = m.id AND h.realm = m.realm
LEFT JOIN house p ON p.id = m.pool
LEFT JOIN house f ON f.id = m.fees
LEFT JOIN corrected c ON c.market_id = m.id AND c.realm = m.realm
LEFT JOIN corrected_fees cf ON cf.market_id = m.id AND cf.realm = m.realm
WHERE p.balance IS NULL OR f.balance IS NULL
   OR CASE WHEN m.result IS NULL THEN g.net <> g.most_net OR (g.books = 1 AND g.net <> 0)
        ELSE coalesce(h.sets, 0) <> 0 OR (m.linked_to IS NULL AND coalesce(h.net, 0) <> 0) END
   OR CASE WHEN m.result IS NULL AND g.in_parts
        THEN p.balance + g.fees <> g.owed_once * 10000 + g.holders_fees - g.credit
        ELSE p.balance <> CASE WHEN m.result IS NULL THEN g.owed * 10000 ELSE -g.corrected END
          OR f.balance <> CASE WHEN m.result IS NULL THEN coalesce(h.fees, 0) ELSE coalesce(cf.fees, 0) - coalesce(c.fees, 0) END END
   OR (m.result IS NOT NULL AND EXISTS (SELECT FROM market_order o WHERE o.market_id = m.id AND o.realm = m.realm AND o.ended_at IS NULL));
