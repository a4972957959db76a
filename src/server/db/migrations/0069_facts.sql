-- What the subjects tell each other, recorded in the transaction of the change.

CREATE TABLE fact (
  -- Handed out before the commit: a later one may be seen first.
  no   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The transaction that recorded it: while an older one runs, it is not numbered.
  xid  xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- The order in which followers read; null until it is known.
  seq  bigint UNIQUE,
  kind text NOT NULL,
  at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Ids, amounts and words of a closed set; nothing that names a person.
  body jsonb NOT NULL
);
CREATE INDEX fact_unnumbered ON fact (no) WHERE seq IS NULL;

-- The last number that was given; its row is the lock of whoever gives them.
CREATE TABLE fact_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL
);
INSERT INTO fact_head (seq) VALUES (0);

-- How far each follower has read each source; it moves in the transaction of what the follower did.
CREATE TABLE fact_cursor (
  follower text NOT NULL,
  source   text NOT NULL,
  position bigint NOT NULL,
  PRIMARY KEY (follower, source)
) WITH (fillfactor = 50);

CREATE FUNCTION fact_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('facts', '');
  RETURN NULL;
END $$;
CREATE TRIGGER fact_recorded AFTER INSERT ON fact FOR EACH STATEMENT EXECUTE FUNCTION fact_recorded();
