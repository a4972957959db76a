-- I4 no flow outside the grammar, none between two worlds
SELECT t.realm, t.journal, t.id, t.code, d.kind AS debit_kind, c.kind AS credit_kind
FROM transfer t
LEFT JOIN account d ON d.id = t.debit_account
LEFT JOIN account c ON c.id = t.credit_account
LEFT JOIN grammar g ON g.code = t.code AND g.debit_kind = d.kind AND g.credit_kind = c.kind
WHERE g.code IS NULL OR d.realm <> t.realm OR c.realm <> t.realm OR d.asset <> t.asset OR c.asset <> t.asset;
