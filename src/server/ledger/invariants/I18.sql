-- I18 a correction of ticks takes back every prediction whose entry or exit stands on them, whatever its outcome, and no other
SELECT p.id, p.realm, s.outcome, c.no AS correction, 'kept' AS why
FROM proof_correction c
JOIN prediction p ON p.stream = c.stream AND p.state = 'SETTLED'
JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
WHERE p.entry_seq BETWEEN c.from_seq AND c.to_seq OR s.exit_seq BETWEEN c.from_seq AND c.to_seq
UNION ALL
SELECT p.id, p.realm, s.outcome, c.no, 'taken'
FROM correction_settlement x
JOIN proof_correction c ON c.no = x.correction
JOIN prediction p ON p.id = x.prediction_id AND p.realm = x.realm
JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm
WHERE NOT (coalesce(p.entry_seq BETWEEN c.from_seq AND c.to_seq, false)
  OR coalesce(s.exit_seq BETWEEN c.from_seq AND c.to_seq, false));
