import { REASONS, hourProof, segment, signedCorrection, signedHour, signedKeys } from '../documents.ts';
import {
  decimal,
  document,
  hash,
  list,
  micros,
  name,
  nullable,
  object,
  only,
  path,
  record,
  uuid,
  whole,
} from '../shape.ts';
import type { Of, Shape } from '../shape.ts';

/** All versions have these. */
const FIELDS = {
  type: only('round-receipt'),
  result: object({
    v: only(1),
    type: only('round'),
    market: uuid,
    realm: only('real', 'demo'),
    pair: name,
    pair_id: whole,
    scale: whole,
    rules_hash: hash,
    start: micros,
    end: micros,
    window_us: micros,
    a_start: nullable(decimal),
    a_end: nullable(decimal),
    outcome: only('UP', 'DOWN', 'TIE', 'VOID'),
    reason: nullable(only(...REASONS)),
    t: micros,
  }),
  segments: list(segment, 8),
  hours: list(signedHour, 8),
  hour_proofs: list(hourProof, 8),
  rules: document,
  keys: signedKeys,
};
/** The runs of ticks that a receipt can show. */
export const RUNS = ['start', 'end', 'fault'] as const;
export type RunName = (typeof RUNS)[number];
const parts = list(object({ segment: whole, first: whole, recs: list(record, 20_000), nodes: path }), 4);
const twoRuns = list(object({ end: only('start', 'end'), parts }), 2);
const threeRuns = list(object({ end: only(...RUNS), parts }), 3);
const correction = nullable(signedCorrection);
const fourth = object({ v: only(4), ...FIELDS, runs: threeRuns, correction });
/** Receipts that were saved before the result stood in an hour root. */
const third = object({ v: only(3), ...FIELDS, runs: threeRuns, correction });
/** Receipts that were saved before a void round's showed the fault of its prices. */
const second = object({ v: only(2), ...FIELDS, runs: twoRuns, correction });
/** Receipts that were saved before a void round's held its correction. */
const first = object({ v: only(1), ...FIELDS, runs: twoRuns });
/** `sealed`: its result is shown to stand in an hour root. */
export type RoundReceipt = Omit<Of<typeof fourth>, 'v'> & { readonly sealed: boolean };

/** docs/receipts.md 6.5. */
export const roundReceipt: Shape<RoundReceipt> = (value, at) => {
  const { v } = document(value, at);
  if (v === 1) return { ...first(value, at), correction: null, sealed: false };
  if (v === 2) return { ...second(value, at), sealed: false };
  return v === 3 ? { ...third(value, at), sealed: false } : { ...fourth(value, at), sealed: true };
};
