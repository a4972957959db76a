-- What people report of the markets of an event. One of a person and event is open at a time.
CREATE TABLE event_report (
  id         uuid PRIMARY KEY,
  event_id   uuid NOT NULL REFERENCES event,
  -- null: whoever wrote it has no account any more; their words go with it.
  user_id    uuid,
  reason     text NOT NULL CHECK (reason IN ('insider', 'manipulation', 'source', 'other')),
  text       text CHECK (length(text) <= 1000),
  state      text NOT NULL CHECK (state IN ('OPEN', 'LOOKED', 'DISMISSED', 'ACTED')),
  made_at    bigint NOT NULL,
  decided_at bigint,
  CHECK ((state IN ('DISMISSED', 'ACTED')) = (decided_at IS NOT NULL))
);
CREATE UNIQUE INDEX event_report_open ON event_report (user_id, event_id) WHERE state IN ('OPEN', 'LOOKED');
CREATE INDEX event_report_of_user ON event_report (user_id, made_at);
CREATE INDEX event_report_waiting ON event_report (id) WHERE state IN ('OPEN', 'LOOKED');
CREATE INDEX event_report_by_state ON event_report (state, id);
CREATE INDEX event_report_of_event ON event_report (event_id, id);
