import assert from 'node:assert/strict';
import { effectsOf } from '#domain/ledger/journal.ts';
import type { Journal, Transfer } from '#domain/ledger/journal.ts';
import { REALM_NO } from '#domain/realm.ts';

/**
 * The ledger's part of a batch, for a writer that puts all effects of a batch into one statement of its own.
 *
 * Statement 1 (`LOCK_ACCOUNTS_SQL`, may be joined with a fence) locks every account the batch can touch, in id order.
 * Statement 2 is the writer's `WITH …` list; `journalCtes(n)` gives the ledger's members of that list, `journalParams(journals)` their
 * values from $n on (`JOURNAL_PARAMS` of them). Its final SELECT must return `(SELECT accounts FROM ledger_count)` and the writer must
 * compare it with `journalParams(…).accounts`: fewer means that an account named does not exist, and the batch must roll back.
 */

/**
 * $1: account ids (bigint[], duplicates allowed). Locks them in id order and returns `id, debits, credits` (bigint as text).
 * Account ids of a person never change (`openAccounts`, `personAccounts`): a long-lived writer remembers them.
 */
export const LOCK_ACCOUNTS_SQL = `
  SELECT id, debits, credits FROM account WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`;

/** A subquery: the balance on the credit side of the account that a parameter names (`$5`). */
export const balanceSql = (account: string) => `(SELECT credits - debits FROM account WHERE id = ${account})`;

/** How many parameters `journalCtes` uses. */
export const JOURNAL_PARAMS = 12;

/**
 * Text of the WITH members that write journals and transfers and update each account once: `ledger_block`, `ledger_journal`,
 * `ledger_transfer`, `ledger_account`, `ledger_count`. `first` is the number of the first parameter.
 * A repeated natural key fails with unique_violation, an overdraft with check_violation (`no_overdraft`).
 */
export function journalCtes(first: number): string {
  const p = (offset: number) => `$${first + offset}`;
  return `
  ledger_block AS MATERIALIZED (SELECT nextval('ledger_block') << 16 AS base),
  ledger_journal AS (
    INSERT INTO journal (realm, id, kind, ref_type, ref_id)
    SELECT j.realm, b.base + j.no, j.kind, j.ref_type, j.ref_id
    FROM ledger_block b, (SELECT unnest(${p(0)}::smallint[]), unnest(${p(1)}::text[]), unnest(${p(2)}::text[]), unnest(${p(3)}::text[]),
      generate_series(1, cardinality(${p(0)}))) AS j(realm, kind, ref_type, ref_id, no)
  ),
  ledger_transfer AS (
    INSERT INTO transfer (realm, journal, id, code, asset, debit_account, credit_account, amount)
    SELECT (t.debit >> 56)::smallint, b.base + t.journal_no, b.base + t.no, t.code, ((t.debit >> 48) & 255)::smallint,
      t.debit, t.credit, t.amount
    FROM ledger_block b,
      (SELECT unnest(${p(4)}::int[]), unnest(${p(5)}::smallint[]), unnest(${p(6)}::bigint[]), unnest(${p(7)}::bigint[]),
        unnest(${p(8)}::bigint[]), generate_series(1, cardinality(${p(4)}))) AS t(journal_no, code, debit, credit, amount, no)
  ),
  ledger_account AS (
    UPDATE account a SET debits = a.debits + e.debits, credits = a.credits + e.credits
    FROM (SELECT unnest(${p(9)}::bigint[]), unnest(${p(10)}::bigint[]), unnest(${p(11)}::bigint[])) AS e(id, debits, credits)
    WHERE a.id = e.id RETURNING a.id, a.credits - a.debits AS balance
  ),
  ledger_count AS (SELECT count(*)::int AS accounts FROM ledger_account)`;
}

/** Beside `journalCtes`: the balances that the journals left, as one text of `id balance` pairs with commas between them, 10^-6. */
export const BALANCES_LEFT_SQL = `(SELECT string_agg(id || ' ' || balance, ',') FROM ledger_account)`;

/** What `journalCtes` needs for some journals, and how many accounts the statement must report back. */
export interface JournalParams {
  /** Array literals, `JOURNAL_PARAMS` of them: the driver sends them as they are, which costs a third of its own array encoding. */
  readonly values: readonly string[];
  readonly accounts: number;
}

/** Ids of one write are numbered below the block: 16 bits. */
const BLOCK_ROWS = 65_535;

/** Turns journals into the parameters of `journalCtes`; each account appears once, in id order. Throws beyond 65,535 transfers. */
export function journalParams(journals: readonly Journal[]): JournalParams {
  const realms: number[] = [];
  const kinds: string[] = [];
  const refTypes: string[] = [];
  const refIds: string[] = [];
  const journalNos: number[] = [];
  const transfers: Transfer[] = [];
  for (const journal of journals) {
    realms.push(REALM_NO[journal.realm]);
    kinds.push(quoted(journal.kind));
    refTypes.push(quoted(journal.refType));
    refIds.push(quoted(journal.refId));
    for (const transfer of journal.transfers) {
      journalNos.push(realms.length);
      transfers.push(transfer);
    }
  }
  assert(transfers.length <= BLOCK_ROWS, `${transfers.length} transfers in one write`);
  const effects = effectsOf(transfers);
  const lists: readonly (readonly (string | number | bigint)[])[] = [
    realms,
    kinds,
    refTypes,
    refIds,
    journalNos,
    transfers.map((transfer) => transfer.code),
    transfers.map((transfer) => transfer.debit),
    transfers.map((transfer) => transfer.credit),
    transfers.map((transfer) => transfer.amount),
    effects.map((effect) => effect.id),
    effects.map((effect) => effect.debits),
    effects.map((effect) => effect.credits),
  ];
  return { values: lists.map((list) => `{${list.join(',')}}`), accounts: effects.length };
}

/** One element of an array literal. */
function quoted(text: string): string {
  return `"${/["\\]/.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;
}
