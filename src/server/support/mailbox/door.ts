import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { Logger } from 'pino';
import type { SupportMailPlace } from '#server/config/support-mail.ts';
import type { Upkeep } from '#server/upkeep/upkeep.ts';
import type { SupportParts } from '../contract.ts';
import { wordBehind } from './address.ts';
import { readIncoming, type Envelope } from './incoming.ts';
import { takeMail, type Taken } from './take.ts';

export interface DoorParts extends SupportParts {
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** A mail with all its attachments, as it is on the way, bytes. */
export const LARGEST_MAIL = 25 * 1_048_576;
const MOST_CLIENTS = 10;
const SILENCE_MS = 60_000;
const AGAIN_MS = 5_000;

const SAYS = {
  sender: [550, '5.7.1 This mail names no sender who could be answered.'],
  own: [550, '5.4.6 This mail comes from our own address.'],
  size: [552, '5.3.4 This mail is too large.'],
  empty: [554, '5.6.0 There is nothing in this mail.'],
  long: [552, '5.3.4 This text is too long: write at most 10,000 characters.'],
  limit: [550, '5.7.1 Too many mails of this address today.'],
  nobody: [550, '5.1.1 Nobody here has this address.'],
  later: [451, '4.3.0 This mail could not be kept now. Send it again.'],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

/** What a server is told that is not to keep a mail of its own. */
class Refused extends Error {
  readonly responseCode: number;

  constructor(why: keyof typeof SAYS) {
    super(SAYS[why][1]);
    this.responseCode = SAYS[why][0];
  }
}

/** Listens for mails to support, as long as it runs. Its port may still belong to a process that ends: it tries again. */
export function openMailDoor(parts: DoorParts, place: SupportMailPlace): Upkeep {
  const ending = new AbortController();
  let server: SMTPServer | null = null;
  const opened = (async () => {
    for (let tries = 0; !ending.signal.aborted; tries += 1) {
      server = await listen(parts, place).catch((error: unknown) => {
        if (tries === 0)
          parts.log.warn({ err: error, ...place }, 'mails to support cannot come in yet: their port is not free');
        return null;
      });
      if (server !== null) return;
      await pause(AGAIN_MS, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  })();
  return {
    stop: async () => {
      ending.abort();
      await opened;
      const open = server;
      if (open !== null) await new Promise<void>((done) => open.close(() => done()));
    },
  };
}

async function listen(parts: DoorParts, place: SupportMailPlace): Promise<SMTPServer> {
  // Where no mails come in nothing of it is loaded.
  const { SMTPServer: Server } = await import('smtp-server');
  const server = new Server({
    // A mail server of the operator stands in front: it knows who may send, and encrypts.
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_MAIL,
    maxClients: MOST_CLIENTS,
    maxRecipients: 20,
    socketTimeout: SILENCE_MS,
    closeTimeout: 2_000,
    onRcptTo: ({ address }, _session, done) => {
      done(wordBehind(place.address, address) === null ? new Refused('nobody') : null);
    },
    onData: (stream, session, done) => {
      receive(parts, stream, session).then(
        () => done(null, 'We have it.'),
        (error: unknown) => {
          if (!(error instanceof Refused)) parts.log.warn({ err: error }, 'a mail to support could not be kept');
          done(error instanceof Refused ? error : new Refused('later'));
        },
      );
    },
  });
  server.on('error', (error) => parts.log.info({ err: error }, 'a connection that brings mails failed'));
  const listening = once(server.server, 'listening');
  server.listen(place.port, place.host);
  await listening;
  return server;
}

async function receive(parts: DoorParts, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const chunks: Buffer[] = [];
  // What is too large is read to its end, and not kept.
  for await (const chunk of stream) if (!stream.sizeExceeded) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw new Refused('size');
  const { mailFrom, rcptTo } = session.envelope;
  const taken = await receiveMail(parts, Buffer.concat(chunks), {
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
  });
  if (taken.end === 'refused') throw new Refused(taken.why);
}

/** Reads a mail and keeps it, unless it is one of our own. */
export async function receiveMail(
  parts: SupportParts,
  bytes: Buffer,
  envelope: Envelope,
): Promise<Taken | { readonly end: 'refused'; readonly why: 'sender' | 'own' }> {
  const mail = await readIncoming(bytes, envelope);
  if (mail === null) return { end: 'refused', why: 'sender' };
  if (isOurs(parts, mail.from.email)) return { end: 'refused', why: 'own' };
  return takeMail(parts, mail);
}

/** A mail of our own that came back would be answered for ever. */
function isOurs({ config }: SupportParts, email: string): boolean {
  const { supportMail, mail } = config;
  const from = (/<([^<>]+)>\s*$/.exec(mail.from)?.[1] ?? mail.from).trim().toLowerCase();
  return email === from || (supportMail !== null && wordBehind(supportMail.address, email) !== null);
}
