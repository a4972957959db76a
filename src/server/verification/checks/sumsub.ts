import { createHmac } from 'node:crypto';
import countries from 'i18n-iso-countries';
import { z } from 'zod';
import { defineProvider, isSigned, secretList, type CallEnd, type Send } from '#server/providers/index.ts';
import { blobOf, multipart, read, whyOf } from './messages.ts';
import { CHECK_SEAT, type Begun, type CheckAsked, type CheckedPicture, type Looked } from './seat.ts';

/** https://docs.sumsub.com/reference: an applicant for each check, under our reference. */
const ORIGIN = 'https://api.sumsub.com';
const SETTINGS = z.object({
  /** `sbx:` of its test system, `prd:` of the live one. */
  appToken: z.string(),
  secretKey: z.string(),
  webhookSecrets: secretList,
  /** Names of levels of the account: each asks for the documents that we send. */
  level: z.string(),
  url: z.url('is an address').default(ORIGIN),
});
type Settings = z.infer<typeof SETTINGS>;

const REVIEW = z.object({
  reviewStatus: z.string(),
  reviewResult: z.object({ reviewAnswer: z.string().optional(), reviewRejectType: z.string().optional() }).optional(),
});
const MESSAGE = REVIEW.extend({
  applicantId: z.string(),
  correlationId: z.string(),
  externalUserId: z.string(),
  type: z.string(),
  /** `2020-02-21 13:23:19.321`, UTC. */
  createdAtMs: z.string(),
});
const ANY_MESSAGE = z.object({ type: z.string() });
const APPLICANT = z.object({ id: z.string(), review: REVIEW.optional() });
const MADE = z.object({ id: z.string() });

/** Messages that tell how a check stands. */
const FOLLOWED = new Set([
  'applicantCreated',
  'applicantPending',
  'applicantPrechecked',
  'applicantOnHold',
  'applicantAwaitingUser',
  'applicantAwaitingService',
  'applicantReset',
  'applicantReviewed',
]);
const ALGORITHMS = { HMAC_SHA256_HEX: 'sha256', HMAC_SHA512_HEX: 'sha512' } as const;
const KINDS: Readonly<Record<string, string>> = {
  passport: 'PASSPORT',
  id_card: 'ID_CARD',
  licence: 'DRIVERS',
  selfie: 'SELFIE',
  bill: 'UTILITY_BILL',
  statement: 'UTILITY_BILL',
  letter: 'UTILITY_BILL',
};

export const SUMSUB = defineProvider(CHECK_SEAT, {
  name: 'sumsub',
  isSimulator: false,
  capabilities: { governmentId: true, selfieWithId: true, proofOfResidence: true, complianceVideo: false },
  settings: SETTINGS,
  statuses: {
    init: 'PENDING',
    pending: 'PENDING',
    prechecked: 'PENDING',
    queued: 'PENDING',
    awaitingService: 'PENDING',
    awaitingUser: 'UNDECIDED',
    onHold: 'UNDECIDED',
    'completed GREEN': 'PASSED',
    'completed RED RETRY': 'RETRY',
    'completed RED FINAL': 'REFUSED',
  },
  origin: ({ url }) => url,
  isTest: ({ appToken }) => appToken.startsWith('sbx:'),
  calls: ({ settings, send }) => ({
    begin: (asked) => begin(settings, send, asked),
    look: ({ reference }) => look(settings, send, reference),
  }),
  // https://docs.sumsub.com/docs/webhook-manager: the digest is of the bytes; the SHA-1 of old accounts is not taken.
  readDelivery: ({ headers, body }, { settings }) => {
    const algorithm =
      ALGORITHMS[String(headers['x-payload-digest-alg'] ?? 'HMAC_SHA256_HEX') as keyof typeof ALGORITHMS];
    const signature = headers['x-payload-digest'];
    const secrets = settings.webhookSecrets;
    if (algorithm === undefined || !isSigned(body, { signature, secrets, algorithm })) return { kind: 'unsigned' };
    const any = read(ANY_MESSAGE, body);
    if (any === null) return { kind: 'unreadable' };
    if (!FOLLOWED.has(any.type)) return { kind: 'other' };
    const message = read(MESSAGE, body);
    const at = message === null ? Number.NaN : Date.parse(`${message.createdAtMs.replace(' ', 'T')}Z`);
    if (message === null || Number.isNaN(at)) return { kind: 'unreadable' };
    const eventId = `${message.applicantId} ${message.type} ${message.createdAtMs} ${message.correlationId}`.slice(
      0,
      200,
    );
    return { kind: 'status', eventId, reference: message.externalUserId, status: statusOf(message), at };
  },
});

function statusOf({ reviewStatus, reviewResult }: z.infer<typeof REVIEW>): string {
  if (reviewStatus !== 'completed') return reviewStatus;
  return [reviewStatus, reviewResult?.reviewAnswer, reviewResult?.reviewRejectType]
    .filter((word) => word !== undefined)
    .join(' ');
}

interface Signed {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
}

/** Signs a request as https://docs.sumsub.com/reference/authentication says, and sends it. All that we ask may be asked twice. */
function signedSend(settings: Settings, send: Send, call: Signed): Promise<CallEnd> {
  const { name, method, path, body, contentType = 'application/json' } = call;
  const seconds = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', settings.secretKey)
    .update(`${seconds}${method}${path}`)
    .update(body ?? '')
    .digest('hex');
  return send({
    name,
    method,
    path,
    headers: {
      'x-app-token': settings.appToken,
      'x-app-access-ts': seconds,
      'x-app-access-sig': signature,
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
    // An applicant has our reference, and the same picture twice changes no result.
    repeatable: true,
  });
}

async function begin(settings: Settings, send: Send, asked: CheckAsked): Promise<Begun> {
  const theirs = await applicantOf(settings, send, asked);
  if (typeof theirs !== 'string') return theirs;
  for (const picture of asked.pictures) {
    const end = await sendPicture(settings, send, { theirs, picture, country: asked.country });
    if (end.kind !== 'answered' || end.status >= 300) return whyOf(end);
  }
  const path = `/resources/applicants/${theirs}/status/pending`;
  const end = await signedSend(settings, send, { name: 'begin', method: 'POST', path });
  return end.kind === 'answered' && end.status < 300 ? { kind: 'begun', theirs } : whyOf(end);
}

/** The id of the applicant under our reference; made where there is none. */
async function applicantOf(
  settings: Settings,
  send: Send,
  asked: CheckAsked,
): Promise<string | Exclude<Begun, { kind: 'begun' }>> {
  const { reference, firstName, lastName, birthDate } = asked;
  const body = JSON.stringify({
    externalUserId: reference,
    fixedInfo: { firstName, lastName, ...(birthDate === null ? {} : { dob: birthDate }) },
  });
  const path = `/resources/applicants?levelName=${encodeURIComponent(settings.level)}`;
  const end = await signedSend(settings, send, { name: 'applicant', method: 'POST', path, body });
  // 409: a request before this one made it, and its answer was lost.
  if (end.kind === 'answered' && end.status === 409) {
    const found = await look(settings, send, reference);
    return found.kind === 'found' ? found.theirs : { kind: 'failed', why: found.why };
  }
  const made = end.kind === 'answered' && end.status < 300 ? read(MADE, end.body) : null;
  if (made !== null) return made.id;
  return end.kind === 'answered' && end.status < 300 ? { kind: 'failed', why: 'unreadable' } : whyOf(end);
}

async function sendPicture(
  settings: Settings,
  send: Send,
  {
    theirs,
    picture,
    country,
  }: { readonly theirs: string; readonly picture: CheckedPicture; readonly country: string | null },
): Promise<CallEnd> {
  const form = new FormData();
  const idDocType = KINDS[picture.form] ?? 'OTHER';
  const twoSided = picture.document === 'governmentId' && picture.form !== 'passport';
  const metadata = {
    idDocType,
    country: (country === null ? undefined : countries.alpha2ToAlpha3(country)) ?? '',
    ...(twoSided ? { idDocSubType: picture.side === 'front' ? 'FRONT_SIDE' : 'BACK_SIDE' } : {}),
  };
  form.append('metadata', JSON.stringify(metadata));
  form.append('content', blobOf(picture), 'picture.jpg');
  const { body, contentType } = await multipart(form);
  const path = `/resources/applicants/${theirs}/info/idDoc`;
  return signedSend(settings, send, { name: 'picture', method: 'POST', path, body, contentType });
}

async function look(settings: Settings, send: Send, reference: string): Promise<Looked> {
  const path = `/resources/applicants/-;externalUserId=${encodeURIComponent(reference)}/one`;
  const end = await signedSend(settings, send, { name: 'look', method: 'GET', path });
  if (end.kind === 'answered' && end.status === 404) return { kind: 'none', why: '404' };
  const found = end.kind === 'answered' && end.status < 300 ? read(APPLICANT, end.body) : null;
  if (found === null) return { kind: 'failed', why: end.kind === 'answered' ? String(end.status) : end.why };
  return { kind: 'found', theirs: found.id, status: found.review === undefined ? 'init' : statusOf(found.review) };
}
