-- I5 locked money equals the open stakes, what resting orders hold and the stakes of scheduled entries that wait, of each person
WITH open AS (
  SELECT user_id, realm, sum(amount) AS staked
  FROM (
    SELECT user_id, realm, stake_cash AS amount FROM prediction WHERE settled_at IS NULL
    UNION ALL
    SELECT user_id, realm, held FROM market_order WHERE ended_at IS NULL
    UNION ALL
    SELECT user_id, realm, stake FROM scheduled_entry WHERE ended_at IS NULL
  ) each GROUP BY user_id, realm
),
locked AS (
  SELECT owner_id, realm, sum(credits - debits) AS locked
  FROM account WHERE kind = 'user_locked' GROUP BY owner_id, realm
)
SELECT coalesce(l.owner_id, o.user_id) AS person, coalesce(l.realm, o.realm) AS realm, l.locked, o.staked
FROM locked l FULL JOIN open o ON o.user_id = l.owner_id AND o.realm = l.realm
WHERE coalesce(l.locked, 0) <> coalesce(o.staked, 0);
