-- I7 since yesterday (none lives longer than a day): settled if and only if exactly one settlement, of the credit its outcome gives
WITH since AS (
  -- Ids are UUIDv7: the time of admission in ms leads them.
  SELECT (lpad(to_hex((extract(epoch FROM now() - interval '26 hours') * 1000)::bigint), 12, '0')
    || '00000000000000000000')::uuid AS id
)
SELECT coalesce(p.id, s.prediction_id) AS prediction, p.state, s.outcome, p.stake, s.credit
FROM (
  SELECT * FROM prediction
  WHERE id >= (SELECT id FROM since) AND (settled_at IS NOT NULL OR state IN ('SETTLED', 'VOID', 'CORRECTED'))
) p
FULL JOIN (SELECT * FROM settlement WHERE prediction_id >= (SELECT id FROM since)) s
  ON s.prediction_id = p.id AND s.realm = p.realm
WHERE p.id IS NULL OR s.prediction_id IS NULL
   OR (p.state = 'VOID') <> (s.outcome = 'VOID')
   OR s.credit <> CASE s.outcome
        WHEN 'WIN' THEN p.stake + div(p.stake::numeric * p.payout_bps, 10000)
        WHEN 'LOSE' THEN 0
        WHEN 'SOLD' THEN s.credit
        ELSE p.stake END;
