import type { Pool, PoolClient } from 'pg';
import { canonicalJson } from '#domain/proofs/canonical.ts';
import { batchRecord, documentHash, joined, type BatchType, type ProofDocument } from '#domain/proofs/documents.ts';
import { toHex } from '#domain/proofs/hash.ts';
import { listLeaf } from '#domain/proofs/publication.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { sha256 } from '#server/prices/ticks/sha256.ts';
import { admissionOf, settlementOf, type Leaf } from './receipts/proofs-of.ts';
import type { RulesCache } from './rules-cache.ts';
import type { SigningService } from './signing/signing-service.ts';
import {
  batchesAfter,
  lockHead,
  insertRecords,
  moveHead,
  newestBatch,
  type BatchRow,
  type CommittedBatch,
  type ProofHead,
  type RecordEnd,
} from './store-batches.ts';
import { ensureUserSalts, predictionsById, type ProvenPrediction } from './store-predictions.ts';

/** Batches of one transaction: what was missed while we were away is made up in such steps. */
const STEP_BATCHES = 64;
/** Leaves of one transaction: the database ends one that is still for 10 s, and a busy machine makes a few hundred leaves in that time. */
const STEP_LEAVES = 1_000;
/** Leaves made before others get their turn: about 10 ms. */
const SLICE = 250;

/** The shard there is. */
export const SHARD = 0;

export interface ProverParts {
  readonly db: Pool;
  readonly service: SigningService;
  readonly rules: RulesCache;
}

/**
 * Follows the committed batches in order and proves each: Merkle root of its admissions and of its settlements, in a signed record that
 * names the one before. Works from the tables alone, so that a restart goes on where it stopped and makes the same bytes.
 */
export class Prover {
  readonly #parts: ProverParts;
  /** Batch up to which all is proven, as far as we know. */
  #done = -1;

  constructor(parts: ProverParts) {
    this.#parts = parts;
  }

  /** Proves all there is. Gives the number of batches passed. */
  async catchUp(signal?: AbortSignal): Promise<number> {
    let passed = 0;
    while (signal?.aborted !== true) {
      if ((await newestBatch(this.#parts.db, SHARD)) <= this.#done) return passed;
      const step = await this.#step();
      if (step === 0) return passed;
      passed += step;
    }
    return passed;
  }

  async #step(): Promise<number> {
    return transaction(this.#parts.db, async (tx) => {
      await this.#parts.service.renew(tx);
      const head = await lockHead(tx, SHARD);
      const batches = oneStep(await batchesAfter(tx, { shard: SHARD, after: head.batch, limit: STEP_BATCHES }));
      const last = batches.at(-1);
      if (last === undefined) {
        this.#done = head.batch;
        return 0;
      }
      const leaves = await this.#leavesOf(tx, batches);
      const made = await this.#records(batches, leaves, head);
      await insertRecords(tx, made.rows);
      crashAt('proofs.stored');
      await moveHead(tx, SHARD, { ...made.head, batch: last.no });
      return batches.length;
    });
  }

  /** Leaves by batch: of what it admitted, and of what it settled, each in the order of the ids. */
  async #leavesOf(tx: PoolClient, batches: readonly CommittedBatch[]): Promise<ReadonlyMap<string, Uint8Array[]>> {
    const ids = [...new Set(batches.flatMap((batch) => [...batch.placed, ...batch.finished]))];
    const made = new Map<string, Uint8Array[]>();
    if (ids.length === 0) return made;
    const found = await predictionsById(tx, ids);
    const salts = await saltsOf(tx, [...found.values()]);
    let since = 0;
    const admissions = new Map<string, Leaf>();
    const admit = async (id: string): Promise<{ prediction: ProvenPrediction; admission: Leaf }> => {
      const prediction = found.get(id);
      if (prediction === undefined) throw new Error(`a batch names prediction ${id}, which is not stored`);
      const known = admissions.get(id);
      if (known !== undefined) return { prediction, admission: known };
      const userSalt = salts.get(prediction.userId);
      if (userSalt === undefined) throw new Error(`${prediction.userId} has no salt`);
      const scale = await this.#parts.rules.scaleOf(tx, prediction);
      const admission = admissionOf(prediction, { userSalt, scale });
      admissions.set(id, admission);
      if ((since += 1) % SLICE === 0) await new Promise<void>((resolve) => setImmediate(resolve));
      return { prediction, admission };
    };
    for (const batch of batches) {
      const placed: Uint8Array[] = [];
      for (const id of batch.placed.toSorted()) placed.push((await admit(id)).admission.leaf);
      const finished: Uint8Array[] = [];
      for (const id of batch.finished.toSorted()) {
        const { prediction, admission } = await admit(id);
        finished.push(settlementOf(prediction, admission).leaf);
      }
      if (placed.length > 0) made.set(leafKey('admit-batch', batch.no), placed);
      if (finished.length > 0) made.set(leafKey('settle-batch', batch.no), finished);
    }
    return made;
  }

  async #records(
    batches: readonly CommittedBatch[],
    leaves: ReadonlyMap<string, Uint8Array[]>,
    head: ProofHead,
  ): Promise<{ readonly rows: readonly BatchRow[]; readonly head: Omit<ProofHead, 'batch'> }> {
    const made: Unsigned[] = [];
    let { admit, settle } = head;
    for (const batch of batches) {
      const admitted = this.#record({ type: 'admit-batch', batch, leaves, before: admit });
      if (admitted !== null) ({ end: admit } = admitted);
      const settled = this.#record({ type: 'settle-batch', batch, leaves, before: settle });
      if (settled !== null) ({ end: settle } = settled);
      for (const one of [admitted, settled]) if (one !== null) made.push(one);
    }
    const { service } = this.#parts;
    // All at once: a record names the one before it by its hash, not by its signature.
    const rows = await Promise.all(
      made.map(async ({ row, document }) => ({ ...row, sig: await service.sign('batch', document) })),
    );
    return { rows, head: { admit, settle } };
  }

  #record(of: {
    readonly type: BatchType;
    readonly batch: CommittedBatch;
    readonly leaves: ReadonlyMap<string, Uint8Array[]>;
    readonly before: RecordEnd;
  }): Unsigned | null {
    const { type, batch, before } = of;
    const leaves = of.leaves.get(leafKey(type, batch.no));
    if (leaves === undefined) return null;
    const no = before.no + 1;
    const record = batchRecord(sha256, {
      type,
      shard: SHARD,
      no,
      batch: batch.no,
      epoch: batch.epoch,
      at: batch.at,
      leaves,
      prev: toHex(before.hash),
      keyId: this.#parts.service.keyId('batch', batch.at),
    });
    const row = {
      shard: SHARD,
      type,
      no,
      batch: batch.no,
      at: batch.at,
      record: canonicalJson(record),
      leaf: Buffer.from(listLeaf(sha256, record)),
      leaves: Buffer.from(joined(...leaves)),
    };
    return { row, document: record, end: { no, hash: Buffer.from(documentHash(sha256, record)) } };
  }
}

interface Unsigned {
  readonly row: Omit<BatchRow, 'sig'>;
  readonly document: ProofDocument;
  readonly end: RecordEnd;
}

/** The first of these batches: one at least, and no more leaves together than a step may have. */
function oneStep(batches: readonly CommittedBatch[]): readonly CommittedBatch[] {
  let leaves = 0;
  const over = batches.findIndex(({ placed, finished }, at) => {
    leaves += placed.length + finished.length;
    return at > 0 && leaves > STEP_LEAVES;
  });
  return over < 0 ? batches : batches.slice(0, over);
}

function leafKey(type: BatchType, batch: number): string {
  return `${type}/${batch}`;
}

async function saltsOf(tx: PoolClient, predictions: readonly ProvenPrediction[]): Promise<ReadonlyMap<string, Buffer>> {
  const salts = new Map<string, Buffer>();
  const without = new Set<string>();
  for (const { userId, userSalt } of predictions) {
    if (userSalt === null) without.add(userId);
    else salts.set(userId, userSalt);
  }
  if (without.size > 0) {
    for (const [userId, salt] of await ensureUserSalts(tx, [...without])) salts.set(userId, salt);
  }
  return salts;
}
