import { randomBytes } from 'node:crypto';
import { SoftwareAuthenticator } from '#tests/sign-in/software-authenticator.ts';

export const PASSWORD = 'Harbour-48-lamp';

/** Somebody with an account who writes, from an address and with limits of their own. */
export interface Writer {
  readonly origin: string;
  readonly email: string;
  /** Of the link in a mail; whoever has it may use it. */
  readonly unsubscribeToken: string;
  /** `POST /path` of the API, signed in. */
  call(line: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Called>;
}

export interface Called {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** A place where a person may write what they like. */
export interface FreeText {
  readonly name: string;
  /** Status of the answer. */
  write(writer: Writer, text: string): Promise<number>;
  /** Whether the product takes a text there. */
  takes(text: string): boolean;
  /** What is seen of it on which page, or in which mails: the text, whole. */
  readonly shown?: 'security page' | 'mails';
  /** Where in the back office it is read, whole. */
  readonly atDesk?: 'tickets' | 'ideas';
}

const never = () => false;
const always = () => true;
const upTo = (most: number) => (text: string) => text.length <= most;
const trimmedUpTo = (most: number) => (text: string) => text.trim().length <= most;

/** What a header can hold of a text. */
export function inHeader(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '');
}

/** Recovery codes of writers who have a passkey, by address: their password alone signs nobody in. */
export const recoveryCodes = new Map<string, string[]>();

async function addPasskey(writer: Writer, name: string): Promise<number> {
  const { json } = await writer.call('POST /user/passkeys/options');
  const device = new SoftwareAuthenticator(writer.origin);
  const credential = device.make(json['options'] as Record<string, unknown>);
  const added = await writer.call('POST /user/passkeys', { credential, name });
  if (Array.isArray(added.json['recoveryCodes'])) recoveryCodes.set(writer.email, added.json['recoveryCodes']);
  return added.status;
}

/** One pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function uploadNamed(writer: Writer, name: string): Promise<number> {
  const form = new FormData();
  form.append('avatar', new Blob([PICTURE], { type: 'image/png' }), name);
  return (await writer.call('POST /user/uploadAvatar', form)).status;
}

/** Of each writer by address: they have one ticket. */
export const ticketOf = new Map<string, string>();

/** The first begins the ticket, the others are messages of it. */
async function writeToSupport(writer: Writer, message: string): Promise<number> {
  const ticket = ticketOf.get(writer.email);
  if (ticket !== undefined) return (await writer.call(`POST /support/tickets/${ticket}/messages`, { message })).status;
  const name = message.slice(0, 100);
  const body = { firstName: name, lastName: name, email: writer.email, message, terms: true };
  const { status, json } = await writer.call('POST /support/tickets', body);
  if (status < 300) ticketOf.set(writer.email, String(json['id']));
  return status;
}

/** A label of an address that nobody had before. */
async function saveAddress(writer: Writer, label: string): Promise<number> {
  const address = `0x${randomBytes(20).toString('hex')}`;
  return (await writer.call('POST /transaction/address-book', { network: 'ethereum', address, label })).status;
}

/** A text in the body or the query of one route. */
function field(
  name: string,
  line: string,
  about: { readonly of: (text: string) => object | string; readonly takes: (text: string) => boolean },
): FreeText {
  return {
    name,
    takes: about.takes,
    write: async (writer, text) => {
      const given = about.of(text);
      const query = typeof given === 'string' ? encodeURIComponent(given) : '';
      const sent = typeof given === 'string' ? undefined : given;
      return (await writer.call(`${line}${query}`, sent)).status;
    },
  };
}

const KEY = { kind: 'bearer', realm: 'demo', scopes: ['read'] };
const mail = (text: string) => `${text}@mail.test`;
const sameText = (text: string) => text;

/** Every place of the API that takes words of a person; what comes from lists, numbers and ids is none. */
export const FREE_TEXTS: readonly FreeText[] = [
  {
    name: 'user agent',
    // A device is named after what its browser says of itself. First: with a passkey a sign-in is not over with the password.
    write: async (writer, text) => {
      const { email } = writer;
      const body = { email, password: PASSWORD };
      return (await writer.call('POST /auth/login', body, { 'user-agent': inHeader(text) })).status;
    },
    takes: always,
    shown: 'mails',
  },
  ...['firstName', 'lastName', 'nickname'].map((name) =>
    field(name, 'POST /user/updatePersonalInfo', { of: (text) => ({ [name]: text }), takes: never }),
  ),
  { name: 'name of a passkey', write: addPasskey, takes: trimmedUpTo(60), shown: 'security page' },
  {
    ...field('name of an API key', 'POST /user/api-keys', {
      of: (name) => ({ ...KEY, name }),
      takes: trimmedUpTo(60),
    }),
    shown: 'security page',
  },
  field('address of an API key', 'POST /user/api-keys', {
    of: (text) => ({ ...KEY, name: 'Bot', addresses: [text] }),
    takes: never,
  }),
  {
    name: 'comment at the end of mails',
    write: async (writer, comment) => {
      const body = { token: writer.unsubscribeToken, reasons: ['other'], comment };
      return (await writer.call('POST /user/unsubscribe-emails', body)).status;
    },
    takes: always,
  },
  field('referral', 'POST /auth/page-view', { of: (referral) => ({ referral }), takes: upTo(64) }),
  field('utm', 'POST /auth/page-view', { of: (utm) => ({ utm }), takes: upTo(500) }),
  field('utm by name', 'POST /auth/page-view', { of: (text) => ({ utm: { utm_source: text } }), takes: upTo(200) }),
  field('e-mail of a sign-up', 'POST /auth/registration', {
    of: (text) => ({ email: mail(text), password: PASSWORD, country: 'PT', residentDeclaration: true }),
    takes: never,
  }),
  field('e-mail of a forgotten password', 'POST /auth/forgot-password', {
    of: (text) => ({ email: mail(text) }),
    takes: never,
  }),
  field('e-mail of a change', 'POST /user/change-email', { of: (text) => ({ email: mail(text) }), takes: never }),
  field('search of predictions', 'GET /trade/predictions?search=', { of: sameText, takes: upTo(100) }),
  field('search of orders', 'GET /orders?search=', { of: sameText, takes: upTo(100) }),
  { name: 'file name of a picture', write: uploadNamed, takes: always },
  { name: 'message of a ticket', write: writeToSupport, takes: always, atDesk: 'tickets' },
  {
    ...field('idea', 'POST /ideas', {
      of: (text) => ({ category: 'website', title: text.slice(0, 120), description: text }),
      takes: always,
    }),
    atDesk: 'ideas',
  },
  { name: 'label of an address', write: saveAddress, takes: trimmedUpTo(40) },
];
