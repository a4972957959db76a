-- People whom prices follow more often than chance allows (R-57), and what the house does about it: a highest stake for what they place
-- from then on. Both only grow: what was seen and what was decided stays.

-- One row a person, realm and UTC day. realm 1 = real, 2 = demo. Means are basis points of the price at the admission, positive where the price
-- went as the person said; `within`: half the width of the interval that holds the true mean in 95 of 100 cases.
CREATE TABLE markout_flag (
  user_id     uuid NOT NULL,
  realm       smallint NOT NULL CHECK (realm IN (1, 2)),
  day         date NOT NULL,
  at          timestamptz NOT NULL,
  -- Predictions whose prices were looked at since the engine began to watch.
  predictions integer NOT NULL CHECK (predictions > 0),
  mean_1s     double precision NOT NULL,
  within_1s   double precision NOT NULL CHECK (within_1s >= 0),
  mean_5s     double precision NOT NULL,
  within_5s   double precision NOT NULL CHECK (within_5s >= 0),
  PRIMARY KEY (user_id, realm, day)
);
CREATE INDEX markout_flag_by_time ON markout_flag (at DESC);

-- The newest row of a person holds. Money in 10^-6.
CREATE TABLE house_limit (
  no      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES app_user,
  -- Highest stake of a quick prediction with real money; null: none from then on.
  value   bigint CHECK (value > 0),
  set_at  timestamptz NOT NULL
);
CREATE INDEX house_limit_of_user ON house_limit (user_id, no DESC);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['markout_flag', 'house_limit'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;
