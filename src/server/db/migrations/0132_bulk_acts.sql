-- One act of staff on many people: tried on each, with what it did rolled back, and then done on each in a transaction of its own.

CREATE TABLE bulk_act (
  id        uuid PRIMARY KEY,
  -- An act of the desk of people.
  act       text NOT NULL,
  fields    jsonb NOT NULL,
  -- Why, and from which address: with the key of who asked for it.
  sealed    bytea NOT NULL,
  -- The saved view that it was made from; null: people were named one by one.
  view_name text,
  asked_by  uuid NOT NULL REFERENCES app_user,
  role      text NOT NULL,
  session   uuid NOT NULL,
  state     text NOT NULL CHECK (state IN ('TRYING', 'TRIED', 'RUNNING', 'DONE', 'STOPPED')),
  people    integer NOT NULL CHECK (people > 0),
  -- Of two people.
  request   uuid REFERENCES approval_request,
  made_at   timestamptz NOT NULL,
  ended_at  timestamptz
);
CREATE INDEX bulk_act_of ON bulk_act (asked_by);
CREATE INDEX bulk_act_by_state ON bulk_act (state, id DESC);

CREATE TABLE bulk_person (
  bulk       uuid NOT NULL REFERENCES bulk_act,
  no         integer NOT NULL,
  user_id    uuid NOT NULL REFERENCES app_user,
  tried      text CHECK (tried IN ('changes', 'refused', 'failed')),
  tried_says text,
  done       text CHECK (done IN ('done', 'refused', 'failed')),
  done_says  text,
  done_at    timestamptz,
  PRIMARY KEY (bulk, no),
  UNIQUE (bulk, user_id)
);
CREATE INDEX bulk_person_of ON bulk_person (user_id);
