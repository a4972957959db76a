import { hourProof, signedHour, signedKeys } from '../documents.ts';
import { anyText, document, hash, list, micros, nullable, object, only, uuid, whole } from '../shape.ts';
import type { Of } from '../shape.ts';

/** docs/receipts.md 6.6. */
export const eventReceipt = object({
  v: only(1),
  type: only('event-receipt'),
  result: object({
    v: only(1),
    type: only('event'),
    market: uuid,
    realm: only('real', 'demo'),
    rules_hash: hash,
    outcome: only('YES', 'NO', 'TIE', 'VOID'),
    pays: whole,
    reason: nullable(anyText),
    t: micros,
  }),
  hours: list(signedHour, 2),
  hour_proofs: list(hourProof, 2),
  rules: document,
  keys: signedKeys,
});
export type EventReceipt = Of<typeof eventReceipt>;
