import {
  anyText,
  dayText,
  decimal,
  document,
  hash,
  hourText,
  list,
  micros,
  money,
  name,
  nullable,
  object,
  only,
  path,
  record,
  salt,
  signature,
  uuid,
  whole,
} from './shape.ts';
import type { Of } from './shape.ts';

/** The documents of docs/receipts.md, field by field. */
const realm = only('real', 'demo');
export const REASONS = [
  'NO_ENTRY',
  'STALE_EXIT',
  'SESSION_CLOSED',
  'SOURCE_CORRECTION',
  'EVENT_PAST_POST',
  'MARKET_VOID',
  'DUPLICATE_ADMIN',
] as const;

/** Section 2. */
export const signedKeys = object({
  doc: object({
    v: only(1),
    type: only('keys'),
    no: whole,
    t: micros,
    root: hash,
    prev: hash,
    keys: list(
      object({
        key_id: hash,
        pub: hash,
        use: only('batch', 'hour'),
        from: micros,
        to: micros,
        revoked: nullable(micros),
      }),
      1_000,
    ),
  }),
  sig: signature,
});
export type SignedKeys = Of<typeof signedKeys>;
export type PublishedKey = SignedKeys['doc']['keys'][number];

/** Section 3.2. */
export const segment = object({
  v: only(1),
  type: only('tick-segment'),
  pair: name,
  pair_id: whole,
  scale: whole,
  hour: hourText,
  first_seq: whole,
  last_seq: whole,
  count: whole,
  head_before: hash,
  head_after: hash,
  root: hash,
  file_sha256: hash,
  prev: hash,
});
export type Segment = Of<typeof segment>;

/** Section 4.1. */
const admission = object({
  v: only(1),
  type: only('admission'),
  id: uuid,
  realm,
  user: hash,
  pair: name,
  feed: only('live', 'replay', 'simulated'),
  pair_id: whole,
  scale: whole,
  dir: only('UP', 'DOWN'),
  stake: money,
  payout_bps: whole,
  rules_hash: hash,
  t_adm: micros,
  k_adm: whole,
  h_adm: hash,
  duration_us: micros,
});
export type Admission = Of<typeof admission>;

/** Section 4.2. */
const settlement = object({
  v: only(1),
  type: only('settlement'),
  id: uuid,
  realm,
  admission: hash,
  outcome: only('WIN', 'LOSE', 'TIE', 'SOLD', 'VOID'),
  credit: money,
  reason: nullable(only(...REASONS)),
  entry_seq: nullable(whole),
  exit_seq: nullable(whole),
  ticks: hash,
  t: micros,
  sale: nullable(object({ t_sell: micros, min_credit: money, seq: whole, sigma: decimal, fair: decimal })),
  replaces: nullable(hash),
});
export type Settlement = Of<typeof settlement>;

/** Section 4.3. */
const batch = object({
  v: only(1),
  type: only('admit-batch', 'settle-batch'),
  shard: whole,
  no: whole,
  batch: whole,
  epoch: whole,
  t: micros,
  count: whole,
  root: hash,
  prev: hash,
  key: hash,
});
export type Batch = Of<typeof batch>;

const batchProof = object({ salt, index: whole, count: whole, path, batch, sig: signature });
export type BatchProof = Of<typeof batchProof>;

/** Section 4.4. */
const correctionDoc = object({
  v: only(1),
  type: only('correction'),
  no: whole,
  pair: name,
  pair_id: whole,
  from_seq: whole,
  to_seq: whole,
  clause: anyText,
  evidence_sha256: hash,
  approved_by: list(uuid, 2),
  t: micros,
  count: whole,
  sum: object({ demo: money, real: money }),
  voided: object({ n: whole, root: hash }),
  prev: hash,
  key: hash,
});

/** As the receipt of a round holds it: none of what was taken back is of the round. */
export const signedCorrection = object({ doc: correctionDoc, sig: signature });

const correction = object({
  doc: correctionDoc,
  sig: signature,
  result: settlement,
  index: whole,
  count: whole,
  path,
});

/** Section 5. */
const tree = object({ n: whole, root: hash });
export const signedHour = object({
  doc: object({
    v: only(1),
    type: only('hour'),
    hour: hourText,
    prev: hash,
    ticks: tree,
    admit: tree,
    settle: tree,
    fair: tree,
    events: tree,
    corrections: tree,
    audit: object({ seq: whole, head: hash }),
    ledger: list(object({ shard: whole, batch: whole, head: hash }), 1_000),
    key: hash,
  }),
  sig: signature,
});
export type SignedHour = Of<typeof signedHour>;

export const hourProof = object({
  list: only('ticks', 'admit', 'settle', 'corrections', 'events'),
  item: whole,
  hour: whole,
  index: whole,
  path,
});
export type HourProof = Of<typeof hourProof>;

export const ROLES = ['e-1', 'e', 'x', 'x+1', 's-1', 's', 'n-1', 'n'] as const;
export type Role = (typeof ROLES)[number];

/** Section 6. */
export const receiptShape = object({
  v: only(1),
  type: only('receipt'),
  id: uuid,
  realm,
  admission,
  admit_proof: batchProof,
  ticks: list(object({ role: only(...ROLES), rec: record }), ROLES.length),
  segments: list(segment, ROLES.length),
  tick_proofs: list(nullable(object({ segment: whole, index: whole, path })), ROLES.length),
  result: nullable(settlement),
  settle_proof: nullable(batchProof),
  correction: nullable(correction),
  hours: list(signedHour, 16),
  hour_proofs: list(hourProof, 16),
  rules: document,
  keys: signedKeys,
});
export type Receipt = Of<typeof receiptShape>;

/** Section 5.1. */
export const signedAnchor = object({
  doc: object({
    v: only(1),
    type: only('anchor'),
    day: dayText,
    prev: hash,
    hours: list(object({ hour: hourText, hash }), 24),
    key: hash,
  }),
  sig: signature,
});
export type SignedAnchor = Of<typeof signedAnchor>;
