-- I2 stored totals equal the folded transfers; no transfer without its accounts or its journal, no journal without transfers
WITH folded AS (
  SELECT id, sum(debits) AS debits, sum(credits) AS credits
  FROM (
    SELECT debit_account AS id, sum(amount) AS debits, 0 AS credits FROM transfer GROUP BY 1
    UNION ALL
    SELECT credit_account, 0, sum(amount) FROM transfer GROUP BY 1
  ) side GROUP BY id
)
SELECT 'account ' || coalesce(a.id, f.id) AS what, a.debits, a.credits, f.debits AS folded_debits, f.credits AS folded_credits
FROM account a FULL JOIN folded f ON f.id = a.id
WHERE a.id IS NULL OR a.debits <> coalesce(f.debits, 0) OR a.credits <> coalesce(f.credits, 0)
UNION ALL
SELECT 'journal ' || coalesce(j.id, t.journal), NULL, NULL, NULL, NULL
FROM journal j FULL JOIN (SELECT DISTINCT realm, journal FROM transfer) t ON t.realm = j.realm AND t.journal = j.id
WHERE j.id IS NULL OR t.journal IS NULL;
