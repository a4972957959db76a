-- What people write under events.

CREATE TABLE event_comment (
  id        uuid PRIMARY KEY,
  event_id  uuid NOT NULL REFERENCES event,
  -- null: whoever wrote it has no account any more.
  user_id   uuid,
  -- What it replies to, which is no reply itself.
  parent    uuid REFERENCES event_comment,
  -- Empty once its writer deleted it.
  text      text NOT NULL CHECK (length(text) <= 1000 AND (text = '') = (state = 'DELETED')),
  -- What tells it from other texts of its writer.
  gist      text NOT NULL,
  -- What its writer held of real money when it was written: [{"market": id of the market, "lots": + of YES, - of NO}].
  holds     jsonb NOT NULL,
  state     text NOT NULL CHECK (state IN ('SHOWN', 'DELETED', 'HIDDEN')),
  pinned    boolean NOT NULL DEFAULT false,
  -- How many of `event_comment_like`, and of `event_comment_report`, it has.
  likes     integer NOT NULL DEFAULT 0 CHECK (likes >= 0),
  reports   integer NOT NULL DEFAULT 0 CHECK (reports >= 0),
  made_at   timestamptz NOT NULL,
  edited_at timestamptz,
  -- Its place among the best: what is pinned stands before all others.
  rank      bigint NOT NULL GENERATED ALWAYS AS (likes + CASE WHEN pinned THEN 1000000000 ELSE 0 END) STORED,
  CHECK (parent IS NULL OR NOT pinned),
  CHECK (parent <> id)
);
CREATE INDEX event_comment_best ON event_comment (event_id, rank DESC, id DESC) WHERE parent IS NULL;
CREATE INDEX event_comment_newest ON event_comment (event_id, id DESC) WHERE parent IS NULL;
CREATE INDEX event_comment_shown ON event_comment (event_id) WHERE state = 'SHOWN';
CREATE INDEX event_comment_replies ON event_comment (parent, id) WHERE parent IS NOT NULL;
CREATE INDEX event_comment_of_user ON event_comment (user_id, id);
CREATE INDEX event_comment_reported ON event_comment (id) WHERE reports > 0 AND state = 'SHOWN';

CREATE TABLE event_comment_like (
  comment uuid NOT NULL REFERENCES event_comment,
  user_id uuid NOT NULL,
  at      timestamptz NOT NULL,
  PRIMARY KEY (comment, user_id)
);
CREATE INDEX event_comment_like_of_user ON event_comment_like (user_id, comment);

CREATE TABLE event_comment_report (
  comment uuid NOT NULL REFERENCES event_comment,
  user_id uuid NOT NULL,
  reason  text NOT NULL CHECK (reason IN ('spam', 'abuse', 'personal', 'misleading', 'other')),
  at      timestamptz NOT NULL,
  -- What was decided since is counted no more.
  open    boolean NOT NULL DEFAULT true,
  PRIMARY KEY (comment, user_id)
);
CREATE INDEX event_comment_report_of_user ON event_comment_report (user_id, comment);

-- Whose comments a person does not want to see. `id`: what it is taken back by, for nobody learns the id of another person.
CREATE TABLE comment_mute (
  id      uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  muted   uuid NOT NULL,
  at      timestamptz NOT NULL,
  UNIQUE (user_id, muted),
  CHECK (user_id <> muted)
);

-- Both also go with accounts: the numbers follow wherever they do.
CREATE FUNCTION event_comment_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  one uuid := CASE WHEN TG_OP = 'DELETE' THEN OLD.comment ELSE NEW.comment END;
BEGIN
  IF TG_TABLE_NAME = 'event_comment_like' THEN
    UPDATE event_comment SET likes = likes + CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END WHERE id = one;
  ELSE
    UPDATE event_comment SET reports = (SELECT count(*) FROM event_comment_report r WHERE r.comment = one AND r.open) WHERE id = one;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_comment_count AFTER INSERT OR DELETE ON event_comment_like FOR EACH ROW EXECUTE FUNCTION event_comment_count();
CREATE TRIGGER event_comment_count AFTER INSERT OR DELETE OR UPDATE ON event_comment_report FOR EACH ROW EXECUTE FUNCTION event_comment_count();
