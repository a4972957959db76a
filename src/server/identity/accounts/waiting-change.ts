import type { PoolClient } from 'pg';
import type { IdentityContext } from '../context.ts';
import { recordAct } from '../audit-trail.ts';

/**
 * Ends the change of address that waits, whoever asked for it: they may be somebody else than the one who reads the mails. Gives what
 * writes it into the audit log, last in the transaction. The caller holds the person.
 */
export async function endWaitingChange(
  core: Pick<IdentityContext, 'endEmailChange' | 'clock' | 'audit' | 'vault'>,
  tx: PoolClient,
  ended: {
    readonly userId: string;
    readonly reason: 'password reset' | 'address confirmed';
    readonly sessionId?: string | undefined;
    readonly address?: string | undefined;
  },
): Promise<() => Promise<void>> {
  const did = await core.endEmailChange(tx, { userId: ended.userId, now: core.clock.now() });
  return async () => {
    if (did) await recordAct(core, tx, { ...ended, action: 'email_change.cancelled' });
  };
}
