import type { ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { liabilityId, liabilityName } from '#domain/proofs/liabilities/document.ts';
import { hashOf, NODE_BYTES, sumOf } from '#domain/proofs/liabilities/sum-node.ts';
import { SumTree } from '#domain/proofs/liabilities/sum-tree.ts';
import type { Queryable } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { BLOCK } from './build-tree.ts';
import type { Entry, LiabilityParts } from './parts.ts';
import { entryOf, lastSnapshots, nodesOf } from './store-liabilities.ts';

/** The newest snapshot with the way from each leaf of this person to its root (docs/receipts.md 8.2); without leaves where it owes them nothing. null: there is none. */
export async function proofOf(parts: LiabilityParts, userId: string): Promise<ProofDocument | null> {
  const { db, proofs } = parts;
  const [snapshot] = await lastSnapshots(db, 1);
  if (snapshot === undefined) return null;
  const { id, leaves } = await entryOfPerson(parts, snapshot.no, userId);
  const own: ProofDocument[] = [];
  for (const { tree, part, index, amount, nonce } of leaves) {
    const path = await pathOf(db, { snapshot: snapshot.no, tree, index });
    own.push({
      tree,
      part,
      nonce,
      amount,
      index,
      path: path.map((node) => ({ sum: sumOf(node).toString(), hash: toHex(hashOf(node)) })),
    });
  }
  return {
    v: 1,
    type: 'liability-proof',
    id,
    snapshot: JSON.parse(snapshot.doc) as ProofDocument,
    leaves: own,
    ...(await proofs.documentProof(liabilityName(snapshot.no))),
  };
}

/** Without leaves where nothing is kept of them: the id is then that of today. */
async function entryOfPerson(
  { db, vault, contactOf }: LiabilityParts,
  snapshot: number,
  userId: string,
): Promise<Entry> {
  const sealed = await entryOf(db, snapshot, userId);
  const text = sealed === null ? null : await vault.open(db, userId, sealed);
  if (text !== null) return JSON.parse(text) as Entry;
  return { id: liabilityId(userId, (await contactOf(db, userId))?.email ?? ''), leaves: [] };
}

async function pathOf(
  db: Queryable,
  { snapshot, tree, index }: { readonly snapshot: number; readonly tree: number; readonly index: number },
): Promise<readonly Uint8Array[]> {
  const block = Math.floor(index / BLOCK);
  const nodes = await nodesOf(db, { snapshot, tree, block });
  const tops = await nodesOf(db, { snapshot, tree, block: -1 });
  if (nodes === null || tops === null || nodes.length !== BLOCK * NODE_BYTES) {
    throw new Error(`leaves of snapshot ${snapshot} are not there`);
  }
  return [...new SumTree(sha256, nodes).path(index % BLOCK), ...new SumTree(sha256, tops).path(block)];
}
