-- What outside providers tell us: each message once, as it came.

CREATE TABLE provider_delivery (
  no          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider    text NOT NULL,
  -- Of the provider.
  event_id    text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 200),
  -- Of ours.
  reference   text NOT NULL CHECK (length(reference) <= 200),
  status      text NOT NULL CHECK (length(status) <= 200),
  -- Our word for the status; null: it has none yet.
  outcome     text,
  -- When it came about, in the provider's words.
  at          timestamptz,
  received_at timestamptz NOT NULL,
  -- Whom it is about.
  user_id     uuid REFERENCES app_user,
  -- Sealed with the person's key.
  body        bytea,
  -- SHA-256 of what came.
  digest      bytea NOT NULL CHECK (length(digest) = 32),
  handled_at  timestamptz,
  UNIQUE (provider, event_id)
);
CREATE INDEX provider_delivery_of_person ON provider_delivery (user_id);
CREATE INDEX provider_delivery_undecided ON provider_delivery (no) WHERE outcome IS NULL;

CREATE FUNCTION provider_delivery_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(OLD) - ARRAY['outcome', 'handled_at', 'body'] <> to_jsonb(NEW) - ARRAY['outcome', 'handled_at', 'body']
    OR OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome THEN
    RAISE EXCEPTION 'a message of a provider is not changed';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_decided BEFORE UPDATE ON provider_delivery FOR EACH ROW EXECUTE FUNCTION provider_delivery_refuse_change();
