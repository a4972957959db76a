-- I9 what is held of withdrawals is that of those which have not ended, per person
WITH live AS (
  SELECT user_id, sum(amount + fee) AS total FROM withdrawal WHERE ended_at IS NULL GROUP BY user_id
),
held AS (
  SELECT owner_id, sum(credits - debits) AS balance FROM account WHERE kind = 'withdraw_hold' GROUP BY owner_id
)
SELECT coalesce(l.user_id, h.owner_id) AS person, l.total, h.balance
FROM live l FULL JOIN held h ON h.owner_id = l.user_id
WHERE coalesce(l.total, 0) <> coalesce(h.balance, 0);
