import type { Realm } from '#domain/realm.ts';
import type { Queryable } from '#server/db/index.ts';

/** What proofs ask the engine's tables to change; `provenRows` of trading does it. */
export interface EngineRows {
  /** A correction has taken a settled prediction back. Throws when it is not settled. */
  readonly markCorrected: (tx: Queryable, of: { readonly id: string; readonly realm: Realm }) => Promise<void>;
  /** Empties the ticks of settled predictions. */
  readonly dropTicks: (tx: Queryable, ids: readonly string[]) => Promise<void>;
  /** Empties the news of batches above one and up to another. */
  readonly dropFacts: (tx: Queryable, span: { readonly above: number; readonly upto: number }) => Promise<void>;
}
