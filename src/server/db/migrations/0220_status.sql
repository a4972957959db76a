-- What the status page tells: since when the product is watched, what was out, and how long placing took.

CREATE TABLE status_watch (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The first look that saw every part at work, and the last look; ms.
  since   bigint NOT NULL,
  seen_at bigint NOT NULL CHECK (seen_at >= since)
) WITH (fillfactor = 50);

CREATE TABLE status_outage (
  part    text   NOT NULL CHECK (part IN ('site', 'trading', 'prices', 'proofs')),
  -- When the part was last seen at work.
  from_at bigint NOT NULL,
  -- Null while it lasts.
  to_at   bigint CHECK (to_at >= from_at),
  cause   text   NOT NULL CHECK (cause IN ('down', 'away')),
  PRIMARY KEY (part, from_at)
);
CREATE UNIQUE INDEX status_outage_open ON status_outage (part) WHERE to_at IS NULL;
CREATE INDEX status_outage_by_time ON status_outage (from_at DESC);

CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON status_outage FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
CREATE TRIGGER terms_are_fixed BEFORE UPDATE OF part, from_at, cause ON status_outage
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite();
CREATE TRIGGER ended_once AFTER UPDATE OF to_at ON status_outage
  FOR EACH ROW WHEN (OLD.to_at IS NOT NULL) EXECUTE FUNCTION ledger_refuse_rewrite();
REVOKE DELETE, TRUNCATE ON status_outage FROM PUBLIC, CURRENT_USER;

-- How many predictions and orders of a UTC day were placed within so many ms, and not within the next smaller number.
CREATE TABLE placing_speed_day (
  day    date    NOT NULL,
  within integer NOT NULL CHECK (within > 0),
  placed bigint  NOT NULL CHECK (placed > 0),
  PRIMARY KEY (day, within)
) WITH (fillfactor = 50);
