-- I15 a market's pool is 1.00 a set outstanding, its fees are those of its holders, and it holds nothing once it has ended
WITH held AS (
  SELECT market_id, realm, sum(lots) AS net, sum(greatest(lots, 0)) AS sets, sum(fees) AS fees
  FROM position GROUP BY market_id, realm
),
house AS (
  SELECT id, credits - debits AS balance FROM account WHERE kind IN ('market_pool', 'market_fees')
)
SELECT m.id AS market, m.state, p.balance AS pool, h.sets, h.net, f.balance AS fees, h.fees AS holders_fees
FROM market m
LEFT JOIN held h ON h.market_id = m.id AND h.realm = m.realm
LEFT JOIN house p ON p.id = m.pool
LEFT JOIN house f ON f.id = m.fees
WHERE p.balance IS NULL OR f.balance IS NULL
   OR coalesce(h.net, 0) <> 0
   OR p.balance <> coalesce(h.sets, 0) * 10000
   OR f.balance <> CASE WHEN m.result IS NULL THEN coalesce(h.fees, 0) ELSE 0 END
   OR (m.result IS NOT NULL AND EXISTS (SELECT FROM market_order o WHERE o.market_id = m.id AND o.realm = m.realm AND o.ended_at IS NULL))
UNION ALL
SELECT m.id, m.state, NULL, NULL, NULL, NULL, NULL
FROM market m
LEFT JOIN (SELECT market_id, realm, count(*) AS fills, sum(lots) AS lots FROM fill GROUP BY market_id, realm) f
  ON f.market_id = m.id AND f.realm = m.realm
WHERE m.fills <> coalesce(f.fills, 0) OR m.volume <> coalesce(f.lots, 0);
