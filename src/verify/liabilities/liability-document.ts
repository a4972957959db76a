import { hourProof, signedHour, signedKeys } from '../documents.ts';
import { hash, list, matching, micros, name, nullable, object, only, whole } from '../shape.ts';
import type { Of } from '../shape.ts';

/** A whole number of the smallest unit. */
const units = matching(/^(0|[1-9]\d{0,38})$/, 'a whole amount');
const signedUnits = matching(/^(0|-?[1-9]\d{0,38})$/, 'a whole amount');
const ref = matching(/^[\w#.:/-]{0,80}$/, 'a name or nothing');
const kindTotal = object({ asset: name, kind: name, ref, total: signedUnits });
const person = matching(/^acct:[\s\S]{1,400}$/, 'the id of an account');

/** docs/receipts.md 8.1: what people were owed at one moment. */
const snapshot = object({
  v: only(1),
  type: only('liabilities'),
  no: whole,
  t: micros,
  prev: hash,
  ledger: list(object({ shard: whole, batch: whole, head: hash }), 1_000),
  trees: list(
    object({ asset: name, of: only('own', 'bonus'), scale: whole, depth: whole, root: hash, total: units }),
    100,
  ),
  pools: list(kindTotal, 1_000),
  held: list(kindTotal, 10_000),
});

const leaf = object({
  tree: whole,
  part: whole,
  nonce: hash,
  amount: units,
  index: whole,
  path: list(object({ sum: units, hash }), 64),
});
export type OwnLeaf = Of<typeof leaf>;

/** docs/receipts.md 8.2: where one person stands in it. */
export const liabilityProof = object({
  v: only(1),
  type: only('liability-proof'),
  id: person,
  snapshot,
  leaves: list(leaf, 400),
  hours: list(signedHour, 1),
  hour_proofs: list(hourProof, 1),
  keys: nullable(signedKeys),
});
export type LiabilityProof = Of<typeof liabilityProof>;
