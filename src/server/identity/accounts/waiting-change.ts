import type { PoolClient } from 'pg';
import type { IdentityContext } from '../context.ts';
import { recordAct } from '../audit-trail.ts';
import { endWaiting } from '../email-change/store-email-change.ts';

/**
 * Ends the change of address that waits, whoever asked for it: they may be somebody else than the one who reads the mails. Gives what
 * writes it into the audit log, last in the transaction. The caller holds the person.
 */
export async function endWaitingChange(
  core: Pick<IdentityContext, 'clock' | 'audit' | 'vault'>,
  tx: PoolClient,
  ended: {
    readonly userId: string;
    readonly reason: 'password reset' | 'address confirmed';
    readonly sessionId?: string | undefined;
    readonly address?: string | undefined;
  },
): Promise<() => Promise<void>> {
  const did = await endWaiting(tx, { userId: ended.userId, outcome: 'CANCELLED', now: core.clock.now() });
  return async () => {
    if (did) await recordAct(core, tx, { ...ended, action: 'email_change.cancelled' });
  };
}
