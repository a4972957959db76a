import type { Pool } from 'pg';
import type { LeaveMarket } from '../contract.ts';
import type { CommandOf, Request } from '../command-queue.ts';
import type { ListedBooks } from './listed-books.ts';
import { loadHeldLots } from './store-load.ts';

/** What people who leave held when the rules were clarified. */
export interface Leavers {
  /** + lots of the first outcome, - of the second. Told once: what a second request of the same batch may leave with, the next batch reads. */
  take(who: LeaveMarket): number;
}

/** Reads it for those of a batch: all batches before are stored. */
export async function leaversOf(
  db: Pool,
  requests: readonly Request<CommandOf<'leave'>>[],
  { listed }: { readonly listed: ListedBooks },
): Promise<Leavers> {
  const held = new Map<string, number>();
  for (const { command } of requests) {
    const { actor, marketId } = command.input;
    const exit = listed.of(marketId)?.exit ?? null;
    if (exit === null) continue;
    const { userId, realm } = actor;
    held.set(keyOf(command.input), await loadHeldLots(db, { marketId, userId, realm, at: exit.at }));
  }
  return {
    take: (who) => {
      const lots = held.get(keyOf(who)) ?? 0;
      held.delete(keyOf(who));
      return lots;
    },
  };
}

const keyOf = ({ actor, marketId }: LeaveMarket) => `${actor.realm} ${actor.userId} ${marketId}`;
