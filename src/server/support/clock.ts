import type { Logger } from 'pino';
import { complaintDue } from '#domain/support/complaint.ts';
import { TICKET_WAITS, ticketAfter } from '#domain/support/ticket.ts';
import { DAY_MS } from '#domain/time.ts';
import { waitMs } from '#domain/waits.ts';
import { transaction } from '#server/db/index.ts';
import type { SupportParts } from './contract.ts';
import { mailSolved } from './mail-out.ts';
import { changeTicket, deleteTicket, lockTicket, mergedInto, openComplaints, staleIn } from './store.ts';

/** How often tickets are looked at, ms. */
export const SUPPORT_CLOCK_MS = 30_000;

const KEPT_MS = { CLOSED: 365 * DAY_MS, SPAM: 30 * DAY_MS } as const;

/** Moves tickets whose time in their state is over. */
export async function runSupportClock(parts: SupportParts): Promise<void> {
  const { db, clock, config } = parts;
  for (const { state, event, ms } of TICKET_WAITS) {
    const now = clock.now();
    for (const id of await staleIn(db, state, now - waitMs(ms, config.waits)))
      await transaction(db, async (tx) => {
        const ticket = await lockTicket(tx, id);
        // Somebody may have written meanwhile.
        if (ticket?.state !== state) return;
        // A complaint ends with its final letter, not by silence: it comes back to us.
        const isOpen = event === 'wait_over' && ticket.kind === 'COMPLAINT' && ticket.finalAt === null;
        const after = ticketAfter(state, isOpen ? 'write' : event);
        if (after !== null) await changeTicket(tx, ticket, { state: after, waitsSince: isOpen ? now : null, now });
        if (after === 'RESOLVED') await mailSolved(parts, tx, ticket);
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
        const all = [ticket, ...(await mergedInto(tx, id))];
        await deleteTicket(tx, id);
        for (const { userId, keyId } of all) if (userId === null) await vault.destroy(tx, keyId);
      });
}

/** Raises the alarm for complaints whose acknowledgement or final letter is late. */
export async function alarmLateComplaints({
  db,
  clock,
  log,
}: Pick<SupportParts, 'db' | 'clock'> & { readonly log: Pick<Logger, 'error'> }): Promise<void> {
  const now = clock.now();
  const late = (await openComplaints(db)).filter((ticket) => (complaintDue(ticket)?.at ?? now) < now);
  if (late.length === 0) return;
  const tickets = late.slice(0, 20).map(({ number }) => `T-${number}`);
  log.error({ alarm: 'complaints', tickets, count: late.length }, 'complaints wait longer than they may');
}
