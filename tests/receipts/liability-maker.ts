import { joined } from '#domain/proofs/documents.ts';
import { toHex, utf8 } from '#domain/proofs/hash.ts';
import { hashOf, idCommitment, sumLeaf, sumOf } from '#domain/proofs/liabilities/sum-node.ts';
import { SumTree } from '#domain/proofs/liabilities/sum-tree.ts';
import type { Doc } from './maker.ts';
import { createSigner, EMPTY_ROOT, plainLeaf, sha256, Tree, ZEROS } from './signers.ts';

const us = (t: number) => t * 1_000;
export const AT = Date.parse('2026-11-20T17:07:00Z');
export const root = createSigner();
const hour = createSigner();

/** A leaf as a proof shows it. */
export interface ShownLeaf {
  tree: number;
  part: number;
  nonce: string;
  amount: string;
  index: number;
  path: { sum: string; hash: string }[];
}
export type LiabilityDoc = Doc & {
  id: string;
  snapshot: Doc & { trees: Doc[] };
  leaves: ShownLeaf[];
  hours: { doc: Doc; sig: string }[];
  hour_proofs: { index: number }[];
};

export const ID = 'acct:1|a@x.io';
/** Of 16 leaves; those of `ID` are 3, 7 and 12. */
const OWN: readonly (readonly [index: number, amount: bigint])[] = [
  [3, 5_000_000n],
  [7, 0n],
  [12, 1n],
];

/** A whole proof of somebody who is owed 5.000001 of 100.000001 in all; `change` alters what is published before it is signed. */
export function makeLiability(change: (snapshot: Doc & { trees: Doc[] }) => unknown = () => undefined): LiabilityDoc {
  const nonceOf = (index: number) => sha256(utf8(`nonce ${index}`));
  const leaves = Array.from({ length: 16 }, (_, index) => {
    const part = OWN.findIndex(([at]) => at === index);
    const [, amount = index === 0 ? 95_000_000n : 0n] = OWN[part] ?? [];
    const id = part < 0 ? `acct:other ${index}` : ID;
    return sumLeaf(sha256, {
      commitment: idCommitment(sha256, nonceOf(index), id),
      part: Math.max(part, 0),
      amount,
    });
  });
  const tree = new SumTree(sha256, joined(...leaves));
  const snapshot = {
    v: 1,
    type: 'liabilities',
    no: 1,
    t: us(AT),
    prev: ZEROS,
    ledger: [{ shard: 0, batch: 3, head: ZEROS }],
    trees: [
      {
        asset: 'USDT',
        of: 'own',
        scale: 6,
        depth: 4,
        root: toHex(hashOf(tree.root())),
        total: tree.total().toString(),
      },
    ] as Doc[],
    pools: [{ asset: 'USDT', kind: 'market_pool', ref: '', total: '7' }],
    held: [{ asset: 'USDT', kind: 'psp_clearing', ref: 'card', total: '-3' }],
  };
  change(snapshot);
  const events = new Tree([{ v: 1, type: 'rules', rules_hash: ZEROS }, snapshot].map(plainLeaf));
  const empty = { n: 0, root: EMPTY_ROOT };
  const doc = {
    v: 1,
    type: 'hour',
    hour: '2026-11-20T17:00:00Z',
    prev: ZEROS,
    ticks: empty,
    admit: empty,
    settle: empty,
    fair: empty,
    events: { n: 2, root: events.root() },
    corrections: empty,
    audit: { seq: 1, head: ZEROS },
    ledger: [],
    key: hour.id,
  };
  const [from, to] = [us(AT - 1e10), us(AT + 1e10)];
  const keys = [{ key_id: hour.id, pub: hour.pub, use: 'hour', from, to, revoked: null }];
  const manifest = { v: 1, type: 'keys', no: 1, t: from, root: root.pub, prev: ZEROS, keys };
  const proof: Doc = {
    v: 1,
    type: 'liability-proof',
    id: ID,
    snapshot,
    leaves: OWN.map(([index, amount], part) => ({
      tree: 0,
      part,
      nonce: toHex(nonceOf(index)),
      amount: amount.toString(),
      index,
      path: tree.path(index).map((node) => ({ sum: sumOf(node).toString(), hash: toHex(hashOf(node)) })),
    })),
    hours: [{ doc, sig: hour.sign('tikvo/hour/v1', doc) }],
    hour_proofs: [{ list: 'events', item: 0, hour: 0, index: 1, path: events.path(1) }],
    keys: { doc: manifest, sig: root.sign('tikvo/keys/v1', manifest) },
  };
  return proof as LiabilityDoc;
}
