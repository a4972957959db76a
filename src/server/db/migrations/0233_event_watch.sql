-- Events that a person keeps an eye on.

CREATE TABLE event_watch (
  user_id  uuid NOT NULL,
  event_id uuid NOT NULL REFERENCES event,
  at       timestamptz NOT NULL,
  PRIMARY KEY (user_id, event_id)
);
CREATE INDEX event_watch_of_event ON event_watch (event_id);
