-- What held when an act by two people was asked for: whoever approves sees it beside what holds then.

ALTER TABLE approval_request ADD COLUMN facts jsonb;
