import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { FILES_OF_MESSAGE, FILES_OF_TICKET } from '#domain/support/files.ts';
import { MESSAGES_A_DAY, ticketAfter } from '#domain/support/ticket.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import { drawApart, inTurn, type Kept } from '#server/pictures/draw-apart.ts';
import { newFileKey, openFileKey, openObject, sealObject } from '#server/vault/sealed-bytes.ts';
import { readLink, signLink } from '#server/vault/signed-link.ts';
import type { SupportParts } from './contract.ts';
import { changeTicket, countWritten, findTicket, lastMessage, lockTicket, type Ticket } from './store.ts';
import { countFiles, findFile, insertFile, type TicketFile } from './store-files.ts';
import { keepMessage } from './messages.ts';

/** An address stays the same for so long, so that a page that asks again loads no picture anew; it holds at most twice as long. */
const LINK_MS = 10 * MINUTE_MS;

const FULL = refused({ code: 'UploadError', reason: 'TOO_MANY_FILES', document: 'ticket' });

/** Who adds a file. null: the person; else the colleague who answers. */
interface Adding {
  readonly ticket: string;
  readonly bytes: Buffer;
  readonly author: string | null;
}

/** The address of a file of a ticket on the host of files. Whoever makes it has asked whether they may see it. */
export function ticketFileUrl(
  { config, clock, vault }: Pick<SupportParts, 'config' | 'clock' | 'vault'>,
  { id }: Pick<TicketFile, 'id'>,
): string {
  const until = (Math.floor(clock.now() / LINK_MS) + 2) * LINK_MS;
  return `${config.origins.files}/files/private/${signLink({ id, until }, { kind: 'ticket', signer: vault })}`;
}

/** The file that such an address names; null where there is none to see. */
export async function ticketFileByLink(
  { db, clock, vault }: Pick<SupportParts, 'db' | 'clock' | 'vault'>,
  token: string,
): Promise<{ readonly bytes: Buffer; readonly media: string } | null> {
  const id = readLink(token, { kind: 'ticket', signer: vault, now: clock.now() });
  const file = id === null ? null : await findFile(db, id);
  if (id === null || file === null) return null;
  const key = await openFileKey(vault, db, { userId: file.keyId, key: file.key });
  return key === null ? null : { bytes: openObject(file.sealed, { key, object: id }), media: file.media };
}

/**
 * Takes a file: it is drawn anew and kept with the last message of the thread, where whoever adds it wrote that. A person’s file makes a message of
 * its own otherwise; an agent’s belongs to an answer. The same file again changes nothing.
 */
export async function addFile(parts: SupportParts, adding: Adding): Promise<Outcome<null>> {
  const ahead = await findTicket(parts.db, adding.ticket);
  const closed = ahead === null ? refused({ code: 'NotFound' }) : refusalOf(ahead, adding.author);
  if (closed !== null) return closed;
  const drawn = await inTurn(() => drawApart(adding.bytes, { pdf: true, shows: 'any' }));
  if (!drawn.ok) return refused({ code: 'UploadError', reason: drawn.reason, document: 'ticket' });
  return transaction(parts.db, async (tx) => {
    const ticket = await lockTicket(tx, adding.ticket);
    const late = ticket === null ? refused({ code: 'NotFound' }) : refusalOf(ticket, adding.author);
    if (ticket === null || late !== null) return late ?? refused({ code: 'NotFound' });
    return keepFile(parts, tx, { ticket, adding, kept: drawn.kept });
  });
}

/** Why a ticket takes no file now; null: it does. */
function refusalOf(ticket: Ticket, author: string | null) {
  return author === null && ticketAfter(ticket.state, 'write') === null ? refused({ code: 'TicketClosed' }) : null;
}

async function keepFile(
  parts: SupportParts,
  tx: PoolClient,
  { ticket, adding, kept }: { readonly ticket: Ticket; readonly adding: Adding; readonly kept: Kept },
): Promise<Outcome<null>> {
  const { author } = adding;
  const now = parts.clock.now();
  const last = await lastMessage(tx, ticket.id);
  const isOwn = last !== null && (last.author === null) === (author === null);
  if (!isOwn && author !== null) return refused({ code: 'ActRefused', why: 'Answer first: files go with an answer.' });
  const digest = digestOf(parts.vault, adding.bytes);
  const there = await countFiles(tx, { ticket: ticket.id, message: last?.id ?? ticket.id, digest });
  if (there.isThere && isOwn) return ok(null);
  if (there.ofTicket >= FILES_OF_TICKET || (isOwn && there.ofMessage >= FILES_OF_MESSAGE)) return FULL;
  if (!isOwn && (await countWritten(tx, ticket.id, now - DAY_MS)) >= MESSAGES_A_DAY)
    return refused({ code: 'TicketLimit' });
  const message = isOwn ? last.id : await keepMessage(parts, tx, { ticket, author, text: '' });
  if (author === null) {
    const state = ticketAfter(ticket.state, 'write') ?? ticket.state;
    await changeTicket(tx, ticket, { state, waitsSince: ticket.waitsSince ?? now, now });
  }
  await storeFile(parts, tx, { ticket, message, bytes: adding.bytes, kept });
  return ok(null);
}

/** Puts a file that was drawn anew behind a message. `bytes`: as they came. */
export async function storeFile(
  { vault, clock }: SupportParts,
  tx: PoolClient,
  file: { readonly ticket: Ticket; readonly message: string; readonly bytes: Buffer; readonly kept: Kept },
): Promise<void> {
  const { ticket, message, bytes, kept } = file;
  const id = uuidv7();
  const key = await newFileKey(vault, tx, ticket.keyId);
  const open = (await openFileKey(vault, tx, { userId: ticket.keyId, key })) ?? Buffer.alloc(0);
  const sealed = sealObject(kept.bytes, { key: open, object: id });
  const { media, width, height } = kept;
  const { userId } = ticket;
  const digest = digestOf(vault, bytes);
  await insertFile(tx, {
    id,
    ticket: ticket.id,
    message,
    userId,
    digest,
    key,
    sealed,
    media,
    width,
    height,
    at: clock.now(),
  });
}

/** What a file is known by: the same again is the same file. */
function digestOf(vault: SupportParts['vault'], bytes: Buffer): Buffer {
  return vault.blind(`ticket file/v1|${createHash('sha256').update(bytes).digest('hex')}`);
}
