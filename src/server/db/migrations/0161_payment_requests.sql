-- Payments that somebody asks for: of a person, or of whoever has the link.

CREATE TABLE payment_request (
  id         uuid PRIMARY KEY,
  -- Who asks, and is paid.
  user_id    uuid NOT NULL REFERENCES app_user,
  -- Who is asked; null: whoever has the link.
  asked      uuid REFERENCES app_user,
  -- Parts of one sum that was split have it in common.
  split      uuid,
  amount     bigint NOT NULL CHECK (amount > 0),
  -- Sealed with the key of who asks.
  note       bytea,
  made_at    timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- How it ended without a payment; null: it did not.
  ended      text CHECK (ended IN ('DECLINED', 'CANCELLED')),
  ended_at   timestamptz,
  -- What it was answered with. One that was recalled is no answer, and another may take its place.
  payment    uuid UNIQUE REFERENCES payment,
  CHECK (user_id <> asked),
  CHECK ((ended IS NULL) = (ended_at IS NULL))
);
CREATE INDEX payment_request_of_asker ON payment_request (user_id, id DESC);
CREATE INDEX payment_request_of_asked ON payment_request (asked, id DESC) WHERE asked IS NOT NULL;

CREATE FUNCTION payment_request_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended IS NOT NULL AND to_jsonb(OLD) - 'note' <> to_jsonb(NEW) - 'note'
    OR to_jsonb(OLD) - ARRAY['ended', 'ended_at', 'payment', 'note'] <> to_jsonb(NEW) - ARRAY['ended', 'ended_at', 'payment', 'note'] THEN
    RAISE EXCEPTION 'the terms of a request are not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_ends BEFORE UPDATE ON payment_request FOR EACH ROW EXECUTE FUNCTION payment_request_refuse_change();
