import { TICKET_WAITS, ticketAfter } from '#domain/support/ticket.ts';
import { DAY_MS } from '#domain/time.ts';
import { waitMs } from '#domain/waits.ts';
import { transaction } from '#server/db/index.ts';
import type { SupportParts } from './contract.ts';
import { changeTicket, deleteTicket, lockTicket, staleIn } from './store.ts';

/** How often tickets are looked at, ms. */
export const SUPPORT_CLOCK_MS = 30_000;

const KEPT_MS = { CLOSED: 365 * DAY_MS, SPAM: 30 * DAY_MS } as const;

/** Moves tickets whose time in their state is over. */
export async function runSupportClock({ db, clock, config }: SupportParts): Promise<void> {
  for (const { state, event, ms } of TICKET_WAITS) {
    const now = clock.now();
    for (const id of await staleIn(db, state, now - waitMs(ms, config.waits)))
      await transaction(db, async (tx) => {
        const ticket = await lockTicket(tx, id);
        // Somebody may have written meanwhile.
        const after = ticket?.state === state ? ticketAfter(state, event) : null;
        if (ticket !== null && after !== null) await changeTicket(tx, ticket, { state: after, waitsSince: null, now });
      });
  }
}

/** Forgets tickets that ended long ago: those of a visitor with the key that they alone had. */
export async function forgetOldTickets({ db, clock, vault }: SupportParts): Promise<void> {
  for (const state of ['CLOSED', 'SPAM'] as const)
    for (const id of await staleIn(db, state, clock.now() - KEPT_MS[state]))
      await transaction(db, async (tx) => {
        const ticket = await lockTicket(tx, id);
        if (ticket?.state !== state) return;
        await deleteTicket(tx, id);
        if (ticket.userId === null) await vault.destroy(tx, ticket.keyId);
      });
}
