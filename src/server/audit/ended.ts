import type { Queryable } from '#server/db/index.ts';
import type { Audit } from './audit.ts';
import type { AuditActor } from './by.ts';

/** The end of sessions or keys of a person, an entry for each, in the transaction that ends them. `why`: how they ended. */
export async function writeEnded(
  audit: Pick<Audit, 'write'>,
  tx: Queryable,
  {
    ids,
    userId,
    what,
    why,
    by,
  }: {
    readonly ids: readonly string[];
    readonly userId: string;
    readonly what: 'session' | 'api_key';
    readonly why: string;
    readonly by: AuditActor;
  },
): Promise<void> {
  for (const objectId of ids) {
    const action = `${what}.ended`;
    await audit.write(tx, { ...by, action, objectType: what, objectId, subjectId: userId, reason: why });
  }
}
