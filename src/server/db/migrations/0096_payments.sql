-- Payments between people, what of a balance has been played, and money of one person in the ledger by time.

CREATE TABLE payer (
  user_id  uuid PRIMARY KEY REFERENCES app_user,
  -- By which others pay the person.
  pay_id   text NOT NULL UNIQUE CHECK (pay_id ~ '^[0-9]{10}$'),
  -- Counted stakes that were settled, 10^-6.
  played   bigint NOT NULL DEFAULT 0 CHECK (played >= 0),
  -- Deposits that were lost to the last cent: nothing of them is left to be played, 10^-6.
  lost     bigint NOT NULL DEFAULT 0 CHECK (lost >= 0)
) WITH (fillfactor = 70);

CREATE TABLE payment (
  id       uuid PRIMARY KEY,
  -- Who pays.
  user_id  uuid NOT NULL REFERENCES app_user,
  payee    uuid NOT NULL REFERENCES app_user,
  amount   bigint NOT NULL CHECK (amount > 0),
  -- Sealed with the payer's key.
  note     bytea,
  state    text NOT NULL DEFAULT 'HELD' CHECK (state IN ('HELD', 'DONE', 'RECALLED')),
  made_at  timestamptz NOT NULL,
  -- Until then it may be recalled.
  due_at   timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK (user_id <> payee),
  CHECK ((state = 'HELD') = (ended_at IS NULL))
);
CREATE INDEX payment_of_payer ON payment (user_id, made_at DESC);
CREATE INDEX payment_of_payee ON payment (payee, made_at DESC);

CREATE FUNCTION payment_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'HELD' AND to_jsonb(OLD) - 'note' <> to_jsonb(NEW) - 'note'
    OR to_jsonb(OLD) - ARRAY['state', 'ended_at', 'note'] <> to_jsonb(NEW) - ARRAY['state', 'ended_at', 'note'] THEN
    RAISE EXCEPTION 'a payment is not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_ends BEFORE UPDATE ON payment FOR EACH ROW EXECUTE FUNCTION payment_refuse_change();

-- Money that comes and goes beside trading (codes 180 to 280, but for the bonus of makers), which is most of what is written: only these rows
-- stand in the indexes, so that a batch pays nothing for them.
CREATE INDEX transfer_real_in ON transfer_real (credit_account, journal DESC) WHERE code < 180 OR code = 240 OR code > 280;
CREATE INDEX transfer_real_out ON transfer_real (debit_account, journal DESC) WHERE code < 180 OR code = 240 OR code > 280;
