import { COIN_DECIMALS } from '#domain/cashier/coin-networks.ts';
import { USDT_SCALE } from '#domain/money.ts';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { documentHash, NO_PREV } from '#domain/proofs/documents.ts';
import { liabilityDocument, liabilityId } from '#domain/proofs/liabilities/document.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { buildTree, type BuiltTree } from './build-tree.ts';
import { SNAPSHOTS_KEPT, type Entry, type LiabilityParts } from './parts.ts';
import { BooksDiffer, readOwed, type OwedReading } from './read-owed.ts';
import {
  forgetLeaves,
  insertBlocks,
  insertEntries,
  insertSnapshot,
  isTaken,
  lockLastSnapshot,
  type EntryRow,
  type NodeBlock,
} from './store-liabilities.ts';

/**
 * Reads the ledger, makes the trees, and stores all of it in one transaction: a process that dies on the way leaves nothing. Null: another one
 * was quicker. Throws BooksDiffer, with an alarm, where the books do not agree with themselves: then nothing is published.
 */
export async function take(parts: LiabilityParts, slot: string): Promise<number | null> {
  const { db, clock, log } = parts;
  const at = clock.now();
  const reading = await agreed(parts);
  const trees = await treesOf(parts, reading);
  const entries = await entriesOf(parts, trees);
  const no = await transaction(db, async (tx) => {
    const last = await lockLastSnapshot(tx);
    if (await isTaken(tx, slot)) return null;
    const next = (last?.no ?? 0) + 1;
    const doc = liabilityDocument({
      no: next,
      at,
      prev: last === null ? NO_PREV : last.hash.toString('hex'),
      ledger: reading.ledger,
      trees: reading.owed.map(({ asset, of }, tree) => {
        const { depth, root } = builtAt(trees, tree).built;
        return { asset, of, scale: asset === 'USDT' ? USDT_SCALE : COIN_DECIMALS, depth, root };
      }),
      pools: reading.pools,
      held: reading.held,
    });
    const hash = Buffer.from(documentHash(sha256, doc));
    await insertSnapshot(tx, { no: next, slot, at, doc: canonicalJson(doc), hash });
    crashAt('liabilities.begun');
    await insertBlocks(tx, next, trees.flatMap(blocksOf));
    await insertEntries(tx, next, entries);
    await forgetLeaves(tx, next - SNAPSHOTS_KEPT);
    crashAt('liabilities.stored');
    return next;
  });
  crashAt('liabilities.committed');
  if (no !== null) log.info({ no, slot, people: entries.length }, 'a proof of liabilities is made');
  return no;
}

async function agreed({ db, log }: LiabilityParts): Promise<OwedReading> {
  try {
    const reading = await readOwed(db);
    for (const { asset, by } of reading.short) {
      log.error(
        { alarm: 'ledger', invariant: 'I16', asset, short: by.toString() },
        'the books hold less than people are owed',
      );
    }
    return reading;
  } catch (error) {
    if (error instanceof BooksDiffer) {
      log.error({ alarm: 'ledger', err: error }, 'no proof of liabilities: the books do not agree');
    }
    throw error;
  }
}

interface NumberedTree {
  readonly tree: number;
  readonly built: BuiltTree;
  /** By person. */
  readonly ids: ReadonlyMap<string, string>;
}

async function treesOf({ db, contactOf }: LiabilityParts, { owed }: OwedReading): Promise<readonly NumberedTree[]> {
  const ids = new Map<string, string>();
  for (const userId of new Set(owed.flatMap(({ owners }) => owners.map(({ ownerId }) => ownerId)))) {
    ids.set(userId, liabilityId(userId, (await contactOf(db, userId))?.email ?? ''));
  }
  const trees: NumberedTree[] = [];
  for (const [tree, { owners }] of owed.entries()) {
    const people = owners.map(({ ownerId, total }) => ({ userId: ownerId, id: idIn(ids, ownerId), amount: total }));
    trees.push({ tree, built: await buildTree(people), ids });
  }
  return trees;
}

function idIn(ids: ReadonlyMap<string, string>, userId: string): string {
  const id = ids.get(userId);
  if (id === undefined) throw new Error(`a leaf of ${userId} names nobody`);
  return id;
}

function builtAt(trees: readonly NumberedTree[], tree: number): NumberedTree {
  const found = trees[tree];
  if (found === undefined) throw new Error(`tree ${tree} was not made`);
  return found;
}

function blocksOf({ tree, built }: NumberedTree): readonly NodeBlock[] {
  return [{ tree, block: -1, nodes: built.tops }, ...built.blocks.map((nodes, block) => ({ tree, block, nodes }))];
}

/** What opens the leaves of each person, sealed. Of somebody whose key was destroyed nothing is kept: their money stays in the total. */
async function entriesOf({ db, vault }: LiabilityParts, trees: readonly NumberedTree[]): Promise<readonly EntryRow[]> {
  const entries: EntryRow[] = [];
  for (const userId of new Set(trees.flatMap(({ built }) => [...built.leaves.keys()]))) {
    if (await vault.isDestroyed(db, userId)) continue;
    const leaves = trees.flatMap(({ tree, built }) =>
      (built.leaves.get(userId) ?? []).map((leaf) => ({ tree, ...leaf })),
    );
    const entry: Entry = { id: idIn(builtAt(trees, 0).ids, userId), leaves };
    entries.push({ userId, entry: await vault.seal(db, userId, JSON.stringify(entry)) });
  }
  return entries;
}
