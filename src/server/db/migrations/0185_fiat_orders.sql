-- Deposits of fiat money: orders at on-ramps.

CREATE TABLE fiat_order (
  id          uuid PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES app_user,
  provider    text NOT NULL,
  -- Of the offer: what it is paid with, and who is behind it where the provider is one of many.
  method      text NOT NULL,
  fiat        text NOT NULL CHECK (fiat ~ '^[A-Z]{3}$'),
  -- Hundredths of the currency: what is paid, and the fee in it.
  amount      bigint NOT NULL CHECK (amount > 0),
  fee         bigint NOT NULL CHECK (fee >= 0),
  -- 10^-6: what the offer brings.
  receive     bigint NOT NULL CHECK (receive > 0),
  -- The offer was a firm one.
  is_firm     boolean NOT NULL,
  state       text NOT NULL CHECK (state IN ('CREATED', 'PENDING', 'EXPIRED', 'FAILED', 'REVIEW', 'CREDITED', 'REFUNDED', 'KEPT', 'CHARGEBACK', 'WON', 'LOST')),
  -- Why people decide, or did.
  reason      text CHECK (reason IN ('late', 'amount', 'currency', 'rate', 'unsaid', 'over_limit', 'excluded', 'account', 'provider')),
  -- The provider's own id, and its page.
  theirs      text,
  url         text,
  -- What the provider says was paid, and what that brings.
  paid_fiat   text,
  paid        bigint,
  brings      bigint CHECK (brings >= 0),
  -- 10^-6: what became theirs, what is held for people to decide, and what a chargeback left owed to us.
  credited    bigint NOT NULL DEFAULT 0 CHECK (credited >= 0),
  held        bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  owed        bigint NOT NULL DEFAULT 0 CHECK (owed >= 0 AND owed <= credited),
  -- Who of the staff works on it.
  owner       uuid REFERENCES app_user,
  made_at     timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  changed_at  timestamptz NOT NULL,
  credited_at timestamptz,
  -- When the provider was asked last.
  looked_at   timestamptz,
  CHECK (state <> 'REVIEW' OR reason IS NOT NULL),
  CHECK ((credited > 0) = (credited_at IS NOT NULL))
);
CREATE INDEX fiat_order_of ON fiat_order (user_id, id DESC);
CREATE INDEX fiat_order_credited ON fiat_order (user_id, credited_at) WHERE credited_at IS NOT NULL;
-- One open order of a person for an offer.
CREATE UNIQUE INDEX fiat_order_open ON fiat_order (user_id, provider, method) WHERE state IN ('CREATED', 'PENDING');
CREATE INDEX fiat_order_due ON fiat_order (expires_at) WHERE state IN ('CREATED', 'PENDING');
CREATE INDEX fiat_order_decided ON fiat_order (id) WHERE reason IS NOT NULL;
CREATE INDEX fiat_order_state ON fiat_order (state, id);
CREATE INDEX fiat_order_of_provider ON fiat_order (provider, changed_at);

-- What was heard of an order and what followed, in its order. Nothing of it is changed.
CREATE TABLE fiat_news (
  no        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id  uuid NOT NULL REFERENCES fiat_order,
  user_id   uuid NOT NULL REFERENCES app_user,
  at        timestamptz NOT NULL,
  source    text NOT NULL CHECK (source IN ('person', 'provider', 'clock', 'staff')),
  -- The provider's word, where it was the provider.
  status    text,
  state     text NOT NULL,
  paid_fiat text,
  paid      bigint,
  brings    bigint
);
CREATE INDEX fiat_news_of ON fiat_news (order_id, no);
CREATE FUNCTION fiat_news_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was heard of an order is not changed';
END $$;
CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON fiat_news FOR EACH ROW EXECUTE FUNCTION fiat_news_refuse_change();

-- What the simulator of a sandbox pretends: its side of an order.
CREATE TABLE fiat_simulated (
  reference uuid PRIMARY KEY,
  -- Of its page.
  token     text NOT NULL UNIQUE,
  method    text NOT NULL,
  fiat      text NOT NULL,
  amount    bigint NOT NULL,
  receive   bigint NOT NULL,
  back      text NOT NULL,
  status    text NOT NULL,
  paid_fiat text,
  paid      bigint,
  brings    bigint,
  at        timestamptz NOT NULL
);

INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
  (80, 'psp_clearing', 'suspense'),
  (80, 'suspense', 'user_cash'),
  (80, 'suspense', 'psp_clearing'),
  (100, 'psp_clearing', 'user_cash'),
  (100, 'psp_clearing', 'receivable');
