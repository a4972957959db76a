-- What people decide of withdrawals, and the policy that has them decide.

-- Revisions and drafts of the policy. The first revision stands in the code (FIRST_PAYOUT_POLICY).
CREATE TABLE payout_policy (
  id           uuid PRIMARY KEY,
  -- null: a draft.
  revision     integer UNIQUE CHECK (revision > 1),
  rules        jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'array'),
  made_by      uuid NOT NULL,
  made_at      timestamptz NOT NULL,
  published_at timestamptz,
  -- The request that two people approved.
  request      uuid,
  CHECK ((revision IS NULL) = (published_at IS NULL)),
  CHECK ((revision IS NULL) = (request IS NULL))
);

CREATE FUNCTION payout_policy_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.revision IS NOT NULL THEN
    RAISE EXCEPTION 'payout_policy is append-only: a revision that was published stays as it is';
  END IF;
  RETURN COALESCE(NEW, OLD);
END $$;
CREATE TRIGGER published_stays BEFORE UPDATE OR DELETE ON payout_policy FOR EACH ROW EXECUTE FUNCTION payout_policy_refuse_change();

-- The revision that decided, and what it looked at. The terms of a withdrawal are never changed, and these are among them.
ALTER TABLE withdrawal ADD COLUMN policy integer NOT NULL DEFAULT 1;
ALTER TABLE withdrawal ADD COLUMN judged jsonb;

-- The queue, by state and by rule; and whoever else was paid at an address.
CREATE INDEX withdrawal_by_state ON withdrawal (state, id);
CREATE INDEX withdrawal_by_rule ON withdrawal (state, rule, id);
CREATE INDEX withdrawal_to ON withdrawal (address, user_id);
CREATE INDEX withdrawal_requested ON withdrawal (requested_at);

CREATE TABLE withdrawal_review (
  withdrawal uuid NOT NULL REFERENCES withdrawal,
  user_id    uuid NOT NULL REFERENCES app_user,
  decision   text NOT NULL CHECK (decision IN ('APPROVED', 'REFUSED')),
  -- What the person is told of a refusal.
  told       text CHECK (length(told) BETWEEN 1 AND 40),
  -- One of staff; null: a request that two people approved, or the shell.
  decided_by uuid,
  decided_at timestamptz NOT NULL,
  -- One that came back from its chain may be looked at again.
  PRIMARY KEY (withdrawal, decided_at),
  CHECK ((decision = 'REFUSED') = (told IS NOT NULL))
);
CREATE FUNCTION withdrawal_review_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawal_review is append-only';
END $$;
CREATE TRIGGER review_stays BEFORE UPDATE OR DELETE ON withdrawal_review FOR EACH ROW EXECUTE FUNCTION withdrawal_review_refuse_change();
