-- I2 since the last seal (an hour old at least): stored totals equal the sealed sums plus the transfers after them
WITH mark AS (SELECT coalesce(max(upto), 0) AS upto FROM ledger_seal_mark WHERE sealed),
fresh AS (
  SELECT t.realm, t.journal, t.debit_account, t.credit_account, t.amount
  FROM transfer t WHERE t.realm IN (1, 2) AND t.journal >= (SELECT upto FROM mark)
),
folded AS (
  SELECT id, sum(debits) AS debits, sum(credits) AS credits
  FROM (
    SELECT account AS id, debits, credits FROM ledger_seal
    UNION ALL
    SELECT debit_account, sum(amount), 0 FROM fresh GROUP BY 1
    UNION ALL
    SELECT credit_account, 0, sum(amount) FROM fresh GROUP BY 1
  ) side GROUP BY id
)
SELECT 'account ' || coalesce(a.id, f.id) AS what, a.debits, a.credits, f.debits AS folded_debits, f.credits AS folded_credits
FROM account a FULL JOIN folded f ON f.id = a.id
WHERE a.id IS NULL OR a.debits <> coalesce(f.debits, 0) OR a.credits <> coalesce(f.credits, 0)
UNION ALL
SELECT 'journal ' || coalesce(j.id, t.journal), NULL, NULL, NULL, NULL
FROM (SELECT realm, id FROM journal WHERE realm IN (1, 2) AND id >= (SELECT upto FROM mark)) j
FULL JOIN (SELECT DISTINCT realm, journal FROM fresh) t ON t.realm = j.realm AND t.journal = j.id
WHERE j.id IS NULL OR t.journal IS NULL;
