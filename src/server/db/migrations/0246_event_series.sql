-- Events that come again and again by a rule (decision 0261). What a series says is never changed: what two people approved is what is made.
CREATE TABLE event_series (
  id            uuid PRIMARY KEY,
  state         text NOT NULL CHECK (state IN ('DRAFT', 'ACTIVE', 'PAUSED', 'ENDED')),
  version       integer NOT NULL DEFAULT 0,
  made_by       uuid NOT NULL,
  made_at       bigint NOT NULL,
  is_sample     boolean NOT NULL DEFAULT false,
  -- Title, texts, terms, tags and translations, with {date} and {time} where those of an event are put.
  template      jsonb NOT NULL,
  rule          text NOT NULL,
  -- The first start by the clocks of the zone.
  first_at      text NOT NULL,
  time_zone     text NOT NULL,
  -- Before the start of an event, ms.
  opens_before  bigint NOT NULL CHECK (opens_before > 0),
  closes_before bigint NOT NULL CHECK (closes_before >= 0 AND closes_before < opens_before),
  most_open     smallint NOT NULL CHECK (most_open BETWEEN 1 AND 20)
);
CREATE INDEX event_series_living ON event_series (id) WHERE state = 'ACTIVE';

CREATE TABLE event_series_move (
  series_id uuid NOT NULL REFERENCES event_series,
  version   integer NOT NULL,
  move      text NOT NULL,
  to_state  text NOT NULL,
  -- Who made it.
  staff_id  uuid NOT NULL,
  at        bigint NOT NULL,
  reason    text NOT NULL,
  PRIMARY KEY (series_id, version)
);

-- What was made of each start: one event, once.
CREATE TABLE event_series_event (
  series_id uuid NOT NULL REFERENCES event_series,
  starts_at bigint NOT NULL,
  event_id  uuid NOT NULL UNIQUE,
  PRIMARY KEY (series_id, starts_at)
);

CREATE FUNCTION event_series_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - ARRAY['state', 'version'] <> to_jsonb(NEW) - ARRAY['state', 'version'] THEN
    RAISE EXCEPTION 'what a series says is not changed';
  END IF;
  IF OLD.state = 'ENDED' OR NEW.state = 'DRAFT' OR NEW.version <> OLD.version + 1 THEN
    RAISE EXCEPTION 'a series that ended does not go on';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_moves_on BEFORE UPDATE ON event_series FOR EACH ROW EXECUTE FUNCTION event_series_refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON event_series FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['event_series_move', 'event_series_event'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;
