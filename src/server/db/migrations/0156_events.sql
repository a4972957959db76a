-- Events that people trade on: what each market asks, its moves, and what its books are to do.
-- realm 1 = real, 2 = demo. Times of markets are ms, as those of their books (0013).

CREATE TABLE event (
  id           uuid PRIMARY KEY,
  category     text NOT NULL CHECK (category IN ('sports', 'politics', 'entertainment', 'crypto', 'economy', 'tech', 'world')),
  -- Where it is found now; addresses that it had before lead on (event_slug).
  slug         text NOT NULL UNIQUE,
  tags         text[] NOT NULL,
  -- Written by the sandbox: trading on it is simulated.
  is_sample    boolean NOT NULL,
  -- Of its title and summary: counts the texts in the language of the rules.
  text_version integer NOT NULL DEFAULT 1,
  made_at      timestamptz NOT NULL
);
CREATE INDEX event_of_category ON event (category, id);
CREATE INDEX event_of_tag ON event USING gin (tags);

CREATE TABLE event_slug (
  slug     text PRIMARY KEY,
  event_id uuid NOT NULL REFERENCES event
);

-- A text is stale where `of_version` is less than that of its event or market.
CREATE TABLE event_text (
  event_id   uuid NOT NULL REFERENCES event,
  language   text NOT NULL,
  title      text NOT NULL,
  summary    text NOT NULL,
  of_version integer NOT NULL,
  PRIMARY KEY (event_id, language)
);

CREATE TABLE event_market (
  id              uuid PRIMARY KEY,
  event_id        uuid NOT NULL REFERENCES event,
  place           smallint NOT NULL,
  state           text NOT NULL CHECK (state IN ('DRAFT', 'REVIEW', 'OPEN', 'PAUSED', 'CLOSED', 'PROPOSED', 'CHALLENGE', 'DISPUTED', 'RESOLVED', 'PAID', 'VOIDED')),
  -- How many moves it has made.
  version         integer NOT NULL DEFAULT 0,
  text_version    integer NOT NULL DEFAULT 1,
  source          text NOT NULL,
  backup_source   text NOT NULL,
  threshold       text NOT NULL,
  if_tied         text NOT NULL,
  if_postponed    text NOT NULL,
  if_cancelled    text NOT NULL,
  time_zone       text NOT NULL,
  cut_off_at      bigint NOT NULL,
  -- From its approval on.
  opens_at        bigint,
  rules_hash      bytea CHECK (octet_length(rules_hash) = 32),
  rules_doc       text,
  -- What is proposed or decided. `void_real`, `void_demo`: what a share of YES pays in each realm, thousandths.
  result          text CHECK (result IN ('WON', 'TIE', 'VOID')),
  won             smallint CHECK (won IN (0, 1)),
  void_real       smallint CHECK (void_real BETWEEN 0 AND 1000),
  void_demo       smallint CHECK (void_demo BETWEEN 0 AND 1000),
  void_reason     text,
  fact_at         bigint,
  challenge_until bigint,
  was_disputed    boolean NOT NULL DEFAULT false,
  -- When the last holder was paid.
  paid_at         bigint,
  -- Of the change of its books that the engine reads next (event_revision).
  revision        bigint NOT NULL DEFAULT 0,
  UNIQUE (event_id, place),
  CHECK ((state IN ('DRAFT', 'REVIEW')) = (opens_at IS NULL)),
  CHECK ((opens_at IS NULL) = (rules_hash IS NULL) AND (rules_hash IS NULL) = (rules_doc IS NULL)),
  CHECK ((state IN ('PROPOSED', 'CHALLENGE', 'DISPUTED', 'RESOLVED', 'PAID', 'VOIDED')) = (result IS NOT NULL)),
  CHECK ((result IS NOT NULL AND result = 'WON') = (won IS NOT NULL)),
  CHECK ((state = 'VOIDED') = (result IS NOT NULL AND result = 'VOID')),
  CHECK ((state = 'VOIDED') = (void_real IS NOT NULL AND void_demo IS NOT NULL AND void_reason IS NOT NULL)),
  CHECK (state <> 'PAID' OR paid_at IS NOT NULL)
);
CREATE INDEX event_market_in_state ON event_market (state, cut_off_at);
CREATE INDEX event_market_revised ON event_market (revision);

CREATE TABLE event_market_text (
  market_id  uuid NOT NULL REFERENCES event_market,
  language   text NOT NULL,
  title   text NOT NULL,
  rules      text NOT NULL,
  of_version integer NOT NULL,
  PRIMARY KEY (market_id, language)
);

-- The book of a market in a realm: its id is that of the exchange's market.
CREATE TABLE event_book (
  id        uuid PRIMARY KEY,
  market_id uuid NOT NULL REFERENCES event_market,
  realm     smallint NOT NULL CHECK (realm IN (1, 2)),
  UNIQUE (market_id, realm)
);

-- Each move of a market, in its order: who, when, why. `staff` and `challenger` are null for the clock and the engine.
CREATE TABLE event_move (
  market_id  uuid NOT NULL REFERENCES event_market,
  version    integer NOT NULL CHECK (version > 0),
  move       text NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  -- Colleagues who made it: of two people or more, all of them.
  staff      uuid[] NOT NULL,
  at         bigint NOT NULL,
  reason     text NOT NULL,
  PRIMARY KEY (market_id, version)
);

-- No foreign key to moves: a check of one locks its row, which nobody may where rows are only appended.
-- What a proposed result is seen by: the page, and SHA-256 of what stood there.
CREATE TABLE event_evidence (
  market_id uuid NOT NULL REFERENCES event_market,
  version   integer NOT NULL,
  url       text NOT NULL,
  sha256    bytea NOT NULL CHECK (octet_length(sha256) = 32),
  outcome   text NOT NULL CHECK (outcome IN ('YES', 'NO', 'TIE')),
  fact_at   bigint NOT NULL,
  PRIMARY KEY (market_id, version)
);

-- A person's word against a proposed result.
CREATE TABLE event_challenge (
  market_id uuid NOT NULL REFERENCES event_market,
  version   integer NOT NULL,
  user_id   uuid NOT NULL REFERENCES app_user,
  text      text NOT NULL,
  at        bigint NOT NULL,
  PRIMARY KEY (market_id, version)
);
CREATE INDEX event_challenge_of_user ON event_challenge (user_id);

-- The last change of a book; its row is the lock of whoever makes one, so that numbers are seen in their order.
CREATE TABLE event_revision (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  no  bigint NOT NULL
);
INSERT INTO event_revision (no) VALUES (0);

CREATE FUNCTION event_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.opens_at IS NOT NULL AND
    to_jsonb(OLD) - ARRAY['state', 'version', 'result', 'won', 'void_real', 'void_demo', 'void_reason', 'fact_at', 'challenge_until', 'was_disputed', 'paid_at', 'revision', 'text_version']
    <> to_jsonb(NEW) - ARRAY['state', 'version', 'result', 'won', 'void_real', 'void_demo', 'void_reason', 'fact_at', 'challenge_until', 'was_disputed', 'paid_at', 'revision', 'text_version'] THEN
    RAISE EXCEPTION 'the terms of a market that was opened are not changed';
  END IF;
  IF OLD.state IN ('RESOLVED', 'PAID', 'VOIDED') AND
    to_jsonb(OLD) - ARRAY['state', 'version', 'paid_at', 'revision', 'text_version'] <> to_jsonb(NEW) - ARRAY['state', 'version', 'paid_at', 'revision', 'text_version'] THEN
    RAISE EXCEPTION 'a market is paid by one result';
  END IF;
  IF (OLD.state IN ('PAID', 'VOIDED') OR (OLD.state = 'RESOLVED' AND NEW.state <> 'PAID')) AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'a market that ended does not go back';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_moves_on BEFORE UPDATE ON event_market FOR EACH ROW EXECUTE FUNCTION event_refuse_change();

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['event_move', 'event_evidence', 'event_book'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
  EXECUTE 'CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON event_market FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()';
  EXECUTE 'REVOKE DELETE, TRUNCATE ON event_market FROM PUBLIC, CURRENT_USER';
END $$;

-- For the engine: the books of opened markets and what is wanted of each.
CREATE VIEW listed_book AS
  SELECT b.id, b.realm, m.opens_at, m.cut_off_at,
    CASE WHEN m.state = 'OPEN' THEN 'open' WHEN m.state = 'PAUSED' THEN 'pause'
      WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED') THEN 'settle' ELSE 'close' END AS wanted,
    CASE WHEN m.state IN ('RESOLVED', 'PAID', 'VOIDED') THEN m.result END AS result,
    CASE WHEN m.state IN ('RESOLVED', 'PAID') THEN m.won END AS won,
    CASE b.realm WHEN 1 THEN m.void_real ELSE m.void_demo END AS void_value, m.void_reason,
    m.rules_hash, m.rules_doc, m.paid_at IS NOT NULL AS paid, m.revision
  FROM event_book b JOIN event_market m ON m.id = b.market_id WHERE m.opens_at IS NOT NULL;

-- Holders of a book with many are paid in parts: what each was paid for (domain/trading/orders/settlement).
ALTER TABLE position ADD COLUMN paid_lots bigint;
