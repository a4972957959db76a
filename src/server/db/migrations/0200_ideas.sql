-- What people would like the product to do.

CREATE TABLE idea (
  id          uuid PRIMARY KEY,
  -- What colleagues call it by.
  number      bigint GENERATED ALWAYS AS IDENTITY (START WITH 101) UNIQUE,
  -- null: whoever had it has no account any more.
  user_id     uuid,
  -- Route code of the language it is written in.
  language    text NOT NULL,
  category    text NOT NULL CHECK (category IN ('myFeedback', 'crypto', 'wallet', 'newPayment', 'tradingConditions', 'webPersonalArea', 'website')),
  title       text NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
  description text NOT NULL CHECK (length(description) BETWEEN 1 AND 2000),
  -- Triples of signs of its title: what ideas like it share with it.
  grams       text[] NOT NULL,
  state       text NOT NULL CHECK (state IN ('PENDING', 'OPEN', 'PLANNED', 'STARTED', 'RELEASED', 'DECLINED', 'MERGED', 'HIDDEN')),
  merged_into uuid REFERENCES idea,
  -- Path, behind the language, of what was released.
  released_at_path text,
  -- How many of `idea_vote` it has.
  votes       integer NOT NULL DEFAULT 0 CHECK (votes >= 0),
  made_at     timestamptz NOT NULL,
  CHECK ((state = 'MERGED') = (merged_into IS NOT NULL)),
  CHECK (merged_into <> id)
);
CREATE INDEX idea_of_user ON idea (user_id, id);
CREATE INDEX idea_by_state ON idea (state, id);
CREATE INDEX idea_by_votes ON idea (votes DESC, id DESC) WHERE state IN ('OPEN', 'PLANNED', 'STARTED', 'RELEASED', 'DECLINED');
CREATE INDEX idea_by_grams ON idea USING gin (grams);

-- One vote of a person for an idea.
CREATE TABLE idea_vote (
  idea    uuid NOT NULL REFERENCES idea,
  user_id uuid NOT NULL,
  at      timestamptz NOT NULL,
  PRIMARY KEY (idea, user_id)
);
CREATE INDEX idea_vote_of_user ON idea_vote (user_id, idea);

-- Votes also go with accounts: the number follows wherever they do.
CREATE FUNCTION idea_votes_follow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE idea SET votes = votes + 1 WHERE id = NEW.idea;
  ELSE
    UPDATE idea SET votes = votes - 1 WHERE id = OLD.idea;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER idea_votes_follow AFTER INSERT OR DELETE ON idea_vote FOR EACH ROW EXECUTE FUNCTION idea_votes_follow();
