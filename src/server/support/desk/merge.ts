import { ok, refused } from '#domain/outcome.ts';
import { OURS, ticketAfter } from '#domain/support/ticket.ts';
import { actorOf } from '#server/audit/index.ts';
import type { Queryable } from '#server/db/index.ts';
import { line, recordLink } from '#server/desk/cells.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import { changeTicket, findByNumber, findTicket, lockTicket, mergedInto, mergeOn, type Ticket } from '../store.ts';
import { numberOf } from '../wire.ts';
import { move, NOT_NOW, refusesNow } from './acting.ts';
import type { SupportDeskParts } from './parts.ts';

/** Why one ticket does not go on in another, in a sentence; null: it may. */
function whyNot(from: Ticket, into: Ticket): string | null {
  if (from.id === into.id) return 'It is this ticket.';
  const isSame =
    from.userId === null
      ? into.userId === null && from.emailBlind !== null && into.emailBlind?.equals(from.emailBlind) === true
      : from.userId === into.userId;
  if (!isSame) return 'The other ticket is of somebody else.';
  if (into.mergedInto !== null || ticketAfter(into.state, 'write') === null)
    return 'The other ticket takes nothing any more.';
  if (from.kind === 'COMPLAINT' && into.kind !== 'COMPLAINT')
    return 'A complaint stays in the register: merge the other one into it.';
  return null;
}

/** Two tickets of one person about the same thing become one. */
export function mergeAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'merge',
    label: 'Merge into another ticket',
    text: 'It goes on in the other ticket, which then shows all that was written in both. This one stays to be read, with its links.',
    permission: 'support.write',
    rule: 'Tickets of the same person alone.',
    order: 65,
    fields: [{ name: 'into', label: 'Number of the other ticket', kind: 'text' }],
    refuses: refusesNow(parts, 'merge'),
    ...transacted(parts.db, async (tx, { id, by, reason, fields }) => {
      const number = /^\s*(?:T-?)?([0-9]{1,15})\s*$/i.exec(fields['into'] ?? '')?.[1];
      const named = number === undefined ? null : await findByNumber(tx, number);
      if (named === null) return wrongField('into', 'missing');
      // In one order, whichever of the two is merged into the other.
      for (const one of [id, named.id].toSorted()) await lockTicket(tx, one);
      const [from, into] = [await findTicket(tx, id), await findTicket(tx, named.id)];
      const state = from === null ? null : ticketAfter(from.state, 'merge');
      if (from === null || into === null || state === null) return refused({ code: 'ActRefused', why: NOT_NOW });
      const why = into.userId === by.userId ? NOT_NOW : whyNot(from, into);
      if (why !== null) return refused({ code: 'ActRefused', why });
      const to = { state, team: null, waitsSince: null, mergedInto: into.id };
      await mergeOn(tx, { from: from.id, into: into.id });
      await move(parts, tx, { ticket: from, by, reason, action: 'ticket.merged', to });
      await parts.audit.write(tx, {
        ...actorOf(by),
        action: 'ticket.merged_from',
        objectType: 'ticket',
        objectId: into.id,
        subjectId: into.userId ?? undefined,
        reason,
        after: { from: numberOf(from) },
      });
      const now = parts.clock.now();
      // What waited for us there waits here now.
      const isOurs = OURS.some((ours) => ours === from.state);
      const waitsSince = Math.min(from.waitsSince ?? now, into.waitsSince ?? now);
      if (isOurs)
        await changeTicket(tx, into, { state: ticketAfter(into.state, 'write') ?? into.state, waitsSince, now });
      return ok(`It goes on in ${numberOf(into)}.`);
    }),
  };
}

/** Where a ticket went, and which came into it. */
export async function mergedLines(db: Queryable, ticket: Ticket) {
  const into = ticket.mergedInto === null ? null : await findTicket(db, ticket.mergedInto);
  const from = await mergedInto(db, ticket.id);
  return [
    ...(into === null ? [] : [line('Goes on in', recordLink('tickets', into.id, numberOf(into)))]),
    ...from.map((one) => line('Merged', recordLink('tickets', one.id, numberOf(one)))),
  ];
}
