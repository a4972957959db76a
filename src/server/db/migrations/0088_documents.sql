-- Documents by which people show who they are. Bytes lie outside (src/server/objects), each under a name and a key of its own.

CREATE TABLE document (
  user_id     uuid NOT NULL REFERENCES app_user,
  name        text NOT NULL CHECK (name IN ('governmentId', 'selfieWithId', 'proofOfResidence', 'complianceVideo')),
  status      text NOT NULL
    CHECK (status IN ('NONE', 'PENDING_DOCUMENT', 'PENDING_APPROVE', 'APPROVED', 'REJECTED', 'APPROVED_REJECTED', 'BLOCKED')),
  is_final    boolean NOT NULL DEFAULT false,
  is_appealed boolean NOT NULL DEFAULT false,
  refused_by  uuid REFERENCES app_user,
  times_back  integer NOT NULL DEFAULT 0 CHECK (times_back >= 0),
  -- Grows with each change: two who change it at once do not overwrite each other.
  version     integer NOT NULL DEFAULT 1,
  -- Of an approved one: the last day on which it counts.
  valid_until date,
  changed_at  timestamptz NOT NULL,
  PRIMARY KEY (user_id, name)
);
CREATE INDEX document_valid_until ON document (valid_until) WHERE status = 'APPROVED';

-- What was sent for review at one time, and what came of it.
CREATE TABLE document_review (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES app_user,
  document    text NOT NULL,
  form        text NOT NULL,
  sent_at     timestamptz NOT NULL,
  -- The review that an appeal asks to be made again: its files are looked at.
  appeal_of   uuid REFERENCES document_review,
  -- How many of the two alarms have gone off.
  alarms      smallint NOT NULL DEFAULT 0 CHECK (alarms BETWEEN 0 AND 2),
  -- Who works on it, so that two officers do not meet.
  taken_by    uuid REFERENCES app_user,
  taken_until timestamptz,
  outcome     text CHECK (outcome IN ('approved', 'retry', 'final', 'dropped')),
  reason      text,
  -- Where on the picture: { file, x, y, width, height } in thousandths of it.
  mark        jsonb,
  decided_at  timestamptz,
  decided_by  uuid REFERENCES app_user,
  CHECK ((outcome IS NULL) = (decided_at IS NULL)),
  CHECK ((outcome IN ('retry', 'final')) = (reason IS NOT NULL) OR outcome IS NULL)
);
CREATE UNIQUE INDEX document_review_open ON document_review (user_id, document) WHERE outcome IS NULL;
CREATE INDEX document_review_queue ON document_review (sent_at, id) WHERE outcome IS NULL;
CREATE INDEX document_review_of ON document_review (user_id, document, sent_at);

CREATE TABLE document_file (
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES app_user,
  document   text NOT NULL,
  side       text NOT NULL CHECK (side IN ('front', 'back')),
  -- As the person's device says: what comes is compared with it.
  size       integer NOT NULL CHECK (size > 0),
  sha256     bytea NOT NULL CHECK (octet_length(sha256) = 32),
  received   integer NOT NULL DEFAULT 0,
  -- OPEN: parts come. WRITING: the object under `object` is being written. READY: it is there. REMOVED: it goes, or is gone.
  state      text NOT NULL DEFAULT 'OPEN' CHECK (state IN ('OPEN', 'WRITING', 'READY', 'REMOVED')),
  -- Key of parts and object, sealed with the key of the person.
  key        bytea NOT NULL,
  object     text UNIQUE,
  media      text,
  width      integer,
  height     integer,
  review     uuid REFERENCES document_review,
  made_at    timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK (received BETWEEN 0 AND size),
  CHECK ((state = 'READY') <= (object IS NOT NULL AND media IS NOT NULL)),
  CHECK ((review IS NOT NULL) <= (state IN ('READY', 'REMOVED')))
);
CREATE UNIQUE INDEX document_file_unsent ON document_file (user_id, document, side)
  WHERE review IS NULL AND state <> 'REMOVED';
CREATE INDEX document_file_review ON document_file (review);
CREATE INDEX document_file_cleaning ON document_file (changed_at) WHERE state = 'REMOVED' OR review IS NULL;

-- What has come of a file so far, sealed with its key. It goes when the file is whole.
CREATE TABLE document_part (
  file   uuid NOT NULL REFERENCES document_file ON DELETE CASCADE,
  at     integer NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (file, at)
);

-- Which of staff looked at what: the person reads it.
CREATE TABLE document_view (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id  uuid NOT NULL REFERENCES app_user,
  document text NOT NULL,
  review   uuid NOT NULL,
  staff    uuid NOT NULL REFERENCES app_user,
  role     text NOT NULL,
  what     text NOT NULL CHECK (what IN ('opened', 'picture', 'approved', 'sent_back', 'refused')),
  at       timestamptz NOT NULL
);
CREATE INDEX document_view_of ON document_view (user_id, at);

-- A court or an inquiry wants what is held of a person: nothing of it is removed.
CREATE TABLE legal_hold (
  user_id uuid PRIMARY KEY REFERENCES app_user,
  set_at  timestamptz NOT NULL,
  set_by  uuid REFERENCES app_user
);
