-- What stands in the list `events` of an hour root, for ever: the hash of each rules document, and the result of each round.
CREATE TABLE proof_event (
  hour  bigint NOT NULL,
  place integer NOT NULL,
  -- 'rules/<hash>' or 'round/<market>'.
  name  text NOT NULL UNIQUE,
  doc   text NOT NULL,
  PRIMARY KEY (hour, place)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proof_event FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
