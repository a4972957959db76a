import type { Fact, RecordedKind } from '#domain/facts.ts';
import type { Queryable } from '#server/db/index.ts';
import { insertFacts } from './store.ts';

/** Tells the other subjects: they learn of it if, and only if, the transaction commits. After the change itself, so that its locks are held. */
export async function record(tx: Queryable, facts: readonly Fact<RecordedKind>[]): Promise<void> {
  if (facts.length > 0) await insertFacts(tx, facts);
}
