-- I1 trial balance: debits equal credits per asset and realm
SELECT asset, realm, sum(debits) AS debits, sum(credits) AS credits
FROM account GROUP BY asset, realm HAVING sum(debits) <> sum(credits);
