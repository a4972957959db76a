-- Responsible trading (design: domain.md 6, states.md 13): what people have set for themselves. Money in 10^-6, session time in ms.

-- One row a person; it is held while anything of the person is changed.
CREATE TABLE play_control (
  user_id          uuid PRIMARY KEY REFERENCES app_user,
  reality_minutes  smallint CHECK (reality_minutes IN (15, 30, 60)),
  -- When a reality check was last answered.
  reality_seen_at  timestamptz,
  time_out_until   timestamptz,
  excluded_since   timestamptz,
  -- null with excluded_since set: for ever.
  excluded_until   timestamptz,
  -- Asked for after the end; the self-exclusion is lifted then.
  return_at        timestamptz,
  CHECK (excluded_since IS NOT NULL OR (excluded_until IS NULL AND return_at IS NULL)),
  CHECK (return_at IS NULL OR (excluded_until IS NOT NULL AND return_at > excluded_until))
);

CREATE TABLE play_limit (
  user_id     uuid NOT NULL REFERENCES app_user,
  name        text NOT NULL CHECK (name IN ('deposit_day', 'deposit_week', 'deposit_month', 'loss_day', 'loss_week', 'loss_month',
    'stake', 'session')),
  value       bigint NOT NULL CHECK (value > 0),
  -- A higher value (null: none at all) that waits for its second yes between these two.
  raise_value bigint,
  raise_from  timestamptz,
  raise_until timestamptz,
  PRIMARY KEY (user_id, name),
  CHECK ((raise_from IS NULL) = (raise_until IS NULL)),
  CHECK (raise_value IS NULL OR (raise_from IS NOT NULL AND raise_value > value))
);

-- Stretches of play with real money: what session time and reality checks count.
CREATE TABLE play_sitting (
  user_id uuid NOT NULL REFERENCES app_user,
  from_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL CHECK (seen_at >= from_at),
  PRIMARY KEY (user_id, from_at)
);

-- Self-exclusions by the keyed hash of the e-mail: they outlive the account and its erasure, and name nobody.
CREATE TABLE exclusion_record (
  email_blind bytea PRIMARY KEY,
  since       timestamptz NOT NULL,
  -- Nobody registers with this address before; null: for ever.
  free_at     timestamptz
);
