-- Withdrawals to addresses on a chain, and the wallets from which they are paid.

-- A wallet from which a network is paid. Without one nothing is paid out there.
CREATE TABLE payout_wallet (
  network    text PRIMARY KEY CHECK (length(network) BETWEEN 1 AND 40),
  address    text NOT NULL,
  since      timestamptz NOT NULL,
  -- Why nothing is sent from it for now; null: it pays.
  paused     text
);

CREATE TABLE withdrawal (
  id           uuid PRIMARY KEY,
  user_id      uuid NOT NULL REFERENCES app_user,
  network      text NOT NULL,
  token        text NOT NULL,
  address      text NOT NULL,
  tag          text NOT NULL DEFAULT '',
  -- What arrives, and what the house keeps of it besides, 10^-6.
  amount       bigint NOT NULL CHECK (amount > 0),
  fee          bigint NOT NULL CHECK (fee >= 0),
  -- The rule of the policy that decided, and how many people it takes.
  rule         text NOT NULL,
  people       smallint NOT NULL CHECK (people BETWEEN 0 AND 2),
  state        text NOT NULL CHECK (state IN ('REVIEW', 'APPROVED', 'SIGNED', 'BROADCAST', 'PAID', 'CANCELLED', 'REJECTED')),
  requested_at timestamptz NOT NULL,
  decided_at   timestamptz,
  broadcast_at timestamptz,
  ended_at     timestamptz,
  CHECK ((state IN ('PAID', 'CANCELLED', 'REJECTED')) = (ended_at IS NOT NULL)),
  CHECK ((people > 0) OR state <> 'REVIEW')
);
CREATE INDEX withdrawal_of_person ON withdrawal (user_id, requested_at DESC);
CREATE INDEX withdrawal_open ON withdrawal (network, requested_at) WHERE ended_at IS NULL;

CREATE FUNCTION withdrawal_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR to_jsonb(OLD) - ARRAY['state', 'decided_at', 'broadcast_at', 'ended_at']
    <> to_jsonb(NEW) - ARRAY['state', 'decided_at', 'broadcast_at', 'ended_at'] THEN
    RAISE EXCEPTION 'the terms of a withdrawal are not changed';
  END IF;
  -- Bytes that were signed may be sent by anybody who has them: nothing goes back from there.
  IF OLD.state IN ('SIGNED', 'BROADCAST') AND NEW.state IN ('REVIEW', 'APPROVED', 'CANCELLED', 'REJECTED') THEN
    RAISE EXCEPTION 'a withdrawal that is signed is not taken back';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_moves_on BEFORE UPDATE ON withdrawal FOR EACH ROW EXECUTE FUNCTION withdrawal_refuse_change();
