import type { PoolClient } from 'pg';
import { actorOf, type Audit, type HouseAct } from '#server/audit/index.ts';
import { emptyDemo, type DemoCounts } from './store-reset.ts';

/** Empties the demo realm (`emptyDemo`), with its entry in the audit log. */
export async function resetDemo(
  { audit }: { readonly audit: Pick<Audit, 'write'> },
  tx: PoolClient,
  { shard, provenUpTo, by, reason }: HouseAct & { readonly shard: number; readonly provenUpTo: number },
): Promise<DemoCounts | 'owned' | 'unproven'> {
  const done = await emptyDemo(tx, { shard, provenUpTo });
  if (typeof done === 'string') return done;
  const entry = { action: 'demo.reset', objectType: 'realm', objectId: 'demo', reason, before: { ...done } };
  await audit.write(tx, { ...actorOf(by), ...entry });
  return done;
}
