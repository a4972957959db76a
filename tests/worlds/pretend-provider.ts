import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { defineProvider, isFresh, isSigned, secretList, type CallEnd, type Seat } from '#server/providers/index.ts';

/** A kind of provider that the product does not have, and one of it: what the seat itself is tested with. */
export interface PretendTypes {
  readonly capability: 'refunds' | 'video';
  readonly outcome: 'PASSED' | 'REFUSED';
  readonly calls: {
    readonly begin: (reference: string) => Promise<CallEnd>;
    readonly look: (reference: string) => Promise<CallEnd>;
  };
}

export const PRETEND_SEAT: Seat<PretendTypes> = {
  name: 'pretend',
  capabilities: ['refunds', 'video'],
  outcomes: ['PASSED', 'REFUSED'],
};

const message = z.object({
  id: z.string(),
  type: z.string(),
  ref: z.string().optional(),
  state: z.string().optional(),
});
const never = { isTest: () => false } as const;

export const PRETEND = defineProvider(PRETEND_SEAT, {
  ...never,
  name: 'pretend',
  isSimulator: false,
  isTest: ({ apiToken }) => apiToken.startsWith('test-'),
  capabilities: { refunds: false, video: true },
  settings: z.object({ url: z.url('is an address'), apiToken: z.string(), webhookSecrets: secretList }),
  statuses: { ok: 'PASSED', no: 'REFUSED', seen: 'IGNORE' },
  origin: ({ url }) => url,
  calls: ({ send, settings }) => {
    const headers = { authorization: `Bearer ${settings.apiToken}` };
    return {
      begin: (reference) =>
        send({
          name: 'begin',
          method: 'POST',
          path: '/checks',
          headers,
          body: reference,
          repeatable: false,
          timeoutMs: 400,
        }),
      look: (reference) =>
        send({ name: 'look', method: 'GET', path: `/checks/${reference}`, headers, repeatable: true, timeoutMs: 400 }),
    };
  },
  readDelivery: ({ headers, body }, { settings, now }) => {
    const [at = '', signature] = String(headers['x-pretend'] ?? '').split('.');
    const signed = isSigned(`${at}.${body.toString('utf8')}`, { signature, secrets: settings.webhookSecrets });
    if (!signed || !isFresh(Number(at), now)) return { kind: 'unsigned' };
    const read = message.safeParse(jsonOrNull(body));
    if (!read.success) return { kind: 'unreadable' };
    const { id, type, ref, state } = read.data;
    if (type !== 'state') return { kind: 'other' };
    if (ref === undefined || state === undefined) return { kind: 'unreadable' };
    return { kind: 'status', eventId: id, reference: ref, status: state, at: Number(at) };
  },
});

/** In its place where it is not set up. */
export const PRETEND_SIMULATOR = defineProvider(PRETEND_SEAT, {
  ...never,
  name: 'pretendsim',
  isSimulator: true,
  capabilities: { refunds: true, video: true },
  settings: z.object({}),
  statuses: { ok: 'PASSED' },
  origin: () => null,
  calls: ({ deliver }) => ({
    look: () => Promise.resolve({ kind: 'answered', status: 200, body: Buffer.from('ok') }),
    begin: async (reference) => {
      await deliver({ headers: {}, body: Buffer.from(reference) });
      return { kind: 'answered', status: 201, body: Buffer.alloc(0) };
    },
  }),
  readDelivery: ({ body }, { now }) => ({
    kind: 'status',
    eventId: `sim-${body.toString()}`,
    reference: body.toString(),
    status: 'ok',
    at: now,
  }),
});

function jsonOrNull(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** As the pretend provider signs what it sends. */
export function signPretend(body: Buffer, { secret, at }: { readonly secret: string; readonly at: number }) {
  const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return { 'x-pretend': `${at}.${signature}` };
}
