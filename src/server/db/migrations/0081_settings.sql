-- Numbers that an operator has set (domain/settings). Of a name the newest row whose time has come holds; a later one ends what still waits
-- before it. Nothing is changed or deleted: the rows are the history.
CREATE TABLE setting_version (
  no      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name    text NOT NULL,
  -- Money in 10^-6.
  value   bigint NOT NULL,
  reason  text NOT NULL CHECK (reason <> ''),
  -- Who set it; null: the shell, or a request of two people.
  actor   uuid REFERENCES app_user,
  request uuid REFERENCES approval_request,
  made_at timestamptz NOT NULL,
  from_at timestamptz NOT NULL CHECK (from_at >= made_at)
);
CREATE INDEX setting_version_of_name ON setting_version (name, no DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON setting_version FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON setting_version FROM PUBLIC, CURRENT_USER;

-- What a product or a pair of it takes from people (domain/settings/modes). The newest row of a product and a pair holds; '' is all pairs.
CREATE TABLE product_mode (
  no       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product  text NOT NULL,
  pair     text NOT NULL,
  mode     text NOT NULL CHECK (mode IN ('open', 'cancel-only', 'paused', 'maintenance')),
  reason   text NOT NULL CHECK (reason <> ''),
  actor    uuid REFERENCES app_user,
  made_at  timestamptz NOT NULL,
  -- When it is planned to end; it ends by hand.
  until_at timestamptz CHECK (until_at > made_at)
);
CREATE INDEX product_mode_of ON product_mode (product, pair, no DESC);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON product_mode FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON product_mode FROM PUBLIC, CURRENT_USER;
