-- A scheduled entry that is taken off for its owner (a time-out or an exclusion began, the account was blocked or closed) says so; one that
-- its owner cancelled has no reason.
ALTER TABLE scheduled_entry DROP CONSTRAINT scheduled_entry_check4;
ALTER TABLE scheduled_entry ADD CONSTRAINT reason_of_end CHECK (
  CASE state
    WHEN 'EXPIRED' THEN reason IS NOT NULL
    WHEN 'REFUSED_AT_TRIGGER' THEN reason IS NOT NULL
    WHEN 'CANCELLED' THEN reason IS NULL OR reason IN ('time_out', 'excluded', 'shut_out')
    ELSE reason IS NULL
  END
);
