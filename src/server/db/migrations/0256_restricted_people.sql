-- Who may not trade an event: kinds of people in the words of its editors. The last version counts; an empty one names nobody.
CREATE TABLE event_barred_kinds (
  event_id uuid NOT NULL REFERENCES event,
  version  integer NOT NULL CHECK (version > 0),
  kinds    text[] NOT NULL CHECK (cardinality(kinds) <= 20),
  at       bigint NOT NULL,
  PRIMARY KEY (event_id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_barred_kinds FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON event_barred_kinds FROM PUBLIC, CURRENT_USER;

-- A person has said that they are none of them. `rules_hash`: of the rules of the market that they were about to trade.
CREATE TABLE event_attestation (
  event_id   uuid NOT NULL REFERENCES event,
  user_id    uuid NOT NULL,
  -- Of the kinds that were read.
  version    integer NOT NULL,
  rules_hash bytea NOT NULL CHECK (octet_length(rules_hash) = 32),
  at         bigint NOT NULL,
  PRIMARY KEY (event_id, user_id, version)
);
CREATE INDEX event_attestation_of_user ON event_attestation (user_id);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON event_attestation FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON event_attestation FROM PUBLIC, CURRENT_USER;

-- People who may not trade an event by name. Who let them trade again is in the audit log.
CREATE TABLE event_barred_person (
  event_id uuid NOT NULL REFERENCES event,
  user_id  uuid NOT NULL,
  reason   text NOT NULL,
  at       bigint NOT NULL,
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX event_barred_person_of_user ON event_barred_person (user_id);

-- For the engine, beside `listed_book`: of books of real money alone. `version`: of the kinds that whoever orders must have spoken to; null: of none.
CREATE VIEW book_guard AS
  SELECT b.id, k.version, coalesce(p.people, '{}') AS people
  FROM event_book b JOIN event_market m ON m.id = b.market_id
  LEFT JOIN LATERAL (SELECT CASE WHEN cardinality(l.kinds) > 0 THEN l.version END AS version FROM event_barred_kinds l
    WHERE l.event_id = m.event_id ORDER BY l.version DESC LIMIT 1) k ON true
  LEFT JOIN LATERAL (SELECT array_agg(r.user_id) AS people FROM event_barred_person r WHERE r.event_id = m.event_id) p ON true
  WHERE b.realm = 1;
CREATE VIEW book_attested AS
  SELECT b.id, a.version, a.user_id FROM event_book b JOIN event_market m ON m.id = b.market_id
  JOIN event_attestation a ON a.event_id = m.event_id WHERE b.realm = 1;
