-- Notifications follow the facts: the batches of the engine, and what is recorded.
INSERT INTO fact_cursor (follower, source, position) SELECT 'notifications', 'engine ' || shard, batch FROM notification_progress;
INSERT INTO fact_cursor (follower, source, position) VALUES ('notifications', 'recorded', 0);
DROP TABLE notification_progress;

INSERT INTO fact (kind, body)
  SELECT 'picture.ready', jsonb_build_object('userId', user_id, 'picture', name) FROM avatar WHERE told_at IS NULL ORDER BY made_at;
ALTER TABLE avatar DROP COLUMN told_at;
