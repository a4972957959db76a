-- Results of events stand in hour roots: what a share of a void one pays is shown with them.
CREATE OR REPLACE VIEW committed_market AS
  SELECT id, realm, shard, kind, pair_id, stream, window_sec, starts_at, ends_at, rules_hash, result, won, void_reason, ended_at,
    start_sum, start_first, start_last, end_sum, end_first, end_last, fault_seq, void_value
  FROM market;
