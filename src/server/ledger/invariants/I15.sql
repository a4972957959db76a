-- I15 a market's pool is 1.00 for each NO and each full set of its books, its fees are those of its holders, and it holds nothing once it has ended
WITH held AS (
  SELECT market_id, realm, sum(lots + coalesce(paid_lots, 0)) AS net, sum(greatest(lots, 0)) AS sets, sum(fees) AS fees,
    bool_or(paid_lots IS NOT NULL) AS in_parts, sum(greatest(-lots, 0)) AS no, sum(greatest(-lots - coalesce(paid_lots, 0), 0)) AS no_once
  FROM position GROUP BY market_id, realm
),
-- Of markets whose holders are being paid in parts: what was paid, fees that came back in it.
paid AS (
  SELECT r.market_id, r.realm, sum(r.credit) AS credit
  FROM realised r JOIN market m ON m.id = r.market_id AND m.realm = r.realm
  WHERE r.settled AND m.result IS NULL GROUP BY r.market_id, r.realm
),
house AS (
  SELECT id, credits - debits AS balance FROM account WHERE kind IN ('market_pool', 'market_fees')
),
-- What corrections moved of the pool and the fees of each book: they are empty again when all have what is theirs.
corrected AS (
  SELECT h.market_id, h.realm, sum(h.shares) AS shares, sum(h.fees) AS fees FROM corrected_holding h GROUP BY h.market_id, h.realm
),
corrected_fees AS (
  SELECT market_id, realm, sum(fees) AS fees FROM corrected_book GROUP BY market_id, realm
),
-- What each pool owes: 1.00 a NO and a full set, which is what a book has of YES beyond its NO. Books of one event share a pool (decision 0239).
pools AS (
  SELECT m.pool, m.realm, count(*) AS books, min(coalesce(h.net, 0)) AS net, max(coalesce(h.net, 0)) AS most_net, bool_or(h.in_parts) AS in_parts,
    sum(coalesce(h.no, 0)) + min(coalesce(h.net, 0)) AS owed, sum(coalesce(h.no_once, 0)) + min(coalesce(h.net, 0)) AS owed_once,
    sum(coalesce(h.fees, 0)) AS holders_fees, sum(coalesce(d.credit, 0)) AS credit, sum(f.balance) AS fees,
    sum(coalesce(c.shares, 0)) AS corrected
  FROM market m
  LEFT JOIN held h ON h.market_id = m.id AND h.realm = m.realm
  LEFT JOIN paid d ON d.market_id = m.id AND d.realm = m.realm
  LEFT JOIN house f ON f.id = m.fees
  LEFT JOIN corrected c ON c.market_id = m.id AND c.realm = m.realm
  GROUP BY m.pool, m.realm
)
SELECT m.id AS market, m.state, p.balance AS pool, g.owed, h.net, f.balance AS fees, h.fees AS holders_fees
FROM market m
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
   OR (m.result IS NOT NULL AND EXISTS (SELECT FROM market_order o WHERE o.market_id = m.id AND o.realm = m.realm AND o.ended_at IS NULL))
UNION ALL
SELECT m.id, m.state, NULL, NULL, NULL, NULL, NULL
FROM market m
LEFT JOIN (SELECT f.market_id, f.realm, count(*) AS fills, sum(f.lots) FILTER (WHERE u.no IS NULL) AS lots, count(u.no) AS undone, min(u.no) AS undone_from
  FROM fill f LEFT JOIN undone_fill u ON u.fill_id = f.id AND u.realm = f.realm GROUP BY f.market_id, f.realm) f
  ON f.market_id = m.id AND f.realm = m.realm
WHERE m.fills <> coalesce(f.fills, 0) OR m.volume <> coalesce(f.lots, 0)
   OR m.undone_from IS DISTINCT FROM f.undone_from OR m.fills - coalesce(m.undone_from - 1, m.fills) <> coalesce(f.undone, 0);
