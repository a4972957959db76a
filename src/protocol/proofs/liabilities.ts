import { z } from 'zod';
import { ACCOUNT_KIND_NAMES } from '#domain/ledger/account-kinds.ts';
import { isoTime } from '../codecs.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const asset = z.enum(['USDT', 'BTC', 'LTC']);
/** Whole numbers of the smallest unit: no number of JSON holds all of them. */
const units = z.string().regex(/^-?\d{1,39}$/);

const kindTotal = z.strictObject({
  asset,
  kind: z.enum(ACCOUNT_KIND_NAMES),
  ref: z.string().describe('What distinguishes accounts of this kind, such as network/coin; empty: all of them.'),
  total: units,
});

const snapshot = z.strictObject({
  no: z.int(),
  at: isoTime.describe('When the ledger was read.'),
  hash: hash.describe('Of the published document: SHA-256 of its canonical JSON.'),
  trees: z
    .array(
      z.strictObject({
        asset,
        of: z.enum(['own', 'bonus']),
        scale: z.int().describe('Decimal digits of one unit: amounts are whole numbers of the smallest unit.'),
        depth: z.int(),
        root: hash,
        total: units,
      }),
    )
    .describe('What people are owed one by one. bonus: theirs only when it has been played through.'),
  pools: z.array(kindTotal).describe('Owed to people, but not yet to one by name: pools of markets and prizes.'),
  held: z.array(kindTotal).describe('What our books say that stands against it. No tree proves it.'),
});

export const liabilitiesWire = z.strictObject({
  items: z.array(snapshot).describe('Newest first: those in which people can still find themselves.'),
});
export type LiabilitiesWire = z.infer<typeof liabilitiesWire>;

/** A proof of docs/receipts.md 8.2; what is inside is checked by the verifier, not by this schema. */
export const liabilityProofWire = z.looseObject({
  v: z.literal(1),
  type: z.literal('liability-proof'),
  id: z.string(),
  snapshot: z.record(z.string(), z.unknown()),
  leaves: z.array(z.record(z.string(), z.unknown())),
  hours: z.array(z.record(z.string(), z.unknown())),
  hour_proofs: z.array(z.record(z.string(), z.unknown())),
  keys: z.record(z.string(), z.unknown()).nullable(),
});
