import type { Pool } from 'pg';
import { transaction } from '#server/db/index.ts';
import { GENESIS, rowHash } from './chain.ts';
import { readChain, readHead, readOnlySnapshot, type AuditHead } from './store.ts';

/** The only log so far. */
export const PEOPLE_LOG = 'people';
const BATCH = 5_000;

/** The first row of a log that is not as it was written. */
export interface BadRow {
  readonly log: string;
  readonly seq: bigint;
  /** altered: its hash does not follow from it and the row before; missing: no row has this number; beyond: written past the head. */
  readonly why: 'altered' | 'missing' | 'beyond';
}

export interface AuditReport {
  readonly rows: number;
  /** Where the chain ends: keep it elsewhere and a rewritten log cannot pass (`known`). */
  readonly head: AuditHead;
  /** null: the chain is whole. */
  readonly bad: BadRow | null;
}

/**
 * Walks the whole chain in one snapshot, a batch at a time. No key is needed: the hashes are over sealed texts.
 * `known` is a head noted earlier: the chain must run through it.
 */
export async function verifyLog(
  db: Pool,
  options: { readonly log?: string; readonly known?: AuditHead; readonly signal?: AbortSignal } = {},
): Promise<AuditReport> {
  const log = options.log ?? PEOPLE_LOG;
  return transaction(db, async (tx) => {
    await readOnlySnapshot(tx);
    const head = await readHead(tx, log);
    const walk = new Walk(log, { head, known: options.known ?? null });
    for await (const rows of readChain(tx, { log, size: BATCH })) {
      options.signal?.throwIfAborted();
      for (const row of rows) {
        const bad = walk.step(row);
        if (bad !== null) return { rows: walk.rows, head, bad };
      }
    }
    return { rows: walk.rows, head, bad: walk.end() };
  });
}

class Walk {
  rows = 0;
  readonly #log: string;
  readonly #head: AuditHead;
  readonly #known: AuditHead | null;
  #seq = 0n;
  #prev: Buffer = GENESIS;

  constructor(log: string, { head, known }: { readonly head: AuditHead; readonly known: AuditHead | null }) {
    this.#log = log;
    this.#head = head;
    this.#known = known;
  }

  step(row: { readonly seq: bigint; readonly t: number; readonly body: Buffer; readonly hash: Buffer }): BadRow | null {
    const expected = this.#seq + 1n;
    if (row.seq > this.#head.seq && expected > this.#head.seq) return this.#bad(row.seq, 'beyond');
    if (row.seq !== expected) return this.#bad(expected, 'missing');
    const hash = rowHash(row, this.#prev);
    if (!hash.equals(row.hash) || !this.#agrees(row.seq, hash)) return this.#bad(row.seq, 'altered');
    this.#seq = row.seq;
    this.#prev = hash;
    this.rows += 1;
    return null;
  }

  end(): BadRow | null {
    const last = this.#known !== null && this.#known.seq > this.#head.seq ? this.#known.seq : this.#head.seq;
    if (this.#seq < last) return this.#bad(this.#seq + 1n, 'missing');
    return null;
  }

  #agrees(seq: bigint, hash: Buffer): boolean {
    return [this.#head, this.#known].every((at) => at === null || at.seq !== seq || at.hash.equals(hash));
  }

  #bad(seq: bigint, why: BadRow['why']): BadRow {
    return { log: this.#log, seq, why };
  }
}
