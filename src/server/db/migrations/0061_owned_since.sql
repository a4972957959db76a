-- Since when the account is its owner's, where somebody else may have opened it: a reset by mail confirmed the address for the first
-- time. What was declared and agreed to before binds nobody.
ALTER TABLE app_user ADD COLUMN owned_since timestamptz;
