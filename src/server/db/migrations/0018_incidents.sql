-- Incidents of the feeds: from when to when a stream gave no price that can be trusted, and why. Times are whole ms since 1970.
CREATE TABLE feed_incident (
  stream  bigint NOT NULL REFERENCES tick_stream,
  pair    text   NOT NULL,
  kind    text   NOT NULL CHECK (kind IN ('live', 'replay', 'simulated')),
  -- Time of the last tick before it.
  from_at bigint NOT NULL,
  -- Null while it lasts.
  to_at   bigint CHECK (to_at >= from_at),
  cause   text   NOT NULL CHECK (cause IN ('stale', 'quorum', 'disagreement', 'clock', 'end_of_file', 'restart')),
  PRIMARY KEY (stream, from_at)
);
CREATE UNIQUE INDEX feed_incident_open ON feed_incident (stream) WHERE to_at IS NULL;
CREATE INDEX feed_incident_by_time ON feed_incident (from_at DESC, stream DESC);

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON feed_incident FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER terms_are_fixed BEFORE UPDATE OF stream, pair, kind, from_at, cause ON feed_incident
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite();
CREATE TRIGGER ended_once AFTER UPDATE OF to_at ON feed_incident
  FOR EACH ROW WHEN (OLD.to_at IS NOT NULL) EXECUTE FUNCTION ledger_refuse_rewrite();
REVOKE DELETE, TRUNCATE ON feed_incident FROM PUBLIC, CURRENT_USER;

-- What an incident cost is counted from the voids of its time: few rows, found by the batches of that time.
CREATE INDEX settlement_void ON settlement (batch) WHERE outcome = 'VOID';
CREATE INDEX batch_by_time ON batch (at);
