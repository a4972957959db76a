-- I15 of markets that ended in the last two hours or go on: the pool is 1.00 a set outstanding, fees are those of holders, nothing stays
WITH recent AS (
  SELECT * FROM market
  WHERE result IS NULL OR ended_at > (extract(epoch FROM now() - interval '2 hours') * 1000)::bigint
),
held AS (
  SELECT p.market_id, p.realm, sum(p.lots + coalesce(p.paid_lots, 0)) AS net, sum(greatest(p.lots, 0)) AS sets, sum(p.fees) AS fees,
    bool_or(p.paid_lots IS NOT NULL) AS in_parts, sum(greatest(p.lots + coalesce(p.paid_lots, 0), 0)) AS sets_once
  FROM position p WHERE p.market_id IN (SELECT id FROM recent) GROUP BY p.market_id, p.realm
),
paid AS (
  SELECT r.market_id, r.realm, sum(r.credit) AS credit
  FROM realised r WHERE r.settled AND r.market_id IN (SELECT id FROM recent WHERE result IS NULL) GROUP BY r.market_id, r.realm
)
SELECT m.id AS market, m.state, p.credits - p.debits AS pool, h.sets, h.net, f.credits - f.debits AS fees, h.fees AS holders_fees
FROM recent m
LEFT JOIN held h ON h.market_id = m.id AND h.realm = m.realm
LEFT JOIN paid d ON d.market_id = m.id AND d.realm = m.realm
LEFT JOIN account p ON p.id = m.pool AND p.kind = 'market_pool'
LEFT JOIN account f ON f.id = m.fees AND f.kind = 'market_fees'
WHERE p.id IS NULL OR f.id IS NULL
   OR coalesce(h.net, 0) <> 0
   OR CASE WHEN m.result IS NULL AND h.in_parts
        THEN p.credits - p.debits + f.credits - f.debits <> h.sets_once * 10000 + h.fees - coalesce(d.credit, 0)
        ELSE p.credits - p.debits <> coalesce(h.sets, 0) * 10000
          OR f.credits - f.debits <> CASE WHEN m.result IS NULL THEN coalesce(h.fees, 0) ELSE 0 END END
   OR (m.result IS NOT NULL AND EXISTS (SELECT FROM market_order o WHERE o.market_id = m.id AND o.realm = m.realm AND o.ended_at IS NULL));
