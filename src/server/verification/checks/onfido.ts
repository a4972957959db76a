import { z } from 'zod';
import { defineProvider, isSigned, secretList, type CallEnd, type Send } from '#server/providers/index.ts';
import { blobOf, multipart, read, whyOf } from './messages.ts';
import { CHECK_SEAT, type Begun, type CheckAsked, type CheckedPicture, type Looked } from './seat.ts';

/** https://documentation.onfido.com: a check of an applicant that is made for it. */
const API = '/v3.6';
const SETTINGS = z.object({
  apiToken: z.string(),
  webhookSecrets: secretList,
  region: z.enum(['eu', 'us', 'ca'], 'is eu, us or ca').default('eu'),
  /** Another address than that of the region. */
  url: z.url('is an address').optional(),
});
type Settings = z.infer<typeof SETTINGS>;

const MESSAGE = z.object({
  payload: z.object({
    resource_type: z.string(),
    action: z.string(),
    object: z.object({
      id: z.string(),
      status: z.string().optional(),
      started_at_iso8601: z.string().optional(),
      completed_at_iso8601: z.string().optional(),
    }),
  }),
});
const MADE = z.object({ id: z.string() });
const CHECK = z.object({ id: z.string(), status: z.string(), result: z.string().nullish() });
const CHECKS = z.object({ checks: z.array(MADE) });

const REPORTS: Readonly<Record<string, readonly string[]>> = {
  governmentId: ['document'],
  selfieWithId: ['document', 'facial_similarity_photo'],
  proofOfResidence: ['proof_of_address'],
};
const KINDS: Readonly<Record<string, string>> = {
  passport: 'passport',
  id_card: 'national_identity_card',
  licence: 'driving_licence',
  bill: 'utility_bill',
  statement: 'bank_building_society_statement',
  letter: 'government_letter',
};

export const ONFIDO = defineProvider(CHECK_SEAT, {
  name: 'onfido',
  isSimulator: false,
  capabilities: { governmentId: true, selfieWithId: true, proofOfResidence: true, complianceVideo: false },
  settings: SETTINGS,
  statuses: {
    // Of messages: they say that something came about, and not what.
    'check.started': 'NEWS',
    'check.reopened': 'NEWS',
    'check.withdrawn': 'NEWS',
    'check.completed': 'NEWS',
    'check.form_completed': 'NEWS',
    'check.form_opened': 'IGNORE',
    // Of checks.
    in_progress: 'PENDING',
    awaiting_applicant: 'PENDING',
    paused: 'PENDING',
    reopened: 'PENDING',
    withdrawn: 'UNDECIDED',
    'complete clear': 'PASSED',
    'complete consider': 'UNDECIDED',
  },
  origin: ({ url, region }) => url ?? `https://api.${region}.onfido.com`,
  isTest: ({ apiToken }) => apiToken.startsWith('api_sandbox'),
  calls: ({ settings, send }) => ({
    begin: (asked) => begin(settings, send, asked),
    look: ({ theirs }) => look(settings, send, theirs),
  }),
  // https://documentation.onfido.com/#verifying-webhook-signatures: HMAC-SHA256 of the bytes, hex.
  readDelivery: ({ headers, body }, { settings }) => {
    const signature = headers['x-sha2-signature'];
    if (!isSigned(body, { signature, secrets: settings.webhookSecrets })) return { kind: 'unsigned' };
    const message = read(MESSAGE, body);
    if (message === null) return { kind: 'unreadable' };
    const { resource_type: type, action, object } = message.payload;
    if (type !== 'check') return { kind: 'other' };
    const time = object.completed_at_iso8601 ?? object.started_at_iso8601;
    const at = time === undefined ? null : Date.parse(time);
    if (at !== null && Number.isNaN(at)) return { kind: 'unreadable' };
    const eventId = [object.id, action, time ?? ''].join(' ').slice(0, 200);
    return { kind: 'status', eventId, reference: object.id, status: action, at };
  },
});

interface Asked {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  readonly repeatable: boolean;
}

function sendTo({ apiToken }: Settings, send: Send, call: Asked): Promise<CallEnd> {
  const { contentType = 'application/json', path, ...rest } = call;
  const headers = {
    authorization: `Token token=${apiToken}`,
    ...(call.body === undefined ? {} : { 'content-type': contentType }),
  };
  return send({ ...rest, path: `${API}${path}`, headers });
}

async function begin(settings: Settings, send: Send, asked: CheckAsked): Promise<Begun> {
  const { firstName: first_name, lastName: last_name, birthDate } = asked;
  const applicant = JSON.stringify({ first_name, last_name, ...(birthDate === null ? {} : { dob: birthDate }) });
  // An applicant that nobody asks of is harmless, and a picture twice too.
  const made = await idOf(
    sendTo(settings, send, {
      name: 'applicant',
      method: 'POST',
      path: '/applicants',
      body: applicant,
      repeatable: true,
    }),
  );
  if (typeof made !== 'string') return made;
  const documents: string[] = [];
  for (const picture of asked.pictures) {
    const sent = await idOf(sendPicture(settings, send, { applicant: made, picture }));
    if (typeof sent !== 'string') return sent;
    if (picture.document !== 'selfieWithId') documents.push(sent);
  }
  return beginCheck(settings, send, { applicant: made, documents, reports: REPORTS[asked.document] ?? [] });
}

/** A check is paid for: where its answer is lost, the applicant is asked whether it has one. */
async function beginCheck(
  settings: Settings,
  send: Send,
  {
    applicant,
    documents,
    reports,
  }: { readonly applicant: string; readonly documents: readonly string[]; readonly reports: readonly string[] },
): Promise<Begun> {
  const body = JSON.stringify({ applicant_id: applicant, report_names: reports, document_ids: documents });
  const end = await sendTo(settings, send, { name: 'begin', method: 'POST', path: '/checks', body, repeatable: false });
  if (end.kind !== 'unknown') {
    const theirs = await idOf(Promise.resolve(end));
    return typeof theirs === 'string' ? { kind: 'begun', theirs } : theirs;
  }
  const path = `/checks?applicant_id=${encodeURIComponent(applicant)}`;
  const known = await sendTo(settings, send, { name: 'look', method: 'GET', path, repeatable: true });
  const list = known.kind === 'answered' && known.status < 300 ? read(CHECKS, known.body) : null;
  const theirs = list?.checks[0]?.id;
  return theirs === undefined ? { kind: 'failed', why: end.why } : { kind: 'begun', theirs };
}

async function idOf(call: Promise<CallEnd>): Promise<string | Exclude<Begun, { kind: 'begun' }>> {
  const end = await call;
  const made = end.kind === 'answered' && end.status < 300 ? read(MADE, end.body) : null;
  if (made !== null) return made.id;
  return end.kind === 'answered' && end.status < 300 ? { kind: 'failed', why: 'unreadable' } : whyOf(end);
}

async function sendPicture(
  settings: Settings,
  send: Send,
  { applicant, picture }: { readonly applicant: string; readonly picture: CheckedPicture },
): Promise<CallEnd> {
  const form = new FormData();
  form.append('applicant_id', applicant);
  form.append('file', blobOf(picture), 'picture.jpg');
  const isSelfie = picture.document === 'selfieWithId';
  if (!isSelfie) form.append('type', KINDS[picture.form] ?? 'unknown');
  if (picture.document === 'governmentId' && picture.form !== 'passport') form.append('side', picture.side);
  const { body, contentType } = await multipart(form);
  const path = isSelfie ? '/live_photos' : '/documents';
  return sendTo(settings, send, { name: 'picture', method: 'POST', path, body, contentType, repeatable: true });
}

async function look(settings: Settings, send: Send, theirs: string | null): Promise<Looked> {
  if (theirs === null) return { kind: 'none', why: 'not begun' };
  const path = `/checks/${encodeURIComponent(theirs)}`;
  const end = await sendTo(settings, send, { name: 'look', method: 'GET', path, repeatable: true });
  if (end.kind === 'answered' && end.status === 404) return { kind: 'none', why: '404' };
  const check = end.kind === 'answered' && end.status < 300 ? read(CHECK, end.body) : null;
  if (check === null) return { kind: 'failed', why: end.kind === 'answered' ? String(end.status) : end.why };
  const { id, status, result } = check;
  return { kind: 'found', theirs: id, status: status === 'complete' ? `complete ${result ?? ''}`.trim() : status };
}
