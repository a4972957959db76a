import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { readNumbers, splitClocks } from '#domain/support/split.ts';
import { ticketAfter } from '#domain/support/ticket.ts';
import { actorOf } from '#server/audit/index.ts';
import type { Queryable } from '#server/db/index.ts';
import { line, recordLink } from '#server/desk/cells.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { transacted } from '#server/desk/index.ts';
import type { SupportParts } from '../contract.ts';
import { findTicket, lockTicket, messagesOf, splitFrom, type Message, type Ticket } from '../store.ts';
import { fileKeysOf, insertSplit, moveFile, moveMessage } from '../store-split.ts';
import { numberOf } from '../wire.ts';
import { move, NOT_NOW, refusesNow } from './acting.ts';
import type { SupportDeskParts } from './parts.ts';

/** Messages about another thing go on in a ticket of their own. Merging the two takes it back. */
export function splitAct(parts: SupportDeskParts): ActSeat {
  return {
    desk: 'tickets',
    id: 'split',
    label: 'Split',
    text: 'Some of its messages, with their files, go on in a new ticket of the same person. Merging the two takes it back.',
    permission: 'support.write',
    rule: 'Two things in one ticket. Each of the two keeps something that the person wrote.',
    order: 66,
    fields: async ({ id }) => [
      { name: 'messages', label: 'Numbers of the messages that leave, such as 2, 4-6', kind: 'text' },
      // The numbers are those that the page showed, also where somebody wrote or split meanwhile.
      { name: 'seen', label: 'Messages', kind: 'fixed', value: (await idsOf(parts.db, id)).join(' ') },
    ],
    refuses: refusesNow(parts, 'split'),
    ...transacted(parts.db, (tx, doing) => split(parts, tx, doing)),
  };
}

const idsOf = async (db: Queryable, ticket: string) => (await messagesOf(db, ticket)).map(({ id }) => id);

async function split(parts: SupportDeskParts, tx: PoolClient, doing: ActDoing): Promise<Outcome<string>> {
  const { id, by, reason, fields } = doing;
  const ticket = await lockTicket(tx, id);
  if (ticket === null || ticketAfter(ticket.state, 'split') === null || ticket.userId === by.userId)
    return refused({ code: 'ActRefused', why: NOT_NOW });
  const seen = (fields['seen'] ?? '').split(' ');
  const numbers = readNumbers(fields['messages'] ?? '', seen.length);
  if (numbers === null) return wrongField('messages', 'malformed');
  const chosen = new Set(numbers.map((number) => seen[number - 1]));
  const all = await messagesOf(tx, id);
  const leaving = all.filter((message) => chosen.has(message.id));
  if (leaving.length !== chosen.size)
    return refused({ code: 'ActRefused', why: 'Some of these messages stand elsewhere by now: load the page again.' });
  const isOfPerson = ({ author }: Message) => author === null;
  if (!leaving.some(isOfPerson) || !all.some((message) => isOfPerson(message) && !chosen.has(message.id)))
    return refused({ code: 'ActRefused', why: 'Each of the two keeps something that the person wrote.' });
  const made = await begin(parts, tx, { ticket, leaving });
  if (made === null) return refused({ code: 'ActRefused', why: 'It can be read no more.' });
  await move(parts, tx, { ticket, by, reason, action: 'ticket.split', to: {} });
  await parts.audit.write(tx, {
    ...actorOf(by),
    action: 'ticket.split_off',
    objectType: 'ticket',
    objectId: made.id,
    subjectId: made.userId ?? undefined,
    reason,
    after: { from: numberOf(ticket), messages: String(leaving.length) },
  });
  return ok(`They go on in ${numberOf(made)}.`);
}

/** The new ticket with its messages; null: what they were sealed with is gone. */
async function begin(
  parts: SupportDeskParts,
  tx: PoolClient,
  { ticket, leaving }: { readonly ticket: Ticket; readonly leaving: readonly Message[] },
): Promise<Ticket | null> {
  const id = uuidv7();
  const keyId = ticket.userId ?? id;
  const sender = await resealed(parts, tx, { sealed: ticket.sender, from: ticket.keyId, to: keyId });
  if (sender === null) return null;
  // All of it is read before any of it is written: a refusal leaves nothing behind.
  const moved: { readonly id: string; readonly body: Buffer }[] = [];
  const files: { readonly id: string; readonly key: Buffer }[] = [];
  for (const message of leaving) {
    const from = message.keyId;
    const body = await resealed(parts, tx, { sealed: message.body, from, to: keyId });
    if (body === null) return null;
    moved.push({ id: message.id, body });
    for (const file of await fileKeysOf(tx, message.id)) {
      const key = await resealed(parts, tx, { sealed: file.key, from, to: keyId });
      if (key === null) return null;
      files.push({ id: file.id, key });
    }
  }
  const clocks = splitClocks(leaving.map(({ author, at }) => ({ isOurs: author !== null, at })));
  const made = await insertSplit(tx, ticket, { ...clocks, id, keyId, sender, now: parts.clock.now() });
  for (const message of moved) await moveMessage(tx, { id: message.id, to: id, body: message.body });
  for (const file of files) await moveFile(tx, { id: file.id, to: id, key: file.key });
  return made;
}

/** Each ticket of a visitor has a key of its own, which ends with it. null: the old one is gone. */
async function resealed(
  { vault }: Pick<SupportParts, 'vault'>,
  tx: PoolClient,
  { sealed, from, to }: { readonly sealed: Buffer; readonly from: string; readonly to: string },
): Promise<Buffer | null> {
  if (from === to) return sealed;
  const text = await vault.open(tx, from, sealed);
  return text === null ? null : vault.seal(tx, to, text);
}

/** Of which ticket one was split, and which were split from it. */
export async function splitLines(db: Queryable, ticket: Ticket) {
  const from = ticket.splitFrom === null ? null : await findTicket(db, ticket.splitFrom);
  return [
    ...(from === null ? [] : [line('Split from', recordLink('tickets', from.id, numberOf(from)))]),
    ...(await splitFrom(db, ticket.id)).map((one) => line('Split off', recordLink('tickets', one.id, numberOf(one)))),
  ];
}
