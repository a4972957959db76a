-- I15 a market's pool is 1.00 a set outstanding, its fees are those of its holders, and it holds nothing once it has ended
WITH held AS (
  SELECT market_id, realm, sum(lots + coalesce(paid_lots, 0)) AS net, sum(greatest(lots, 0)) AS sets, sum(fees) AS fees,
    bool_or(paid_lots IS NOT NULL) AS in_parts, sum(greatest(lots + coalesce(paid_lots, 0), 0)) AS sets_once
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
)
SELECT m.id AS market, m.state, p.balance AS pool, h.sets, h.net, f.balance AS fees, h.fees AS holders_fees
FROM market m
LEFT JOIN held h ON h.market_id = m.id AND h.realm = m.realm
LEFT JOIN paid d ON d.market_id = m.id AND d.realm = m.realm
LEFT JOIN house p ON p.id = m.pool
LEFT JOIN house f ON f.id = m.fees
WHERE p.balance IS NULL OR f.balance IS NULL
   OR coalesce(h.net, 0) <> 0
   OR CASE WHEN m.result IS NULL AND h.in_parts
        THEN p.balance + f.balance <> h.sets_once * 10000 + h.fees - coalesce(d.credit, 0)
        ELSE p.balance <> coalesce(h.sets, 0) * 10000
          OR f.balance <> CASE WHEN m.result IS NULL THEN coalesce(h.fees, 0) ELSE 0 END END
   OR (m.result IS NOT NULL AND EXISTS (SELECT FROM market_order o WHERE o.market_id = m.id AND o.realm = m.realm AND o.ended_at IS NULL))
UNION ALL
SELECT m.id, m.state, NULL, NULL, NULL, NULL, NULL
FROM market m
LEFT JOIN (SELECT market_id, realm, count(*) AS fills, sum(lots) AS lots FROM fill GROUP BY market_id, realm) f
  ON f.market_id = m.id AND f.realm = m.realm
WHERE m.fills <> coalesce(f.fills, 0) OR m.volume <> coalesce(f.lots, 0);
