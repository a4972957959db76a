import type { z } from 'zod';
import { transaction } from '#server/db/index.ts';
import { note } from '../trail.ts';
import type { DeskParts } from './parts.ts';
import { LOGIN } from './sign-in.ts';
import type { Spend } from './telegram.ts';

/** Begins the second step of a sign-in; its token. */
export function challenge(
  desk: DeskParts,
  begun: {
    readonly userId: string;
    readonly content: z.infer<typeof LOGIN.content>;
    readonly spend?: Spend | undefined;
  },
): Promise<string> {
  return transaction(desk.db, async (tx) => {
    await begun.spend?.(tx);
    const token = await desk.tickets.issue(tx, LOGIN, begun);
    await note(desk, tx, { userId: begun.userId, action: 'session.challenged' });
    return token;
  });
}
