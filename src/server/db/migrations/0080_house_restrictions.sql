-- What the house keeps a person from: play with real money (`play`), or money that leaves (`payouts`). The newest row of a person and a kind
-- holds. Both only grow: what was decided stays; why stands in the audit log.
CREATE TABLE house_restriction (
  no      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  what    text NOT NULL CHECK (what IN ('play', 'payouts')),
  holds   boolean NOT NULL,
  set_at  timestamptz NOT NULL
);
CREATE INDEX house_restriction_of_user ON house_restriction (user_id, what, no DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON house_restriction FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON house_restriction FROM PUBLIC, CURRENT_USER;
