import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { beginningOf } from '#domain/identity/email.ts';
import type { Outcome } from '#domain/outcome.ts';
import { FILES_OF_MESSAGE, FILES_OF_TICKET } from '#domain/support/files.ts';
import { isRead } from '#domain/support/mail-text.ts';
import { LONGEST_MAIL } from '#domain/support/ticket.ts';
import { HOUR_MS } from '#domain/time.ts';
import { crashAt } from '#server/crash-points.ts';
import { transaction } from '#server/db/index.ts';
import { drawApart, inTurn, type Kept } from '#server/pictures/draw-apart.ts';
import { emailBlind } from '#server/vault/index.ts';
import type { SupportParts } from '../contract.ts';
import { storeFile } from '../files.ts';
import { mailReceived } from '../mail-out.ts';
import { lockBeginner } from '../store.ts';
import { filesOf } from '../store-files.ts';
import { openTicket, writeTo, type Written } from '../writing.ts';
import type { Incoming } from './incoming.ts';
import { ticketOfMail, type Found } from './joining.ts';
import { insertIncoming, isKept, wasAnsweredSince } from './store-mails.ts';

/** An automatic answer to one address, at most once in this time, ms. */
const ANSWERED_EVERY_MS = HOUR_MS;

/** `known`: it had come before. `refused`: nothing of it is kept, and whoever sends it is told why. */
export type Taken =
  | { readonly end: 'kept' | 'known' }
  | { readonly end: 'refused'; readonly why: 'empty' | 'long' | 'limit' };

interface Drawn {
  readonly files: readonly { readonly bytes: Buffer; readonly kept: Kept }[];
  readonly leftOut: number;
}

/**
 * Keeps a mail: in the ticket that it answers, else in a new one of whoever wrote it. When this resolves it is in the database, with its files
 * and with the automatic answer.
 */
export async function takeMail(parts: SupportParts, mail: Incoming): Promise<Taken> {
  const said = [mail.subject, mail.text].filter((part) => part !== '').join('\n\n');
  if (said === '' && mail.files.length === 0) return { end: 'refused', why: 'empty' };
  if (mail.text.length > LONGEST_MAIL) return { end: 'refused', why: 'long' };
  const known = { senderBlind: emailBlind(parts, mail.from.email), digest: digestOf(parts, mail) };
  if (await isKept(parts.db, known)) return { end: 'known' };
  // Before the transaction: a file of a stranger may take seconds.
  const drawn = await drawAll(mail);
  const taken = await transaction(parts.db, async (tx): Promise<Taken> => {
    // One mail of an address at a time: the same one may come twice at once.
    await lockBeginner(tx, mail.from.email);
    if (await isKept(tx, known)) return { end: 'known' };
    const found = await ticketOfMail(parts, tx, mail);
    const written = await write(parts, tx, { mail, found, said });
    if (!written.ok) return { end: 'refused', why: 'limit' };
    const { ticket, message } = written.value;
    const leftOut = drawn.leftOut + (await keepFiles(parts, tx, { written: written.value, drawn }));
    const wasAnswered = found === null && (await mayAnswer(parts, tx, { mail, ...known }));
    const { messageId, isAutomatic } = mail;
    await insertIncoming(tx, {
      ...known,
      id: uuidv7(),
      ticket: ticket.id,
      message,
      userId: ticket.userId,
      messageId,
      joined: found?.joined ?? 'BEGAN',
      leftOut,
      isAutomatic,
      wasAnswered,
      at: parts.clock.now(),
    });
    if (wasAnswered) await mailReceived(parts, tx, { ticket, to: mail.from.email });
    crashAt('mail.stored');
    return { end: 'kept' };
  });
  crashAt('mail.committed');
  return taken;
}

/** A server that did not hear our yes sends the same again: by its id, or by what it says. */
function digestOf({ vault }: Pick<SupportParts, 'vault'>, { messageId, subject, text, files }: Incoming): Buffer {
  const hash = createHash('sha256').update(JSON.stringify([messageId, subject, text]));
  for (const file of files) hash.update(file);
  return vault.blind(`incoming mail/v1|${hash.digest('hex')}`);
}

async function write(
  parts: SupportParts,
  tx: PoolClient,
  { mail, found, said }: { readonly mail: Incoming; readonly found: Found | null; readonly said: string },
): Promise<Outcome<Written>> {
  const { isAutomatic, language, from } = mail;
  if (found !== null) return writeTo(parts, tx, { id: found.ticket.id, text: mail.text, isAutomatic });
  const [firstName = '', ...rest] = from.name.split(' ');
  const sender = {
    firstName: firstName === '' ? beginningOf(from.email) : firstName,
    lastName: rest.join(' '),
    email: from.email,
    phone: '',
  };
  // Whoever has an account writes as a visitor too: anybody can put their address on a mail.
  return openTicket(parts, tx, { sender, by: { userId: null, language }, text: said });
}

/** Draws the attachments anew, one after the other. */
async function drawAll({ files, tooLarge }: Incoming): Promise<Drawn> {
  const different = files.filter((file, index) => files.findIndex((one) => one.equals(file)) === index);
  const drawn: { readonly bytes: Buffer; readonly kept: Kept }[] = [];
  let leftOut = tooLarge;
  for (const bytes of different) {
    const one =
      drawn.length < FILES_OF_MESSAGE ? await inTurn(() => drawApart(bytes, { pdf: true, shows: 'any' })) : null;
    if (one?.ok === true) drawn.push({ bytes, kept: one.kept });
    else leftOut += 1;
  }
  return { files: drawn, leftOut };
}

/** How many found no room in the ticket. */
async function keepFiles(
  parts: SupportParts,
  tx: PoolClient,
  { written, drawn }: { readonly written: Written; readonly drawn: Drawn },
): Promise<number> {
  if (drawn.files.length === 0) return 0;
  const room = Math.max(0, FILES_OF_TICKET - (await filesOf(tx, written.ticket.id)).length);
  for (const file of drawn.files.slice(0, room)) await storeFile(parts, tx, { ...written, ...file });
  return Math.max(0, drawn.files.length - room);
}

/** Nobody is answered by a program who is one, whom nobody reads, or who was answered within the hour: so no two programs write to each other. */
async function mayAnswer(
  { clock }: SupportParts,
  tx: PoolClient,
  { mail, senderBlind }: { readonly mail: Incoming; readonly senderBlind: Buffer },
): Promise<boolean> {
  if (mail.isAutomatic || !isRead(mail.from.email)) return false;
  return !(await wasAnsweredSince(tx, { senderBlind, since: clock.now() - ANSWERED_EVERY_MS }));
}
