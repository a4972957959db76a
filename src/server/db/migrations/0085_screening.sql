-- Screening of legal names: versions of sanctions lists, what was screened against which, and the cases that came of it.

-- version: counts changes of the name, the birth date and the country. screened_with: the list of the last screening.
ALTER TABLE legal_name ADD COLUMN version integer NOT NULL DEFAULT 1, ADD COLUMN screened_with bigint;
-- Nobody was screened yet: who waits gives their birth date too.
UPDATE legal_name SET status = 'PENDING_NAME' WHERE status = 'PENDING_APPROVE';

CREATE TABLE sanctions_list (
  no       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name     text NOT NULL,
  sha256   bytea NOT NULL CHECK (octet_length(sha256) = 32),
  entries  integer NOT NULL CHECK (entries > 0),
  added_at timestamptz NOT NULL
);
-- An entry of a list, by the digest of all that it says.
CREATE TABLE sanctions_entry (
  digest   bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
  entry_id text NOT NULL,
  body     jsonb NOT NULL
);
CREATE TABLE sanctions_list_entry (
  list_no bigint NOT NULL REFERENCES sanctions_list,
  digest  bytea NOT NULL REFERENCES sanctions_entry,
  PRIMARY KEY (list_no, digest)
);

-- One screening of all people. threshold: of the matcher; shadow: it opened no case.
CREATE TABLE screening_sheet (
  id         uuid PRIMARY KEY,
  list_no    bigint NOT NULL REFERENCES sanctions_list,
  threshold  real NOT NULL,
  shadow     boolean NOT NULL,
  begun_at   timestamptz NOT NULL,
  ended_at   timestamptz,
  -- The last person who was screened: it goes on behind them.
  after_user uuid,
  screened   integer NOT NULL DEFAULT 0,
  hits       integer NOT NULL DEFAULT 0
);

CREATE TABLE verification_case (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES app_user,
  opened_at     timestamptz NOT NULL,
  due_at        timestamptz NOT NULL,
  owner         uuid REFERENCES app_user,
  escalated_at  timestamptz,
  snoozed_until timestamptz,
  -- Sealed with the key of the person.
  snooze_reason bytea,
  outcome       text CHECK (outcome IN ('cleared', 'confirmed', 'not_enough')),
  reason        bytea,
  ended_at      timestamptz,
  CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX verification_case_open ON verification_case (user_id) WHERE ended_at IS NULL;
CREATE INDEX verification_case_due ON verification_case (due_at, id) WHERE ended_at IS NULL;

CREATE TABLE case_hit (
  case_id      uuid NOT NULL REFERENCES verification_case ON DELETE CASCADE,
  user_id      uuid NOT NULL REFERENCES app_user,
  digest       bytea NOT NULL REFERENCES sanctions_entry,
  entry_id     text NOT NULL,
  list_no      bigint NOT NULL REFERENCES sanctions_list,
  name_version integer NOT NULL,
  score        real NOT NULL,
  -- What the score is made of, JSON, sealed with the key of the person.
  features     bytea NOT NULL,
  found_at     timestamptz NOT NULL,
  PRIMARY KEY (case_id, digest, name_version)
);

-- Somebody looked at a hit, and it is another person. It holds until the entry or the person's name changes.
CREATE TABLE cleared_hit (
  user_id      uuid NOT NULL REFERENCES app_user,
  digest       bytea NOT NULL REFERENCES sanctions_entry,
  name_version integer NOT NULL,
  case_id      uuid NOT NULL,
  cleared_at   timestamptz NOT NULL,
  PRIMARY KEY (user_id, digest, name_version)
);
