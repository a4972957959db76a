import { REALM_NO } from '#domain/realm.ts';
import { bytesArray, plainArray, textArray, uuidArray } from '../batch/arrays.ts';
import type { Cell } from '../batch/arrays.ts';
import type { BatchEffects } from '../batch/batch-effects.ts';
import { drawSalt } from '../predictions/salt.ts';
import { rowsOf, valuesOf } from '../batch/store-batch.ts';
import type { Columns, Part } from '../batch/store-batch.ts';
import { ownerId } from './effects.ts';
import type { ExchangeEffects, MarketRow } from './effects.ts';

type Of = Pick<BatchEffects, 'shard' | 'no'> & { readonly exchange: ExchangeEffects };

/** The exchange's share of the effects statement: a part for each table that the batch writes. */
export function exchangeParts(batch: Of): Part[] {
  const { markets, orders, fills, positions, realised, sets, undone, splits } = batch.exchange;
  return [
    ...(markets.length > 0 ? [marketsPart(batch)] : []),
    ...(orders.length > 0 ? [ordersPart(batch)] : []),
    ...(fills.length > 0 ? [fillsPart(batch)] : []),
    ...(positions.length > 0 ? [positionsPart(batch)] : []),
    ...(realised.length > 0 ? [realisedPart(batch)] : []),
    ...(sets.length > 0 ? [setsPart(batch)] : []),
    ...(undone.length > 0 ? [undonePart(batch)] : []),
    ...(splits.length > 0 ? [splitsPart(batch), grownPart(batch)] : []),
  ];
}

interface Upsert {
  readonly letter: string;
  readonly name: string;
  readonly table: string;
  /** Column of the table, type of an element, array. */
  readonly columns: readonly (readonly [column: string, type: string, array: string | Buffer])[];
  /** The same for each row. */
  readonly fixed: readonly (readonly [column: string, type: string, value: Cell])[];
  /** Key and what is written over on a repeat of it; null: the key is new. */
  readonly over: { readonly key: string; readonly set: readonly string[] } | null;
  readonly rows: number;
}

/** Rows that are new, or written over by their key. */
export function upsert({ letter, name, table, columns, fixed, over, rows }: Upsert): Part {
  const arrays: Columns = columns.map(([, type, array]) => [type, array]);
  const names = columns.map(([column]) => column);
  const all = [...names, ...fixed.map(([column]) => column)].join(', ');
  const conflict =
    over === null
      ? ''
      : `ON CONFLICT (${over.key}) DO UPDATE SET ${over.set.map((column) => `${column} = excluded.${column}`).join(', ')}`;
  return {
    letter,
    ctes: (n) => `
  ${name} AS (
    INSERT INTO ${table} (${all})
    SELECT ${[...names.map((column) => `u.${column}`), ...fixed.map(([, type], index) => `$${n + columns.length + index}::${type}`)].join(', ')}
    FROM ${rowsOf(arrays, n)} AS u(${names.join(', ')})
    ${conflict} RETURNING 1
  )`,
    values: [...valuesOf(arrays), ...fixed.map(([, , value]) => value)],
    count: { name, sql: `(SELECT count(*)::int FROM ${name})`, expected: rows },
  };
}

/** Columns of a market that change. */
const MARKET_LIFE = [
  'state',
  'fills',
  'volume',
  'result',
  'won',
  'void_value',
  'void_reason',
  'start_sum',
  'start_first',
  'start_last',
  'end_sum',
  'end_first',
  'end_last',
  'fault_seq',
  'ended_at',
  'undone_from',
] as const;

function marketsPart({ exchange: { markets, now }, shard, no }: Of): Part {
  const rows = markets.map(({ market }) => market);
  const result = (row: MarketRow) => row.market.result;
  const voided = (row: MarketRow) => (result(row)?.kind === 'VOID' ? result(row) : null);
  // A round that a correction voided keeps the averages that it had: its receipt shows the wrong price in one of them.
  const ends = markets.map(({ verdict }) => (verdict !== null && 'start' in verdict ? verdict : null));
  return upsert({
    letter: 'M',
    name: 'market_rows',
    table: 'market',
    columns: [
      ['id', 'uuid', uuidArray(rows.map((row) => row.id))],
      ['realm', 'smallint', plainArray(rows.map((row) => REALM_NO[row.realm]))],
      ['kind', 'text', plainArray(rows.map((row) => row.kind))],
      ['linked_to', 'uuid', plainArray(rows.map((row) => row.linkedTo))],
      ['first_name', 'text', textArray(rows.map((row) => row.outcomes[0]))],
      ['second_name', 'text', textArray(rows.map((row) => row.outcomes[1]))],
      ['pair_id', 'text', plainArray(rows.map((row) => row.pairId))],
      ['stream', 'int', plainArray(markets.map(({ frame }) => frame.stream))],
      ['window_sec', 'int', plainArray(markets.map(({ frame }) => frame.round?.windowSec ?? null))],
      ['starts_at', 'bigint', plainArray(markets.map(({ frame }) => frame.round?.startMs ?? null))],
      ['opens_at', 'bigint', plainArray(rows.map((row) => row.opensAt))],
      ['cut_off_at', 'bigint', plainArray(rows.map((row) => row.cutOffAt))],
      ['ends_at', 'bigint', plainArray(rows.map((row) => row.endsAt))],
      ['fee_bps', 'int', plainArray(rows.map((row) => row.feeBps))],
      ['rules_hash', 'bytea', bytesArray(markets.map(({ frame }) => frame.rulesHash))],
      ['pool', 'bigint', plainArray(markets.map(({ frame }) => frame.pool))],
      ['fees', 'bigint', plainArray(markets.map(({ frame }) => frame.fees))],
      ['state', 'text', plainArray(rows.map((row) => row.status))],
      ['fills', 'bigint', plainArray(rows.map((row) => row.fills))],
      ['volume', 'bigint', plainArray(rows.map((row) => row.volume))],
      ['result', 'text', plainArray(rows.map((row) => row.result?.kind ?? null))],
      ['won', 'smallint', plainArray(rows.map((row) => (row.result?.kind === 'WON' ? row.result.outcome : null)))],
      ['void_value', 'smallint', plainArray(markets.map((row) => valueOf(result(row))))],
      ['void_reason', 'text', plainArray(markets.map((row) => reasonOf(voided(row))))],
      ['start_sum', 'numeric', plainArray(ends.map((end) => end?.start?.sum ?? null))],
      ['start_first', 'bigint', plainArray(ends.map((end) => end?.start?.firstSeq ?? null))],
      ['start_last', 'bigint', plainArray(ends.map((end) => end?.start?.lastSeq ?? null))],
      ['end_sum', 'numeric', plainArray(ends.map((end) => end?.end?.sum ?? null))],
      ['end_first', 'bigint', plainArray(ends.map((end) => end?.end?.firstSeq ?? null))],
      ['end_last', 'bigint', plainArray(ends.map((end) => end?.end?.lastSeq ?? null))],
      ['fault_seq', 'bigint', plainArray(markets.map(({ verdict }) => faultSeqOf(verdict)))],
      ['ended_at', 'bigint', plainArray(rows.map((row) => (row.result === null ? null : now)))],
      ['undone_from', 'bigint', plainArray(rows.map((row) => row.undoneFrom ?? null))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: {
      key: 'id, realm',
      set: MARKET_LIFE,
    },
    rows: rows.length,
  });
}

type Result = MarketRow['market']['result'];

/** Of a share of the first outcome, where it does not follow from the kind. */
function valueOf(result: Result): number | null {
  return result?.kind === 'VOID' || result?.kind === 'TIE' ? (result.value ?? null) : null;
}

function faultSeqOf(verdict: MarketRow['verdict']): number | null {
  return verdict !== null && 'faultSeq' in verdict ? verdict.faultSeq : null;
}

function reasonOf(result: Result): string | null {
  return result?.kind === 'VOID' ? result.reason : null;
}

function ordersPart({ exchange: { orders }, shard, no }: Of): Part {
  return upsert({
    letter: 'O',
    name: 'order_rows',
    table: 'market_order',
    columns: [
      ['id', 'uuid', uuidArray(orders.map((row) => row.id))],
      ['realm', 'smallint', plainArray(orders.map((row) => REALM_NO[row.realm]))],
      ['user_id', 'uuid', uuidArray(orders.map((row) => row.userId))],
      ['placed_by', 'text', plainArray(orders.map((row) => row.placedBy ?? null))],
      ['market_id', 'uuid', uuidArray(orders.map((row) => row.marketId))],
      ['outcome', 'smallint', plainArray(orders.map((row) => row.outcome))],
      ['side', 'text', plainArray(orders.map((row) => row.side))],
      ['type', 'text', plainArray(orders.map((row) => row.type))],
      ['price', 'smallint', plainArray(orders.map((row) => row.price))],
      ['lots', 'bigint', plainArray(orders.map((row) => row.lots))],
      ['amount', 'bigint', plainArray(orders.map((row) => row.amount))],
      ['time_in_force', 'text', plainArray(orders.map((row) => row.timeInForce))],
      ['post_only', 'boolean', plainArray(orders.map((row) => `${row.postOnly}`))],
      ['expires_at', 'bigint', plainArray(orders.map((row) => row.expiresAt))],
      ['state', 'text', plainArray(orders.map((row) => row.status))],
      ['end_reason', 'text', plainArray(orders.map((row) => row.end))],
      ['filled', 'bigint', plainArray(orders.map((row) => row.filled))],
      ['resting', 'bigint', plainArray(orders.map((row) => row.resting))],
      ['turnover', 'bigint', plainArray(orders.map((row) => row.turnover))],
      ['fee', 'bigint', plainArray(orders.map((row) => row.fee))],
      ['held', 'bigint', plainArray(orders.map((row) => row.held))],
      ['placed_at', 'bigint', plainArray(orders.map((row) => row.placedAt))],
      ['ended_at', 'bigint', plainArray(orders.map((row) => row.endedAt))],
      ['salt', 'bytea', bytesArray(orders.map(() => drawSalt()))],
      ['rank', 'int', plainArray(orders.map((_, index) => index))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: {
      key: 'id, realm',
      set: ['state', 'end_reason', 'filled', 'resting', 'turnover', 'fee', 'held', 'ended_at'],
    },
    rows: orders.length,
  });
}

function fillsPart({ exchange: { fills }, shard, no }: Of): Part {
  return upsert({
    letter: 'F',
    name: 'fill_rows',
    table: 'fill',
    columns: [
      ['id', 'text', textArray(fills.map((row) => row.id))],
      ['realm', 'smallint', plainArray(fills.map((row) => REALM_NO[row.realm]))],
      ['market_id', 'uuid', uuidArray(fills.map((row) => row.marketId))],
      ['no', 'bigint', plainArray(fills.map((row) => row.no))],
      ['kind', 'text', plainArray(fills.map((row) => row.kind))],
      ['price', 'smallint', plainArray(fills.map((row) => row.price))],
      ['lots', 'bigint', plainArray(fills.map((row) => row.lots))],
      // A taker is always somebody's order.
      ['taker_order', 'uuid', plainArray(fills.map(({ taker }) => taker.orderId))],
      ['taker_user', 'uuid', uuidArray(fills.map(({ taker }) => ownerId(taker.userId)))],
      ['taker_outcome', 'smallint', plainArray(fills.map(({ taker }) => taker.outcome))],
      ['taker_side', 'text', plainArray(fills.map(({ taker }) => taker.side))],
      ['taker_turnover', 'bigint', plainArray(fills.map(({ taker }) => taker.turnover))],
      ['fee', 'bigint', plainArray(fills.map(({ taker }) => taker.fee))],
      ['maker_order', 'uuid', plainArray(fills.map(({ maker }) => maker.orderId))],
      ['maker_user', 'uuid', uuidArray(fills.map(({ maker }) => ownerId(maker.userId)))],
      ['maker_outcome', 'smallint', plainArray(fills.map(({ maker }) => maker.outcome))],
      ['maker_side', 'text', plainArray(fills.map(({ maker }) => maker.side))],
      ['maker_turnover', 'bigint', plainArray(fills.map(({ maker }) => maker.turnover))],
      ['rested_ms', 'bigint', plainArray(fills.map((row) => row.restedMs))],
      ['bonus', 'bigint', plainArray(fills.map((row) => row.bonus))],
      ['at', 'bigint', plainArray(fills.map((row) => row.at))],
      ['salt', 'bytea', bytesArray(fills.map(() => drawSalt()))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: null,
    rows: fills.length,
  });
}

function positionsPart({ exchange: { positions }, shard }: Of): Part {
  return upsert({
    letter: 'P',
    name: 'position_rows',
    table: 'position',
    columns: [
      ['market_id', 'uuid', uuidArray(positions.map((row) => row.marketId))],
      ['user_id', 'uuid', uuidArray(positions.map((row) => ownerId(row.userId)))],
      ['realm', 'smallint', plainArray(positions.map((row) => REALM_NO[row.realm]))],
      ['lots', 'bigint', plainArray(positions.map((row) => row.lots))],
      ['reserved', 'bigint', plainArray(positions.map((row) => row.reserved))],
      ['cost', 'bigint', plainArray(positions.map((row) => row.cost))],
      ['gained', 'bigint', plainArray(positions.map((row) => row.gained))],
      ['fees', 'bigint', plainArray(positions.map((row) => row.fees))],
      ['bonus', 'bigint', plainArray(positions.map((row) => row.bonus))],
      ['paid_lots', 'bigint', plainArray(positions.map((row) => row.paidLots ?? null))],
      ['borne', 'bigint', plainArray(positions.map((row) => row.borne ?? null))],
    ],
    fixed: [['shard', 'smallint', shard]],
    over: {
      key: 'market_id, user_id, realm',
      set: ['lots', 'reserved', 'cost', 'gained', 'fees', 'bonus', 'paid_lots', 'borne'],
    },
    rows: positions.length,
  });
}

function setsPart({ exchange: { sets }, shard, no }: Of): Part {
  return upsert({
    letter: 'S',
    name: 'set_rows',
    table: 'set_move',
    columns: [
      ['id', 'uuid', uuidArray(sets.map((row) => row.id))],
      ['realm', 'smallint', plainArray(sets.map((row) => REALM_NO[row.realm]))],
      ['user_id', 'uuid', uuidArray(sets.map((row) => row.userId))],
      ['linked_to', 'uuid', uuidArray(sets.map((row) => row.linkedTo))],
      ['market_id', 'uuid', uuidArray(sets.map((row) => row.marketId))],
      ['move', 'text', plainArray(sets.map((row) => row.move))],
      ['lots', 'bigint', plainArray(sets.map((row) => row.lots))],
      ['paid', 'bigint', plainArray(sets.map((row) => row.paid))],
      ['at', 'bigint', plainArray(sets.map((row) => row.at))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: null,
    rows: sets.length,
  });
}

function splitsPart({ exchange: { splits }, shard, no }: Of): Part {
  return upsert({
    letter: 'L',
    name: 'split_rows',
    table: 'outcome_split',
    columns: [
      ['id', 'uuid', uuidArray(splits.map((row) => row.id))],
      ['realm', 'smallint', plainArray(splits.map((row) => REALM_NO[row.realm]))],
      ['linked_to', 'uuid', uuidArray(splits.map((row) => row.linkedTo))],
      ['market_id', 'uuid', uuidArray(splits.map((row) => row.from))],
      ['at', 'bigint', plainArray(splits.map((row) => row.at))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: null,
    rows: splits.length,
  });
}

function grownPart({ exchange: { splits }, shard, no }: Of): Part {
  const rows = splits.flatMap(({ id, realm, at, grown }) => grown.map((one) => ({ ...one, id, realm, at })));
  return upsert({
    letter: 'G',
    name: 'grown_rows',
    table: 'split_holding',
    columns: [
      ['split_id', 'uuid', uuidArray(rows.map((row) => row.id))],
      ['realm', 'smallint', plainArray(rows.map((row) => REALM_NO[row.realm]))],
      ['market_id', 'uuid', uuidArray(rows.map((row) => row.marketId))],
      ['user_id', 'uuid', uuidArray(rows.map((row) => ownerId(row.userId)))],
      ['lots', 'bigint', plainArray(rows.map((row) => row.lots))],
      ['at', 'bigint', plainArray(rows.map((row) => row.at))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: null,
    rows: rows.length,
  });
}

function undonePart({ exchange: { undone }, shard, no }: Of): Part {
  return upsert({
    letter: 'U',
    name: 'undone_rows',
    table: 'undone_fill',
    columns: [
      ['fill_id', 'text', textArray(undone.map((row) => row.id))],
      ['realm', 'smallint', plainArray(undone.map((row) => REALM_NO[row.realm]))],
      ['market_id', 'uuid', uuidArray(undone.map((row) => row.marketId))],
      ['no', 'bigint', plainArray(undone.map((row) => row.no))],
      ['lots', 'bigint', plainArray(undone.map((row) => row.lots))],
      ['at', 'bigint', plainArray(undone.map((row) => row.at))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: null,
    rows: undone.length,
  });
}

function realisedPart({ exchange: { realised, now }, shard, no }: Of): Part {
  return upsert({
    letter: 'R',
    name: 'realised_rows',
    table: 'realised',
    columns: [
      ['market_id', 'uuid', uuidArray(realised.map((row) => row.marketId))],
      ['user_id', 'uuid', uuidArray(realised.map((row) => ownerId(row.userId)))],
      ['realm', 'smallint', plainArray(realised.map((row) => REALM_NO[row.realm]))],
      ['rank', 'int', plainArray(realised.map((_, index) => index))],
      ['settled', 'boolean', plainArray(realised.map((row) => `${row.settled}`))],
      ['lots', 'bigint', plainArray(realised.map((row) => row.lots))],
      ['cost', 'bigint', plainArray(realised.map((row) => row.cost))],
      ['credit', 'bigint', plainArray(realised.map((row) => row.credit))],
    ],
    fixed: [
      ['batch', 'bigint', no],
      ['at', 'bigint', now],
      ['shard', 'smallint', shard],
    ],
    over: null,
    rows: realised.length,
  });
}
