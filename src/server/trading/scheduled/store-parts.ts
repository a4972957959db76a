import { REALM_NO } from '#domain/realm.ts';
import type { ScheduledEntry, Trigger } from '#domain/trading/scheduled/entry.ts';
import { plainArray, uuidArray } from '../batch/arrays.ts';
import type { BatchEffects } from '../batch/batch-effects.ts';
import { upsert } from '../exchange/store-parts.ts';
import type { Part } from '../batch/store-batch.ts';

/** Entries that began to wait or ended: each as it is after the batch. */
export function scheduledPart({ scheduled, shard, no }: Pick<BatchEffects, 'scheduled' | 'shard' | 'no'>): Part {
  const rows: readonly ScheduledEntry[] = scheduled;
  return upsert({
    letter: 'S',
    name: 'scheduled_rows',
    table: 'scheduled_entry',
    columns: [
      ['id', 'uuid', uuidArray(rows.map((row) => row.id))],
      ['realm', 'smallint', plainArray(rows.map((row) => REALM_NO[row.realm]))],
      ['user_id', 'uuid', uuidArray(rows.map((row) => row.userId))],
      ['pair_id', 'text', plainArray(rows.map((row) => row.pairId))],
      ['stream', 'int', plainArray(rows.map((row) => row.stream))],
      ['direction', 'text', plainArray(rows.map((row) => row.direction))],
      ['stake', 'bigint', plainArray(rows.map((row) => row.stake))],
      ['duration_sec', 'int', plainArray(rows.map((row) => row.durationSec))],
      ['min_payout_bps', 'int', plainArray(rows.map((row) => row.minPayoutBps))],
      ['at', 'bigint', plainArray(rows.map(({ trigger }) => (trigger.kind === 'time' ? trigger.at : null)))],
      ['price', 'bigint', plainArray(rows.map(({ trigger }) => priceOf(trigger)?.price ?? null))],
      ['crosses', 'text', plainArray(rows.map(({ trigger }) => priceOf(trigger)?.crosses ?? null))],
      ['placed_at', 'bigint', plainArray(rows.map((row) => row.placedAt))],
      ['expires_at', 'bigint', plainArray(rows.map((row) => row.expiresAt))],
      ['k_placed', 'bigint', plainArray(rows.map((row) => row.kPlaced))],
      ['state', 'text', plainArray(rows.map((row) => row.status))],
      ['reason', 'text', plainArray(rows.map((row) => row.reason))],
      ['prediction_id', 'uuid', plainArray(rows.map((row) => row.predictionId))],
      ['mark_seq', 'bigint', plainArray(rows.map(({ mark }) => mark?.seq ?? null))],
      ['mark_t', 'bigint', plainArray(rows.map(({ mark }) => mark?.t ?? null))],
      ['mark_price', 'bigint', plainArray(rows.map(({ mark }) => mark?.price ?? null))],
      ['ended_at', 'bigint', plainArray(rows.map((row) => row.endedAt))],
    ],
    fixed: [
      ['shard', 'smallint', shard],
      ['batch', 'bigint', no],
    ],
    over: {
      key: 'id, realm',
      set: ['state', 'reason', 'prediction_id', 'mark_seq', 'mark_t', 'mark_price', 'ended_at'],
    },
    rows: rows.length,
  });
}

function priceOf(trigger: Trigger): Extract<Trigger, { kind: 'price' }> | null {
  return trigger.kind === 'price' ? trigger : null;
}
