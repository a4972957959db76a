import type { z } from 'zod';
import { transaction } from '#server/db/index.ts';
import { recordAct } from '../audit-trail.ts';
import type { FactorParts } from './parts.ts';
import { LOGIN } from './sign-in.ts';
import type { Spend } from './telegram.ts';

/** Begins the second step of a sign-in; its token. */
export function challenge(
  factors: FactorParts,
  begun: {
    readonly userId: string;
    readonly content: z.infer<typeof LOGIN.content>;
    readonly spend?: Spend | undefined;
  },
): Promise<string> {
  return transaction(factors.db, async (tx) => {
    await begun.spend?.(tx);
    const token = await factors.challenges.issue(tx, LOGIN, begun);
    await recordAct(factors, tx, { userId: begun.userId, action: 'session.challenged' });
    return token;
  });
}
