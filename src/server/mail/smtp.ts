import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailThread } from './contract.ts';
import type { RenderedMail } from './template.ts';

/** One mail on its way to the relay. */
export interface Letter extends RenderedMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly date: Date;
  readonly language: string;
  /** Link of the unsubscribe headers; null: a mail of the account itself. */
  readonly unsubscribeLink: string | null;
  /** null: it belongs to no conversation. */
  readonly thread: Omit<MailThread, 'messageId'> | null;
}

/**
 * How a try ended. `later`: the relay certainly does not have the mail, and may take it another time; `away`: the same, and it takes no
 * other either; `never`: it will not take it; `unsure`: the connection went after the whole mail was handed over and before the relay said a word.
 */
export type Delivery =
  | { readonly end: 'sent' }
  | { readonly end: 'later' | 'away' | 'never' | 'unsure'; readonly fault: string };

export interface Relay {
  /** `hand` is awaited before the last byte leaves: when it says false, or fails, the mail is not finished. */
  deliver(letter: Letter, hand: () => Promise<boolean>): Promise<Delivery>;
}

/** A relay that can be asked whether it would take a mail. */
export interface AskedRelay extends Relay {
  /** Connects, encrypts and signs in, and sends nothing. Numbers and codes of what went wrong; null: it is there. */
  check(): Promise<string | null>;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;

class NotHanded extends Error {}

/**
 * A relay by its URL (`smtp://user:password@host:587`, `smtps://…`). One connection a mail; nothing is repeated here.
 * With `requireTls` nothing is said to a relay that does not encrypt.
 */
export function createRelay({ url, requireTls }: { readonly url: string; readonly requireTls: boolean }): AskedRelay {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // The bytes as they are: a stream of the library's own would be read to its end before the relay has agreed to take it.
  transport.use('stream', (mail, done) => {
    const { raw } = mail.data;
    if (raw instanceof Readable) mail.message.createReadStream = () => raw;
    done();
  });
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    check: async () => {
      try {
        await transport.verify();
        return null;
      } catch (error) {
        return faultOf(error);
      }
    },
    deliver: async (letter, hand) => {
      const { message } = await writer.sendMail(compose(letter));
      const line = { isGone: false, hasAll: false, isOurs: true, marking: Promise.resolve(true) };
      const raw = Readable.from(
        (async function* inTwoParts() {
          const bytes = message as Buffer;
          yield bytes.subarray(0, -2);
          line.marking = hand();
          line.isOurs = await line.marking;
          if (!line.isOurs || line.isGone) throw new NotHanded('not to be finished');
          line.hasAll = true;
          yield bytes.subarray(-2);
        })(),
        { objectMode: false, highWaterMark: 64 * 1024 },
      );
      try {
        await transport.sendMail({ envelope: { from: addressOf(letter.from), to: letter.to }, raw });
        return { end: 'sent' };
      } catch (error) {
        line.isGone = true;
        // A mark that is still being set would come after what we say now.
        await line.marking.catch(() => false);
        return judge(error, line);
      }
    },
  };
}

function compose(letter: Letter) {
  const { unsubscribeLink: link, thread } = letter;
  const inReplyTo = thread?.references.at(-1);
  return {
    from: letter.from,
    to: letter.to,
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    messageId: letter.messageId,
    date: letter.date,
    ...(thread === null ? {} : { replyTo: thread.replyTo, references: [...thread.references] }),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    headers: {
      'Content-Language': letter.language,
      ...(thread?.isWritten === true ? {} : { 'Auto-Submitted': 'auto-generated' }),
      ...(link === null
        ? {}
        : { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

/** `Tikvo <no-reply@tikvo.example>` -> `no-reply@tikvo.example`. */
export function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

function judge(error: unknown, { hasAll, isOurs }: { readonly hasAll: boolean; readonly isOurs: boolean }): Delivery {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const fault = faultOf(error);
  if (hasAll && responseCode === undefined) return { end: 'unsure', fault };
  // 421: the whole service is closed; it says nothing of this mail.
  if (code === 'EAUTH' || responseCode === undefined || responseCode === 421) {
    return { end: isOurs ? 'away' : 'later', fault };
  }
  return { end: responseCode >= 500 ? 'never' : 'later', fault };
}

/** The words of a relay repeat the address: only its numbers are kept. */
function faultOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [responseCode, code].filter((part) => part !== undefined).join(' ') || 'unknown';
}
