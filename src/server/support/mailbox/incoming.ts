import PostalMime, { type Address, type Email } from 'postal-mime';
import { readEmail } from '#domain/identity/email.ts';
import { LARGEST_TICKET_FILE } from '#domain/support/files.ts';
import { plainSubject, withoutQuotes } from '#domain/support/mail-text.ts';
import { asLine, asLines } from '#protocol/texts.ts';
import { mailLocaleOf } from '#server/mail/index.ts';
import { textOfHtml } from './html-text.ts';

/** A mail to support, read. */
export interface Incoming {
  readonly from: { readonly email: string; readonly name: string };
  /** Whom it was sent to, by envelope and headers. */
  readonly to: readonly string[];
  /** Without what programs put before it. */
  readonly subject: string;
  /** As it came. */
  readonly fullSubject: string;
  /** What they wrote, without quoted mails. */
  readonly text: string;
  readonly messageId: string | null;
  /** Ids of mails that it answers, the nearest first. */
  readonly references: readonly string[];
  /** A program wrote it. */
  readonly isAutomatic: boolean;
  readonly language: string;
  readonly files: readonly Buffer[];
  /** Attachments that are too large to be looked at. */
  readonly tooLarge: number;
}

/** What the line said before the mail. */
export interface Envelope {
  /** Empty: a bounce. */
  readonly from: string;
  readonly to: readonly string[];
}

const MAIL_ID = /<[\x21-\x3B\x3D\x3F-\x7E]{1,240}>/g;
const MOST_IDS = 50;
const LONGEST_SUBJECT = 200;
const LONGEST_NAME = 100;
const AUTOMATIC_HEADERS = new Set([
  'list-id',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-auto-response-suppress',
]);

/** Reads the bytes of a mail; null: nobody can be answered, for it names no sender, or it is no mail. */
export async function readIncoming(bytes: Buffer, envelope: Envelope): Promise<Incoming | null> {
  const mail = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: 30,
    maxHeadersSize: 256 * 1024,
  }).catch(() => null);
  const [sender] = mail === null ? [] : mailboxesOf(mail.from);
  const email = readEmail(sender?.address ?? '');
  if (mail === null || email === null) return null;
  const fullSubject = asLine(mail.subject ?? '')
    .trim()
    .slice(0, LONGEST_SUBJECT);
  const text = writtenIn(mail);
  const large = mail.attachments.filter(({ content }) => sizeOf(content) > LARGEST_TICKET_FILE);
  return {
    from: {
      email,
      name: asLine(sender?.name ?? '')
        .trim()
        .slice(0, LONGEST_NAME),
    },
    to: [
      ...envelope.to,
      ...[...(mail.to ?? []), ...(mail.cc ?? [])].flatMap(mailboxesOf).map(({ address }) => address),
    ],
    subject: plainSubject(fullSubject),
    fullSubject,
    text,
    messageId: idsIn(mail.messageId)[0] ?? null,
    references: [...idsIn(mail.inReplyTo), ...idsIn(mail.references).toReversed()].slice(0, MOST_IDS),
    isAutomatic: envelope.from === '' || isAutomatic(mail),
    language: languageOf(mail, text),
    files: mail.attachments.filter((one) => !large.includes(one)).map(({ content }) => bytesOf(content)),
    tooLarge: large.length,
  };
}

function mailboxesOf(address: Address | undefined) {
  return address === undefined ? [] : (address.group ?? [address]);
}

const sizeOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? content.length : content.byteLength;
const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
const idsIn = (header: string | undefined): readonly string[] => header?.match(MAIL_ID) ?? [];

/** Without more than two line breaks in a row. */
function writtenIn({ text = '', html = '' }: Email): string {
  const plain = text.trim() === '' ? textOfHtml(html) : text;
  return asLines(withoutQuotes(plain))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Programs say that they are one, in several ways (RFC 3834). */
function isAutomatic({ headers }: Email): boolean {
  return headers.some(({ key, value }) => {
    const said = value.trim().toLowerCase();
    if (key === 'auto-submitted') return said !== 'no';
    if (key === 'precedence') return /^(?:bulk|junk|list|auto_reply)$/.test(said);
    if (key === 'content-type') return said.startsWith('multipart/report');
    return AUTOMATIC_HEADERS.has(key);
  });
}

const SCRIPTS = [
  [/\p{Script=Arabic}/u, 'ar'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'jp'],
  [/\p{Script=Han}/u, 'ch'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/[іїєґ]/i, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
] as const;

/** That the mail names, else that of its letters. */
function languageOf({ headers }: Email, text: string): string {
  const named = headers
    .find(({ key }) => key === 'content-language' || key === 'accept-language')
    ?.value.split(/[,;]/)[0];
  if (named !== undefined && /^\s*[a-z]{2}\b/i.test(named)) return mailLocaleOf(named.trim());
  return SCRIPTS.find(([letters]) => letters.test(text))?.[1] ?? 'en';
}
