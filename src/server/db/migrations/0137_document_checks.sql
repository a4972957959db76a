-- What an outside provider says of documents that were sent for review. It advises: an officer decides.
CREATE TABLE document_check (
  -- Our reference: what the provider is told.
  id         uuid PRIMARY KEY,
  user_id    uuid NOT NULL REFERENCES app_user,
  review     uuid NOT NULL REFERENCES document_review ON DELETE CASCADE,
  provider   text NOT NULL,
  -- The provider's own id of the check; null until it is known.
  theirs     text,
  -- null: it was asked for, and nothing is known yet.
  outcome    text CHECK (outcome IN ('PENDING', 'PASSED', 'RETRY', 'REFUSED', 'UNDECIDED')),
  -- The provider's own time of what is known.
  outcome_at timestamptz,
  begun_at   timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (review, provider)
);
CREATE INDEX document_check_theirs ON document_check (theirs);
