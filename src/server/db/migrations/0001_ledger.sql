-- The ledger (design: ledger.md 1-3, 7). Money is a bigint of 10^-6 USDT; realm 1 = real, 2 = demo; asset 1 = USDT.

CREATE TABLE account_kind (
  kind    text PRIMARY KEY,
  class   text NOT NULL CHECK (class IN ('A', 'L', 'E', 'I', 'X')),
  normal  text NOT NULL CHECK (normal IN ('D', 'C')),
  guarded boolean NOT NULL,
  UNIQUE (kind, normal, guarded)
);

-- Worlds in which an account of a kind may be opened.
CREATE TABLE account_kind_realm (
  kind  text NOT NULL REFERENCES account_kind,
  realm smallint NOT NULL CHECK (realm IN (1, 2)),
  PRIMARY KEY (kind, realm)
);

CREATE SEQUENCE account_no AS bigint MAXVALUE 281474976710655;
-- One number per write of the door; journals and transfers of that write are numbered from it << 16.
CREATE SEQUENCE ledger_block AS bigint MAXVALUE 140737488355327;

CREATE TABLE account (
  id       bigint PRIMARY KEY,
  realm    smallint NOT NULL,
  asset    smallint NOT NULL,
  kind     text NOT NULL,
  owner_id uuid,
  -- What the chart of accounts has in braces: grant, market, shard/product, provider.
  ref      text NOT NULL DEFAULT '',
  debits   bigint NOT NULL DEFAULT 0 CHECK (debits >= 0),
  credits  bigint NOT NULL DEFAULT 0 CHECK (credits >= 0),
  normal   text NOT NULL,
  guarded  boolean NOT NULL,
  CONSTRAINT no_overdraft CHECK (NOT guarded OR CASE normal WHEN 'C' THEN credits >= debits ELSE debits >= credits END),
  -- Realm and asset in the top bits let one cheap CHECK on transfer keep two worlds apart.
  CONSTRAINT id_says_world CHECK ((id >> 48) = ((realm::bigint << 8) | asset::bigint)),
  CONSTRAINT one_account_each UNIQUE NULLS NOT DISTINCT (owner_id, realm, asset, kind, ref),
  -- An account cannot be opened with another side or guard than its kind has, nor in a world its kind has no place in.
  FOREIGN KEY (kind, normal, guarded) REFERENCES account_kind (kind, normal, guarded),
  FOREIGN KEY (kind, realm) REFERENCES account_kind_realm (kind, realm)
) WITH (fillfactor = 50);

CREATE TABLE journal (
  realm    smallint NOT NULL,
  id       bigint NOT NULL,
  kind     text NOT NULL,
  ref_type text NOT NULL,
  ref_id   text NOT NULL,
  at       timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm, id),
  -- The id first: it differs at once, where the other columns of two journals are the same words.
  CONSTRAINT journal_natural_key UNIQUE (ref_id, ref_type, kind, realm)
) PARTITION BY LIST (realm);
CREATE TABLE journal_real PARTITION OF journal FOR VALUES IN (1);
CREATE TABLE journal_demo PARTITION OF journal FOR VALUES IN (2);

-- No foreign keys to account: they cost 2-4 times a batch; the door counts the accounts it updated instead, and I2 finds orphans.
CREATE TABLE transfer (
  realm          smallint NOT NULL,
  journal        bigint NOT NULL,
  id             bigint NOT NULL,
  code           smallint NOT NULL,
  asset          smallint NOT NULL,
  debit_account  bigint NOT NULL,
  credit_account bigint NOT NULL,
  amount         bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (realm, journal, id),
  CONSTRAINT one_world CHECK (debit_account >> 48 = credit_account >> 48 AND debit_account <> credit_account),
  CONSTRAINT row_says_world CHECK (debit_account >> 48 = ((realm::bigint << 8) | asset::bigint))
) PARTITION BY LIST (realm);
CREATE TABLE transfer_real PARTITION OF transfer FOR VALUES IN (1);
CREATE TABLE transfer_demo PARTITION OF transfer FOR VALUES IN (2);

CREATE TABLE grammar (
  code        smallint NOT NULL,
  debit_kind  text NOT NULL REFERENCES account_kind,
  credit_kind text NOT NULL REFERENCES account_kind,
  PRIMARY KEY (code, debit_kind, credit_kind)
);

-- Append-only: a mistake is fixed by a reversing journal. The trigger holds the owner too, the revoked rights hold everyone else.
CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['journal', 'journal_real', 'journal_demo', 'transfer', 'transfer_real', 'transfer_demo'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
REVOKE DELETE, TRUNCATE ON account FROM PUBLIC, CURRENT_USER;

-- Who an account is stays as it was opened, and its totals only grow. Statement triggers on columns that no writer names and
-- AFTER ROW triggers whose WHEN is false cost a batch nothing; a BEFORE ROW trigger would lock each row a second time.
CREATE FUNCTION ledger_refuse_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on % would rewrite what is written: %', TG_OP, TG_TABLE_NAME, TG_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER identity_is_fixed BEFORE UPDATE OF id, realm, asset, kind, owner_id, ref, normal, guarded ON account
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_rewrite();
CREATE TRIGGER totals_only_grow AFTER UPDATE OF debits, credits ON account
  FOR EACH ROW WHEN (NEW.debits < OLD.debits OR NEW.credits < OLD.credits) EXECUTE FUNCTION ledger_refuse_rewrite();

-- Test builds check the grammar at once: SELECT ledger_check_grammar(true). Elsewhere I4 does it each minute.
CREATE FUNCTION ledger_refuse_flow() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE fault record;
BEGIN
  SELECT t.code, d.kind AS debit, c.kind AS credit INTO fault
  FROM written t
  LEFT JOIN account d ON d.id = t.debit_account
  LEFT JOIN account c ON c.id = t.credit_account
  LEFT JOIN grammar g ON g.code = t.code AND g.debit_kind = d.kind AND g.credit_kind = c.kind
  WHERE g.code IS NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'no such flow in the grammar: % debits %, credits %', fault.code, fault.debit, fault.credit
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION ledger_check_grammar(wanted boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DROP TRIGGER IF EXISTS grammar ON transfer;
  IF wanted THEN
    CREATE TRIGGER grammar AFTER INSERT ON transfer REFERENCING NEW TABLE AS written
      FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_flow();
  END IF;
END $$;

-- Sums of all transfers of journals below `upto`: the check of each minute adds only what came after (server/ledger/seal.ts).
CREATE TABLE ledger_seal (
  account bigint PRIMARY KEY,
  debits  bigint NOT NULL,
  credits bigint NOT NULL
);
CREATE TABLE ledger_seal_mark (
  upto   bigint PRIMARY KEY,
  at     timestamptz NOT NULL DEFAULT now(),
  sealed boolean NOT NULL DEFAULT false
);

INSERT INTO account_kind (kind, class, normal, guarded) VALUES
  ('treasury_deposit', 'A', 'D', true),
  ('treasury_hot', 'A', 'D', true),
  ('treasury_cold', 'A', 'D', true),
  ('treasury_transit', 'A', 'D', true),
  ('psp_clearing', 'A', 'D', false),
  ('bank', 'A', 'D', false),
  ('receivable', 'A', 'D', true),
  ('user_cash', 'L', 'C', true),
  ('user_locked', 'L', 'C', true),
  ('user_bonus', 'L', 'C', true),
  ('user_bonus_locked', 'L', 'C', true),
  ('withdraw_hold', 'L', 'C', true),
  ('suspense', 'L', 'C', true),
  ('market_pool', 'L', 'C', true),
  ('raffle_pool', 'L', 'C', true),
  ('leaderboard_pool', 'L', 'C', true),
  ('referral_payable', 'L', 'C', true),
  ('mm_payable', 'L', 'C', true),
  ('payment_hold', 'L', 'C', true),
  ('market_fees', 'L', 'C', true),
  ('house_maker', 'E', 'C', true),
  ('house_maker_locked', 'E', 'C', true),
  ('house_bank', 'E', 'C', true),
  ('house_pnl', 'I', 'C', false),
  ('fees', 'I', 'C', false),
  ('bonus_expense', 'X', 'D', false),
  ('referral_expense', 'X', 'D', false),
  ('mm_expense', 'X', 'D', false),
  ('prize_expense', 'X', 'D', false),
  ('network_fee', 'X', 'D', false),
  ('psp_fee', 'X', 'D', false),
  ('adjustment', 'X', 'D', false),
  ('fx', 'E', 'C', false),
  ('rounding', 'E', 'C', false),
  ('demo_mint', 'E', 'C', false);

INSERT INTO account_kind_realm (kind, realm) SELECT kind, 1 FROM account_kind WHERE kind <> 'demo_mint';
INSERT INTO account_kind_realm (kind, realm) VALUES
  ('user_cash', 2),
  ('user_locked', 2),
  ('market_pool', 2),
  ('mm_payable', 2),
  ('market_fees', 2),
  ('house_maker', 2),
  ('house_maker_locked', 2),
  ('house_pnl', 2),
  ('fees', 2),
  ('mm_expense', 2),
  ('demo_mint', 2);

INSERT INTO grammar (code, debit_kind, credit_kind) VALUES
  (10, 'treasury_deposit', 'user_cash'),
  (20, 'treasury_deposit', 'fx'),
  (20, 'fx', 'user_cash'),
  (30, 'treasury_deposit', 'suspense'),
  (30, 'suspense', 'user_cash'),
  (40, 'treasury_deposit', 'suspense'),
  (40, 'suspense', 'user_cash'),
  (40, 'suspense', 'treasury_hot'),
  (50, 'treasury_transit', 'treasury_deposit'),
  (50, 'treasury_hot', 'treasury_transit'),
  (50, 'network_fee', 'treasury_hot'),
  (60, 'treasury_transit', 'treasury_hot'),
  (60, 'treasury_cold', 'treasury_transit'),
  (60, 'treasury_transit', 'treasury_cold'),
  (60, 'treasury_hot', 'treasury_transit'),
  (70, 'user_cash', 'treasury_deposit'),
  (70, 'receivable', 'treasury_deposit'),
  (80, 'psp_clearing', 'user_cash'),
  (80, 'psp_fee', 'psp_clearing'),
  (90, 'bank', 'psp_clearing'),
  (100, 'user_cash', 'psp_clearing'),
  (100, 'receivable', 'psp_clearing'),
  (100, 'psp_fee', 'psp_clearing'),
  (110, 'user_cash', 'withdraw_hold'),
  (120, 'withdraw_hold', 'user_cash'),
  (130, 'withdraw_hold', 'treasury_hot'),
  (130, 'withdraw_hold', 'fees'),
  (130, 'network_fee', 'treasury_hot'),
  (140, 'withdraw_hold', 'fx'),
  (140, 'fx', 'treasury_hot'),
  (150, 'withdraw_hold', 'psp_clearing'),
  (150, 'withdraw_hold', 'bank'),
  (170, 'user_cash', 'payment_hold'),
  (170, 'payment_hold', 'user_cash'),
  (180, 'user_cash', 'user_locked'),
  (190, 'user_cash', 'user_locked'),
  (190, 'user_bonus', 'user_bonus_locked'),
  (200, 'user_locked', 'user_cash'),
  (200, 'house_pnl', 'user_cash'),
  (200, 'user_bonus_locked', 'user_bonus'),
  (200, 'house_pnl', 'user_bonus'),
  (201, 'user_locked', 'user_cash'),
  (201, 'house_pnl', 'user_cash'),
  (201, 'user_locked', 'house_pnl'),
  (210, 'user_locked', 'house_pnl'),
  (210, 'user_bonus_locked', 'bonus_expense'),
  (220, 'user_locked', 'user_cash'),
  (220, 'user_bonus_locked', 'user_bonus'),
  (230, 'user_cash', 'user_locked'),
  (230, 'user_locked', 'user_cash'),
  (230, 'house_maker', 'house_maker_locked'),
  (230, 'house_maker_locked', 'house_maker'),
  (240, 'mm_expense', 'mm_payable'),
  (240, 'mm_payable', 'user_cash'),
  (250, 'user_locked', 'market_pool'),
  (250, 'house_maker_locked', 'market_pool'),
  (250, 'user_locked', 'market_fees'),
  (250, 'house_maker_locked', 'market_fees'),
  (250, 'user_cash', 'market_fees'),
  (250, 'house_maker', 'market_fees'),
  (260, 'user_locked', 'user_cash'),
  (260, 'user_locked', 'house_maker'),
  (260, 'house_maker_locked', 'user_cash'),
  (260, 'house_maker_locked', 'house_maker'),
  (260, 'market_pool', 'user_cash'),
  (260, 'market_pool', 'house_maker'),
  (260, 'market_fees', 'user_cash'),
  (260, 'market_fees', 'house_maker'),
  (260, 'user_locked', 'market_fees'),
  (260, 'house_maker_locked', 'market_fees'),
  (260, 'user_cash', 'market_fees'),
  (260, 'house_maker', 'market_fees'),
  (260, 'market_fees', 'fees'),
  (270, 'user_cash', 'market_pool'),
  (270, 'house_maker', 'market_pool'),
  (270, 'receivable', 'market_pool'),
  (270, 'adjustment', 'market_pool'),
  (270, 'market_pool', 'user_cash'),
  (270, 'market_pool', 'house_maker'),
  (280, 'user_cash', 'house_pnl'),
  (280, 'house_pnl', 'user_cash'),
  (290, 'bonus_expense', 'user_bonus'),
  (300, 'user_bonus', 'user_cash'),
  (300, 'user_bonus', 'bonus_expense'),
  (310, 'user_bonus', 'bonus_expense'),
  (310, 'user_bonus_locked', 'bonus_expense'),
  (320, 'prize_expense', 'leaderboard_pool'),
  (320, 'leaderboard_pool', 'user_cash'),
  (330, 'referral_expense', 'referral_payable'),
  (330, 'referral_payable', 'user_cash'),
  (340, 'prize_expense', 'raffle_pool'),
  (340, 'raffle_pool', 'user_cash'),
  (340, 'raffle_pool', 'prize_expense'),
  (350, 'demo_mint', 'user_cash'),
  (350, 'user_cash', 'demo_mint'),
  (370, 'adjustment', 'user_cash'),
  (370, 'user_cash', 'adjustment'),
  (380, 'user_cash', 'suspense'),
  (390, 'bank', 'house_bank'),
  (390, 'treasury_hot', 'house_bank'),
  (390, 'treasury_cold', 'house_bank'),
  (390, 'house_bank', 'bank'),
  (390, 'house_bank', 'treasury_hot'),
  (390, 'house_bank', 'treasury_cold'),
  (400, 'house_pnl', 'house_bank'),
  (400, 'house_bank', 'house_pnl'),
  (420, 'bank', 'user_cash'),
  (420, 'bank', 'house_bank'),
  (430, 'house_bank', 'house_maker'),
  (430, 'demo_mint', 'house_maker'),
  (430, 'house_maker', 'house_bank'),
  (430, 'house_maker', 'demo_mint');

-- The chart and the grammar grow by migrations only. A foreign key reads the chart under a lock that needs the right to update it.
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['account_kind', 'account_kind_realm', 'grammar'] LOOP
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change()', name);
    EXECUTE format('REVOKE DELETE, TRUNCATE ON %I FROM PUBLIC, CURRENT_USER', name);
  END LOOP;
END $$;
REVOKE UPDATE ON grammar FROM PUBLIC, CURRENT_USER;
