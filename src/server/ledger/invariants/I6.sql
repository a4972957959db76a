-- I6 batches are gapless, linked by their hashes, and end at the lease
SELECT l.shard, l.last_batch, count(b.no) AS batches, max(b.no) AS highest
FROM shard_lease l LEFT JOIN batch b ON b.shard = l.shard
GROUP BY l.shard, l.last_batch
HAVING count(b.no) <> l.last_batch OR coalesce(max(b.no), 0) <> l.last_batch
UNION ALL
SELECT shard, no, NULL, NULL
FROM (SELECT shard, no, prev, lag(hash) OVER (PARTITION BY shard ORDER BY no) AS before FROM batch) chain
WHERE before IS NOT NULL AND prev <> before
UNION ALL
SELECT l.shard, l.last_batch, NULL, NULL
FROM shard_lease l JOIN batch b ON b.shard = l.shard AND b.no = l.last_batch WHERE b.hash <> l.last_hash
UNION ALL
SELECT b.shard, b.no, NULL, NULL FROM batch b WHERE NOT EXISTS (SELECT FROM shard_lease l WHERE l.shard = b.shard);
