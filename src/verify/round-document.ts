import { REASONS, hourProof, segment, signedCorrection, signedHour, signedKeys } from './documents.ts';
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
} from './shape.ts';
import type { Of, Shape } from './shape.ts';

/** Both versions have these. */
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
  runs: list(
    object({
      end: only('start', 'end'),
      parts: list(object({ segment: whole, first: whole, recs: list(record, 20_000), nodes: path }), 4),
    }),
    2,
  ),
  segments: list(segment, 8),
  hours: list(signedHour, 8),
  hour_proofs: list(hourProof, 8),
  rules: document,
  keys: signedKeys,
};
const second = object({ v: only(2), ...FIELDS, correction: nullable(signedCorrection) });
/** Receipts that were saved before a void round's held its correction. */
const first = object({ v: only(1), ...FIELDS });
export type RoundReceipt = Of<typeof second>;

/** docs/receipts.md 6.5. */
export const roundReceipt: Shape<RoundReceipt> = (value, at) =>
  document(value, at)['v'] === 1 ? { ...first(value, at), v: 2, correction: null } : second(value, at);
