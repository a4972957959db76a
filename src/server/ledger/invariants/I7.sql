-- I7 a prediction is settled if and only if it has exactly one settlement, of the credit its outcome gives
SELECT coalesce(p.id, s.prediction_id) AS prediction, p.state, s.outcome, p.stake, s.credit
FROM (SELECT * FROM prediction WHERE settled_at IS NOT NULL OR state IN ('SETTLED', 'VOID', 'CORRECTED')) p
FULL JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
WHERE p.id IS NULL OR s.prediction_id IS NULL
   OR (p.state = 'VOID') <> (s.outcome = 'VOID')
   OR s.credit <> CASE s.outcome
        WHEN 'WIN' THEN p.stake + div(p.stake::numeric * p.payout_bps, 10000)
        WHEN 'LOSE' THEN 0
        WHEN 'SOLD' THEN s.credit
        ELSE p.stake END;
