-- Moves of full sets of an event whose outcomes are linked: one YES of every outcome made for 1.00 or given back, and NO of one turned into YES
-- of the others, or back. Past the books, so that no fill tells of them.
CREATE TABLE set_move (
  id        uuid NOT NULL,
  realm     smallint NOT NULL,
  user_id   uuid NOT NULL,
  linked_to uuid NOT NULL,
  -- Of the book by which it was asked for; where NO is turned, the one whose NO it is.
  market_id uuid NOT NULL,
  move      text NOT NULL CHECK (move IN ('mint', 'melt', 'to_yes', 'to_no')),
  lots      bigint NOT NULL CHECK (lots > 0),
  -- 10^-6; negative: what it brought.
  paid      bigint NOT NULL,
  at        bigint NOT NULL,
  shard     smallint NOT NULL,
  batch     bigint NOT NULL,
  PRIMARY KEY (id, realm)
) PARTITION BY LIST (realm);
CREATE TABLE set_move_real PARTITION OF set_move FOR VALUES IN (1);
CREATE TABLE set_move_demo PARTITION OF set_move FOR VALUES IN (2);
CREATE INDEX set_move_of_user ON set_move (user_id, id);

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['set_move', 'set_move_real', 'set_move_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;
