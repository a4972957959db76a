-- What the last check of each invariant of the ledger found, for staff to read.

CREATE TABLE ledger_check (
  invariant text PRIMARY KEY,
  says      text NOT NULL,
  -- Faulty rows.
  found     integer NOT NULL CHECK (found >= 0),
  at        timestamptz NOT NULL,
  -- When every row there is was looked at, not those of the last hour alone.
  all_at    timestamptz,
  -- Since when it has found rows at each check; null: it finds none.
  broken_at timestamptz
);
