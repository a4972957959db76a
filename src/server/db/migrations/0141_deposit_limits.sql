-- Deposits above the limits of their person, and those of a sender whom a list of sanctions names.

ALTER TABLE deposit
  -- 10^-6; what of it is kept apart and cannot be played with.
  ADD COLUMN held bigint NOT NULL DEFAULT 0,
  -- Who sent it; null: it was seen before this was kept.
  ADD COLUMN sender text CHECK (sender ~ '^0x[0-9a-f]{40}$'),
  ADD CONSTRAINT deposit_held CHECK (held BETWEEN 0 AND amount),
  DROP CONSTRAINT deposit_reason_check,
  ADD CONSTRAINT deposit_reason_check
    CHECK (reason IN ('unknown_token', 'excluded', 'account', 'differs', 'reorg', 'over_limit', 'sanctioned'));
