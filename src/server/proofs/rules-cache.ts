import type { ProofDocument } from '#domain/proofs/documents.ts';
import type { Queryable } from '#server/db/index.ts';
import { rulesByHash } from './store-predictions.ts';

/** Rules documents by hash, read once: they never change. */
export class RulesCache {
  readonly #known = new Map<string, ProofDocument>();

  async of(db: Queryable, hash: string): Promise<ProofDocument> {
    const known = this.#known.get(hash);
    if (known !== undefined) return known;
    const read = await rulesByHash(db, hash);
    this.#known.set(hash, read);
    return read;
  }

  /** Decimal digits of a pair's prices under these rules. Throws when the document does not name the pair. */
  async scaleOf(db: Queryable, prediction: { readonly rulesHash: string; readonly pairId: string }): Promise<number> {
    const pairs = (await this.of(db, prediction.rulesHash))['pairs'];
    if (!Array.isArray(pairs)) throw new Error(`rules ${prediction.rulesHash} name no pairs`);
    const found = (pairs as readonly ProofDocument[]).find((pair) => pair['id'] === prediction.pairId);
    const scale = found?.['scale'];
    if (typeof scale !== 'number') throw new Error(`rules ${prediction.rulesHash} do not name ${prediction.pairId}`);
    return scale;
  }
}
