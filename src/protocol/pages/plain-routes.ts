import type { z } from 'zod';
import { cspReport, healthAnswer, webhookBody, notReadyAnswer, readyAnswer } from '../site.ts';

/** What a plain route answers with. */
export interface PlainAnswer {
  readonly says: string;
  /** Content type -> what it holds; absent: no body. */
  readonly content?: Readonly<Record<string, PlainContent>>;
  /** Header -> what it says. */
  readonly headers?: Readonly<Record<string, string>>;
}
/** A schema of ours, the body of every refusal, any JSON object, text, or bytes. */
export type PlainContent = z.ZodType | 'refusal' | 'object' | 'text' | 'bytes';

export interface PlainRoute {
  readonly path: string;
  /** Default GET. */
  readonly method?: 'POST';
  readonly summary: string;
  /** Parts of the path, and values of the query (each may be left out): name -> what it is. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Values of the form that is posted: name -> what it has to be; null: anything, and it may be left out. */
  readonly form?: Readonly<Record<string, string | null>>;
  /** Another body that is posted: content type -> the fields that are looked at. */
  readonly takes?: Readonly<Record<string, z.ZodType>>;
  /** Requests of one address a minute; past them 429. Absent: asked by machines of the house, or counted by the route itself. */
  readonly rate?: number;
  /** Each status that the route itself decides on. */
  readonly answers: Readonly<Record<number, PlainAnswer>>;
}

const FOLDER = 'Folder of docs/receipts.md 7: `hours`, `keys`, `segments`.';
const FILE = 'Name of the file there.';

const page = (says: string): PlainAnswer => ({ says, content: { 'text/html': 'text' } });
const refused = (says: string): PlainAnswer => ({ says, content: { 'application/json': 'refusal' } });

const SHARED = { 'Access-Control-Allow-Origin': 'Always `*`: a checker on any page, or on a disk, may read it.' };
const jsonFile: PlainAnswer = {
  says: 'The file (docs/receipts.md 7).',
  headers: SHARED,
  content: { 'application/json': 'object' },
};
const noFile = refused('There is no such file: NotFound.');
const badBody = refused('A body that is too long, or of a kind that is not read: InvalidRequest.');

/** Of every route that has a rate. */
export const TOO_MANY: PlainAnswer = {
  ...refused('Too many from this address: RateLimit.'),
  headers: { 'Retry-After': 'Whole seconds until it is worth asking again.' },
};

/** Requests of one address a minute. Many people may stand behind one, and a checker reads whole hours of files. */
const RATES = { forms: 60, pages: 600, files: 1_200 } as const;
/** The same for every page that is drawn anew: documents have no row here. */
export const PAGE_RATE = RATES.pages;

/** Where an outside provider tells us of its own work, as the router writes it. */
export const WEBHOOK_PATH = '/webhooks/:provider';

/** Served beside `/api/v2`, to everybody: watched by machines, not part of the wire tables. */
export const PLAIN_ROUTES: readonly PlainRoute[] = [
  {
    path: '/healthz',
    summary: 'The process answers. On a host that is not public it says which version it is.',
    answers: { 200: { says: 'It does.', content: { 'application/json': healthAnswer } } },
  },
  {
    path: '/readyz',
    summary:
      'Feed, database and engine are up and the disk has room; 503 where one is not so. Whether the signer is there is said only. A public host hears the status alone.',
    answers: {
      200: { says: 'Ready.', content: { 'application/json': readyAnswer } },
      503: { says: 'Not ready, or standing by for another process.', content: { 'application/json': notReadyAnswer } },
    },
  },
  {
    path: '/metrics',
    summary: 'Prometheus text, for who runs the installation (METRICS_PORT, METRICS_TOKEN).',
    answers: {
      200: { says: 'The metrics.', content: { 'text/plain': 'text' } },
      404: refused(
        'Asked for on a public host, without the token, or where the metrics have a port of their own: NotFound.',
      ),
    },
  },
  {
    path: '/csp-report',
    method: 'POST',
    summary: 'Takes what browsers say that the content security policy stopped.',
    takes: { 'application/csp-report': cspReport },
    answers: { 204: { says: 'Taken, or passed over: too many, or unreadable.' }, 400: badBody },
  },
  {
    path: '/webhooks/{provider}',
    method: 'POST',
    parts: { provider: 'Name of the provider.' },
    rate: RATES.files,
    summary: 'Takes a signed message of an outside provider, each once. What follows from it comes later.',
    takes: { 'application/json': webhookBody },
    answers: {
      200: { says: 'Taken, or taken before.' },
      400: badBody,
      401: { says: 'Not signed by the provider, or too old.' },
      404: refused('There is no such provider here: NotFound.'),
    },
  },
  {
    path: '/embed/{slug}',
    parts: { slug: 'One that the event has or had.' },
    query: {
      lang: 'Route code of the language; English unless said.',
      theme: 'light or dark; as the reader has it unless said.',
      ref: 'Code of whoever brings visitors: the link carries it.',
    },
    rate: RATES.pages,
    summary: 'The chance of now of an event, for frames on pages of others. No script. On the host of events alone.',
    answers: {
      200: page('A page that leads to the event.'),
      404: { says: 'There is no such event, or this is another host.', content: { 'text/plain': 'text' } },
    },
  },
  {
    path: '/embed/{slug}/picture.png',
    parts: { slug: 'One that the event has or had.' },
    query: { lang: 'Route code of the language; English unless said, and where no letters are shipped.' },
    rate: RATES.pages,
    summary: 'A picture of an event with the chance of now, 1200 x 630, for whoever shows a link to it.',
    answers: {
      200: { says: 'The picture.', content: { 'image/png': 'bytes' } },
      404: { says: 'There is no such event, or this is another host.', content: { 'text/plain': 'text' } },
    },
  },
  {
    path: '/transparency/v1/{file}',
    parts: { file: FILE },
    rate: RATES.files,
    summary: 'What there is to check us by: the newest hour, the root key.',
    answers: { 200: jsonFile, 404: noFile },
  },
  {
    path: '/transparency/v1/{folder}/{file}',
    parts: { folder: FOLDER, file: FILE },
    rate: RATES.files,
    summary: 'Hour roots, key manifests, rules documents and receipts of rounds, as files.',
    answers: { 200: jsonFile, 404: noFile },
  },
  {
    path: '/transparency/v1/{folder}/{part}/{file}',
    parts: { folder: FOLDER, part: 'An hour, or the number of a pair and feed.', file: FILE },
    rate: RATES.files,
    summary: 'Lists of an hour root, and segments of ticks, as files.',
    answers: {
      200: {
        says: 'A list, one JSON document a line, or the ticks of a segment (docs/receipts.md 7).',
        headers: SHARED,
        content: { 'application/x-ndjson': 'text', 'application/octet-stream': 'bytes' },
      },
      404: noFile,
    },
  },
  {
    path: '/files/private/{token}',
    parts: { token: 'A permission of one minute, as the address of the file gives it.' },
    rate: RATES.files,
    summary: 'A document of a person, on the host of files, to whoever holds a permission.',
    answers: {
      200: {
        says: 'The picture or the video.',
        content: { 'image/jpeg': 'bytes', 'video/mp4': 'bytes', 'video/webm': 'bytes' },
      },
      404: noFile,
    },
  },
  {
    path: '/files/{name}',
    parts: { name: 'Name of the picture, as the address of it gives it.' },
    rate: RATES.files,
    summary: 'A picture by its name, on the host of files.',
    answers: {
      200: { says: 'The picture.', content: { 'image/png': 'bytes', 'image/webp': 'bytes' } },
      404: noFile,
    },
  },
  {
    path: '/api/v2/openapi.json',
    rate: RATES.pages,
    summary: 'This document.',
    answers: { 200: { says: 'It.', content: { 'application/json': 'object' } } },
  },
  {
    path: '/unsubscribe',
    method: 'POST',
    rate: RATES.forms,
    summary: 'One-click unsubscribe of a mail (RFC 8058), by its token and the form that says so.',
    query: { token: 'Of the address in the mail.' },
    form: { 'List-Unsubscribe': 'One-Click' },
    answers: {
      200: { says: 'Unsubscribed, now or before.', content: { 'text/plain': 'text' } },
      400: refused(
        'No form with `List-Unsubscribe=One-Click`, or one that is too long: InvalidRequest, nothing is done.',
      ),
      404: { says: 'Not an address of ours.', content: { 'text/plain': 'text' } },
    },
  },
  {
    path: '/auth/social',
    method: 'POST',
    rate: RATES.forms,
    summary: 'Leads a browser that a provider sent back with a form to the page of that address.',
    form: { code: null, state: null, iss: null, error: null },
    answers: {
      303: {
        says: 'Led to the page: these values of the form in its query, others left out. Nothing is checked here.',
        headers: { Location: '`/auth/social?…`, of this host.' },
      },
      400: badBody,
    },
  },
  {
    path: '/dev/inbox',
    rate: RATES.pages,
    summary: 'Mails that the sandbox keeps; absent in production.',
    answers: { 200: page('The list.'), 404: page('In production.') },
  },
  {
    path: '/dev/inbox/{id}',
    parts: { id: 'Id of the mail.' },
    rate: RATES.pages,
    summary: 'One of them.',
    answers: { 200: page('The mail.'), 404: page('There is none, or this is production.') },
  },
  {
    path: '/dev/pay/{token}',
    parts: { token: 'Of the order, as its `url` has it.' },
    rate: RATES.pages,
    summary: 'The pay page of the simulator that stands in for on-ramps in a sandbox; absent in production.',
    answers: { 200: page('The page.'), 404: page('There is no such order, or this is production.') },
  },
  {
    path: '/dev/pay/{token}',
    method: 'POST',
    parts: { token: 'Of the order.' },
    rate: RATES.forms,
    summary: 'Has the simulator do something with the order, and tell of it.',
    form: { does: 'pay', tells: null },
    answers: {
      303: { says: 'Done: back to the page.', headers: { Location: 'The page.' } },
      400: badBody,
      404: refused('There is no such order, or this is production: NotFound.'),
    },
  },
  {
    path: '/api/docs',
    rate: RATES.pages,
    summary: 'Reference page with the error catalogue.',
    answers: { 200: page('The page.') },
  },
  {
    path: '/api/docs/programs',
    rate: RATES.pages,
    summary: 'Keys, signatures and what else a program needs, as a page.',
    answers: { 200: page('The page.') },
  },
  {
    path: '/api/docs/font.woff2',
    rate: RATES.pages,
    summary: 'Their font.',
    answers: { 200: { says: 'WOFF2.', content: { 'font/woff2': 'bytes' } } },
  },
];
