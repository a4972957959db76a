-- What a subject shows of its tables to others, who read these views and no table (tests/table-owners.ts says who reads which). A view reads
-- tables of one subject; it may gain columns, and its tables may change behind it.

-- identity: how an account stands, since when it is its person's own, and where its person is reached by mail.
CREATE VIEW account_standing AS
  SELECT id AS user_id, email_confirmed_at IS NOT NULL AS email_confirmed, name_status,
    blocked_at IS NOT NULL OR closed_at IS NOT NULL AS blocked, owned_since
  FROM app_user;
CREATE VIEW mail_contact AS
  SELECT id AS user_id, email_sealed, language FROM app_user WHERE email_confirmed_at IS NOT NULL AND closed_at IS NULL;

-- prices: streams, the sealed segments of their ticks, and the incidents of feeds.
CREATE VIEW price_stream AS SELECT stream, name, pair, t0 FROM tick_stream;
CREATE VIEW sealed_segment AS
  SELECT b.stream, t.name, t.pair, b.hour, b.first_seq, b.last_seq, b.head_before, b.head_after, b.root, b.file_sha256, b.bytes, b.tops
  FROM tick_blob b JOIN tick_stream t ON t.stream = b.stream;
CREATE VIEW incident_record AS SELECT stream, pair, kind, from_at, to_at, cause FROM feed_incident;

-- trading: what the engine has committed.
CREATE VIEW committed_batch AS SELECT shard, no, epoch, at, exposure, hash, prev, facts FROM batch;
CREATE VIEW committed_shard AS SELECT shard, last_batch FROM shard_lease;
CREATE VIEW committed_stream AS SELECT shard, stream, seen_seq FROM engine_stream;
CREATE VIEW committed_rules AS SELECT hash, body FROM rules_document;
CREATE VIEW committed_prediction AS
  SELECT p.id, p.realm, p.user_id, p.pair_id, p.stream, p.direction, p.stake, p.payout_bps, p.duration_ms, p.state, p.admitted_at, p.k_adm,
    p.h_adm, p.salt, p.rules_hash, p.shard, p.batch, p.entry_seq, p.entry_records, p.expires_at, p.settled_at,
    s.outcome, s.void_reason, s.credit, s.exit_seq, s.exit_records, s.batch AS end_batch, s.sale
  FROM prediction p LEFT JOIN settlement s ON s.prediction_id = p.id AND s.realm = p.realm;
CREATE VIEW committed_market AS
  SELECT id, realm, shard, kind, pair_id, stream, window_sec, starts_at, ends_at, rules_hash, result, won, void_reason, ended_at,
    start_sum, start_first, start_last, end_sum, end_first, end_last, fault_seq
  FROM market;

-- proofs: ranges of ticks that two people found to be wrong.
CREATE VIEW approved_correction AS SELECT no, stream, from_seq, to_seq FROM proof_correction;

-- trading: what was lost, and can still be lost, with stakes after `since` (ms) whose worst cases are given, in 10^-6; negative: won. The id is what
-- became of a stake; null: nobody knows yet. Of a prediction: its stake less what came back; a scheduled entry counts as what it became, and one
-- that ended without a prediction took nothing. Of orders: money they hold, and of each market what was paid there less what came or, while it
-- is open, must at least come back.
CREATE FUNCTION trading_losses(
  of_realm smallint, person uuid, since bigint,
  prediction_ids uuid[], prediction_worst bigint[], order_ids uuid[], order_worst bigint[]
) RETURNS bigint LANGUAGE sql STABLE AS $$
  WITH part AS (
    SELECT f.market_id, f.taker_outcome AS outcome, f.taker_side AS side, f.lots, f.taker_turnover AS turnover, f.fee
    FROM fill f WHERE f.taker_order = ANY(order_ids) AND f.realm = of_realm
    UNION ALL
    SELECT f.market_id, f.maker_outcome, f.maker_side, f.lots, f.maker_turnover, 0
    FROM fill f WHERE f.maker_order = ANY(order_ids) AND f.realm = of_realm AND f.maker_user = person AND f.at > since
  ), sums AS (
    SELECT market_id, sum(CASE side WHEN 'BUY' THEN turnover + fee ELSE fee - turnover END) AS paid,
      sum(CASE WHEN outcome = 0 THEN CASE side WHEN 'BUY' THEN lots ELSE -lots END ELSE 0 END) AS first,
      sum(CASE WHEN outcome = 1 THEN CASE side WHEN 'BUY' THEN lots ELSE -lots END ELSE 0 END) AS second
    FROM part GROUP BY market_id
  )
  SELECT (
    (SELECT coalesce(sum(CASE
        WHEN e.ended_at IS NOT NULL AND e.prediction_id IS NULL THEN 0
        WHEN t.prediction_id IS NULL THEN s.worst ELSE s.worst - t.credit END), 0)
      FROM (SELECT unnest(prediction_ids), unnest(prediction_worst)) AS s(id, worst)
        LEFT JOIN scheduled_entry e ON e.id = s.id AND e.realm = of_realm
        LEFT JOIN settlement t ON t.prediction_id = coalesce(e.prediction_id, s.id) AND t.realm = of_realm)
    + (SELECT coalesce(sum(CASE WHEN o.id IS NULL THEN s.worst ELSE o.held END), 0)
      FROM (SELECT unnest(order_ids), unnest(order_worst)) AS s(id, worst)
        LEFT JOIN market_order o ON o.id = s.id AND o.realm = of_realm)
    + (SELECT coalesce(sum(paid - CASE
        WHEN m.result IS NULL THEN least(first, second) * 10000
        WHEN m.result = 'WON' THEN CASE m.won WHEN 0 THEN first ELSE second END * 10000
        ELSE (first * coalesce(m.void_value, 500) + second * (1000 - coalesce(m.void_value, 500))) * 10 END), 0)
      FROM sums JOIN market m ON m.id = sums.market_id AND m.realm = of_realm)
  )::bigint
$$;
