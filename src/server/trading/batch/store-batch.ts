import { toDecimal } from '#domain/money.ts';
import { REALM_NO } from '#domain/realm.ts';
import { INSERT_ANSWERS_SQL } from '#server/idempotency/index.ts';
import { JOURNAL_PARAMS, journalCtes, journalParams } from '#server/ledger/batch.ts';
import { bytesArray, plainArray, textArray, uuidArray } from './arrays.ts';
import type { Cell } from './arrays.ts';
import type { BatchEffects } from './batch-effects.ts';

/** One table's share of the effects statement. */
export interface Part {
  /** Names the part in the name of the prepared statement. */
  readonly letter: string;
  /** WITH members; `first` is the number of the part's first parameter. */
  readonly ctes: (first: number) => string;
  readonly values: readonly Cell[];
  /** What the statement must count, where fewer rows than named would go unnoticed. */
  readonly count: { readonly name: string; readonly sql: string; readonly expected: number } | null;
}

/** The fence: it moves the shard's row from the batch before, under our epoch; and the outbox row. */
export function leasePart(effects: BatchEffects): Part {
  return {
    letter: 'l',
    ctes: (n) => `
  lease AS (
    UPDATE shard_lease SET last_batch = $${n + 1}, last_hash = $${n + 3}, beat = now()
    WHERE shard = $${n} AND epoch = $${n + 2} AND last_batch = $${n + 1} - 1 RETURNING 1
  ),
  outbox AS (
    INSERT INTO batch (shard, no, epoch, hash, prev, at, exposure, facts)
    VALUES ($${n}, $${n + 1}::bigint, $${n + 2}::bigint, $${n + 3}::bytea, $${n + 4}, $${n + 5}, $${n + 6}, $${n + 7})
  )`,
    values: [
      effects.shard,
      effects.no,
      effects.epoch,
      Buffer.from(effects.hash),
      Buffer.from(effects.prev),
      effects.at,
      effects.exposure,
      effects.facts,
    ],
    count: { name: 'lease', sql: '(SELECT count(*)::int FROM lease)', expected: 1 },
  };
}

/** Admitted predictions. */
export function placedPart({ placed, shard, no }: BatchEffects): Part {
  const rows = placed.map((open) => open.prediction);
  const columns: Columns = [
    ['uuid', uuidArray(rows.map((row) => row.id))],
    ['smallint', plainArray(rows.map((row) => REALM_NO[row.realm]))],
    ['uuid', uuidArray(rows.map((row) => row.userId))],
    ['text', plainArray(rows.map((row) => row.pairId))],
    ['int', plainArray(placed.map((open) => open.stream))],
    ['text', plainArray(rows.map((row) => row.direction))],
    ['bigint', plainArray(rows.map((row) => row.stake))],
    ['int', plainArray(rows.map((row) => row.payoutBps))],
    ['int', plainArray(rows.map((row) => row.durationMs))],
    ['bigint', plainArray(rows.map((row) => row.admittedAt))],
    ['bigint', plainArray(rows.map((row) => row.kAdm))],
    ['bytea', bytesArray(rows.map((row) => row.hAdm))],
    ['bytea', bytesArray(rows.map((row) => row.salt))],
    ['bytea', bytesArray(rows.map((row) => row.rulesHash))],
  ];
  return {
    letter: 'p',
    ctes: (n) => `
  placed AS (
    INSERT INTO prediction (id, realm, user_id, pair_id, stream, direction, stake, stake_cash, payout_bps, duration_ms, state,
      admitted_at, k_adm, h_adm, salt, rules_hash, shard, batch)
    SELECT u.id, u.realm, u.user_id, u.pair_id, u.stream, u.direction, u.stake, u.stake, u.payout_bps, u.duration_ms, 'ADMITTED',
      u.admitted_at, u.k_adm, u.h_adm, u.salt, u.rules_hash, $${n + columns.length}::smallint, $${n + columns.length + 1}::bigint
    FROM ${rowsOf(columns, n)}
      AS u(id, realm, user_id, pair_id, stream, direction, stake, payout_bps, duration_ms, admitted_at, k_adm, h_adm, salt, rules_hash)
  )`,
    values: [...valuesOf(columns), shard, no],
    count: null,
  };
}

/** Entries: state and entry of predictions that are ADMITTED; no index is touched. */
export function enteredPart({ entered }: BatchEffects): Part {
  const rows = entered.map((open) => open.prediction);
  const columns: Columns = [
    ['uuid', uuidArray(rows.map((row) => row.id))],
    ['smallint', plainArray(rows.map((row) => REALM_NO[row.realm]))],
    ['bigint', plainArray(rows.map((row) => row.entry?.seq ?? null))],
    ['bigint', plainArray(rows.map((row) => row.entry?.t ?? null))],
    ['bigint', plainArray(rows.map((row) => row.entry?.price ?? null))],
    ['int', plainArray(rows.map((row) => row.entry?.recorded?.row ?? null))],
    ['bigint', plainArray(rows.map((row) => row.entry?.recorded?.ts ?? null))],
    ['bigint', plainArray(rows.map((row) => row.expiresAt))],
    ['bytea', bytesArray(entered.map(entryRecords))],
  ];
  return {
    letter: 'e',
    ctes: (n) => `
  entered AS (
    UPDATE prediction p SET state = 'OPEN', entry_seq = u.seq, entry_t = u.t, entry_price = u.price, entry_row = u.row,
      entry_ts = u.ts, expires_at = u.expires_at, entry_records = u.records
    FROM ${rowsOf(columns, n)} AS u(id, realm, seq, t, price, row, ts, expires_at, records)
    WHERE p.id = u.id AND p.realm = u.realm AND p.state = 'ADMITTED' RETURNING 1
  )`,
    values: valuesOf(columns),
    count: { name: 'entered', sql: '(SELECT count(*)::int FROM entered)', expected: entered.length },
  };
}

/** Ends: only of what is open; the key of the settlement is the second guard. */
export function finishedPart({ finished, shard, no, at }: BatchEffects): Part {
  const rows = finished.map((one) => one.prediction);
  const columns: Columns = [
    ['uuid', uuidArray(rows.map((row) => row.id))],
    ['smallint', plainArray(rows.map((row) => REALM_NO[row.realm]))],
    ['text', plainArray(rows.map((row) => row.status))],
    ['text', plainArray(rows.map((row) => row.outcome))],
    ['text', plainArray(rows.map((row) => row.voidReason))],
    ['bigint', plainArray(rows.map((row) => row.credit))],
    ['bigint', plainArray(rows.map((row) => row.exit?.seq ?? null))],
    ['bigint', plainArray(rows.map((row) => row.exit?.t ?? null))],
    ['bigint', plainArray(rows.map((row) => row.exit?.price ?? null))],
    ['int', plainArray(rows.map((row) => row.exit?.recorded?.row ?? null))],
    ['bigint', plainArray(rows.map((row) => row.exit?.recorded?.ts ?? null))],
    ['bytea', bytesArray(finished.map(exitRecords))],
    ['text', plainArray(finished.map(saleFigures))],
  ];
  return {
    letter: 'f',
    ctes: (n) => `
  ends AS MATERIALIZED (
    SELECT * FROM ${rowsOf(columns, n)}
      AS u(id, realm, state, outcome, void_reason, credit, seq, t, price, row, ts, records, sale)
  ),
  finished AS (
    UPDATE prediction p SET state = u.state, settled_at = $${n + columns.length + 2}::bigint FROM ends u
    WHERE p.id = u.id AND p.realm = u.realm AND p.state IN ('ADMITTED', 'OPEN') RETURNING 1
  ),
  settlement_row AS (
    INSERT INTO settlement (prediction_id, realm, outcome, void_reason, credit, exit_seq, exit_t, exit_price, exit_row, exit_ts,
      exit_records, sale, shard, batch)
    SELECT u.id, u.realm, u.outcome, u.void_reason, u.credit, u.seq, u.t, u.price, u.row, u.ts, u.records, u.sale::jsonb,
      $${n + columns.length}::smallint, $${n + columns.length + 1}::bigint
    FROM ends u
  )`,
    values: [...valuesOf(columns), shard, no, at],
    count: { name: 'finished', sql: '(SELECT count(*)::int FROM finished)', expected: finished.length },
  };
}

/** How far the batch has used each stream. */
export function marksPart({ marks, shard }: BatchEffects): Part {
  const columns: Columns = [
    ['int', plainArray(marks.map((mark) => mark.stream))],
    ['bigint', plainArray(marks.map((mark) => mark.applied))],
    ['bigint', plainArray(marks.map((mark) => mark.seen.seq))],
    ['bytea', bytesArray(marks.map((mark) => mark.seen.head))],
  ];
  return {
    letter: 'm',
    ctes: (n) => `
  marks AS (
    INSERT INTO engine_stream (shard, stream, applied_seq, seen_seq, seen_head)
    SELECT $${n + columns.length}::smallint, u.stream, u.applied, u.seq, u.head
    FROM ${rowsOf(columns, n)} AS u(stream, applied, seq, head)
    ON CONFLICT (shard, stream) DO UPDATE
      SET applied_seq = excluded.applied_seq, seen_seq = excluded.seen_seq, seen_head = excluded.seen_head
  )`,
    values: [...valuesOf(columns), shard],
    count: null,
  };
}

/** Answers under their Idempotency-Key. */
export function answersPart({ answers, shard, no }: BatchEffects): Part {
  const columns: Columns = [
    ['uuid', uuidArray(answers.map((answer) => answer.userId))],
    ['text', plainArray(answers.map((answer) => answer.route))],
    ['text', textArray(answers.map((answer) => answer.key))],
    ['text', textArray(answers.map((answer) => answer.bodyHash))],
    ['smallint', plainArray(answers.map((answer) => answer.status))],
    ['text', textArray(answers.map((answer) => answer.body))],
  ];
  return {
    letter: 'a',
    ctes: (n) => `
  answers AS (
    ${INSERT_ANSWERS_SQL}
    SELECT u.user_id, u.route, u.key, u.body_hash, u.status, u.body, $${n + columns.length}::smallint, $${n + columns.length + 1}::bigint
    FROM ${rowsOf(columns, n)} AS u(user_id, route, key, body_hash, status, body)
  )`,
    values: [...valuesOf(columns), shard, no],
    count: null,
  };
}

/** Journals, transfers and balances: the ledger's own members. */
export function ledgerPart({ journals }: BatchEffects): Part {
  const { values, accounts } = journalParams(journals);
  if (values.length !== JOURNAL_PARAMS) throw new Error(`the ledger wants ${JOURNAL_PARAMS} parameters`);
  return {
    letter: 'j',
    ctes: journalCtes,
    values,
    count: { name: 'accounts', sql: '(SELECT accounts FROM ledger_count)', expected: accounts },
  };
}

/** Columns of a part: the type of an element, and the array. */
export type Columns = readonly (readonly [type: string, array: string | Buffer])[];

/**
 * The rows that arrays make side by side, for `FROM … AS u(…)`. As results of a SELECT they are walked as they are; as arguments of an
 * unnest in FROM each would first be copied into a store of its own, which costs a batch more than most of its rows.
 */
export function rowsOf(columns: Columns, first: number): string {
  return `(SELECT ${columns.map(([type], index) => `unnest($${first + index}::${type}[])`).join(', ')})`;
}

export function valuesOf(columns: Columns): readonly Cell[] {
  return columns.map(([, array]) => array);
}

function entryRecords({ entryRecords: records }: BatchEffects['entered'][number]): Uint8Array | null {
  if (records === null) return null;
  return records.before === null ? records.entry : Buffer.concat([records.before, records.entry]);
}

function exitRecords({ finish }: BatchEffects['finished'][number]): Uint8Array | null {
  const { sold } = finish;
  if (sold !== null) return sold.before === null ? sold.tick.record : Buffer.concat([sold.before, sold.tick.record]);
  if (finish.exit === null || finish.after === null) return null;
  return Buffer.concat([finish.exit.record, finish.after.record]);
}

/** The figures of a sale as docs/receipts.md 6.4 has them, a JSON text as an element of an array; null for other ends. */
function saleFigures({ finish: { sold } }: BatchEffects['finished'][number]): string | null {
  if (sold === null) return null;
  const { sale, tick, fair } = sold;
  const figures = {
    t_sell: sale.at * 1_000,
    min_credit: toDecimal(sale.minCredit),
    seq: tick.seq,
    sigma: sale.sigma.toString(),
    fair: toDecimal(fair),
  };
  return `"${JSON.stringify(figures).replaceAll('"', String.raw`\"`)}"`;
}
