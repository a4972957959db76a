import { createHash } from 'node:crypto';
import { Counter } from 'prom-client';
import { HOUR_MS } from '#domain/time.ts';
import { NOTIFICATION_KINDS } from '#protocol/notification-kinds.ts';
import { enqueueWith, JobFault, type JobHandler } from '#server/jobs/index.ts';
import { createEgress, EgressRefused } from '#server/net/index.ts';
import type { PushParts } from './contract.ts';
import { encryptPush, freshChance, padded, type Subscription } from './encrypt.ts';
import { keyOf, SEND_PUSH, type PushTask } from './job.ts';
import { authorization, type PushKeys } from './keys.ts';
import { dropDevice, findDevice, type PushDevice } from './store.ts';
import { pushWords } from './words.ts';

/** How long something is news, ms, and how much of a battery it is worth (RFC 8030). */
const BY_GROUP = {
  trading: { newsMs: HOUR_MS, urgency: 'normal' },
  money: { newsMs: 24 * HOUR_MS, urgency: 'high' },
  account: { newsMs: 24 * HOUR_MS, urgency: 'high' },
} as const;

/** What a service may have us wait at most, ms. */
const LONGEST_WAIT_MS = HOUR_MS;

const pushes = new Counter({
  name: 'tikvo_pushes_total',
  help: 'Pushes by end: sent, dropped, gone, refused, or put back for another try.',
  labelNames: ['end'],
});

type Answer = Pick<Response, 'status' | 'headers'>;

export function createSender(parts: PushParts & { readonly keys: PushKeys }): JobHandler<PushTask> {
  const { config, db, clock, vault, keys, keepsAway } = parts;
  const egress = createEgress({ trusted: config.push.trusted });
  return async (task, { signal }) => {
    const { newsMs, urgency } = BY_GROUP[NOTIFICATION_KINDS[task.kind].group];
    const now = clock.now();
    const left = task.at + newsMs - now;
    const device = await findDevice(db, { id: task.device, now });
    // Of a trade nobody is told who keeps away from trading.
    const isUnwanted = async (userId: string) =>
      NOTIFICATION_KINDS[task.kind].group === 'trading' && (await keepsAway?.(db, userId)) === true;
    if (device === null || left <= 0 || (await isUnwanted(device.userId))) return pushes.inc({ end: 'dropped' });
    if (device.keyId !== keys.id) return drop(parts, device, 'gone');
    const opened = await vault.open(db, device.userId, device.sealed);
    if (opened === null) return drop(parts, device, 'gone');
    const to = JSON.parse(opened) as Subscription;
    const words = JSON.stringify(pushWords(config, { kind: task.kind, language: device.language }));
    const request = {
      method: 'POST',
      headers: {
        authorization: authorization(keys, { endpoint: to.endpoint, contact: contactOf(config), now }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(Math.ceil(left / 1_000)),
        urgency,
        topic: topicOf(task),
      },
      body: encryptPush(padded(words), to, freshChance()),
      signal,
    };
    const answer = await egress.fetch(to.endpoint, request).catch((error: unknown) => faultOf(error));
    await judge(parts, { task, device, answer });
  };
}

/** The word of a failure that may be kept; null: the address is one where none may go. */
function faultOf(error: unknown): string | null {
  if (error instanceof EgressRefused) return null;
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'too slow';
  return typeof code === 'string' && /^[A-Z_]{3,40}$/.test(code) ? code : 'not reached';
}

async function judge(
  parts: PushParts,
  told: { readonly task: PushTask; readonly device: PushDevice; readonly answer: Answer | string | null },
): Promise<void> {
  const { answer, device, task } = told;
  if (answer === null) return drop(parts, device, 'refused');
  if (typeof answer === 'string') return putBack(answer);
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return pushes.inc({ end: 'sent' });
  if (status === 404 || status === 410) return drop(parts, device, 'gone');
  // It was subscribed with another key than it says, or is no address of a push service at all.
  if (status === 403) return drop(parts, device, 'refused');
  if (status !== 429 && status < 500 && status !== 401) {
    pushes.inc({ end: 'refused' });
    return parts.log.warn({ status, kind: task.kind }, 'a push service takes no such message: it is not sent again');
  }
  const waitMs = waitOf(headers.get('retry-after'), parts.clock.now());
  if (waitMs === null) return putBack(`status ${status}`);
  pushes.inc({ end: 'put back' });
  const at = parts.clock.now() + waitMs;
  await enqueueWith(parts.db, SEND_PUSH, { payload: task, key: keyOf(task.device, task.kind), at });
}

function putBack(fault: string): never {
  pushes.inc({ end: 'put back' });
  throw new JobFault(fault);
}

async function drop({ db }: PushParts, device: PushDevice, end: 'gone' | 'refused'): Promise<void> {
  pushes.inc({ end });
  await dropDevice(db, device);
}

/** `Retry-After`, seconds or a date, in ms; null: there is none that can be read. */
export function waitOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 1_000), LONGEST_WAIT_MS);
}

/** Of two messages with one topic a service keeps the newer. It learns nothing of the kind from it. */
const topicOf = ({ device, kind }: PushTask) =>
  createHash('sha256').update(keyOf(device, kind)).digest('base64url').slice(0, 32);

/** Whom a push service may write to. */
function contactOf({ origins, mail }: PushParts['config']): string {
  if (origins.main.startsWith('https:')) return origins.main;
  return `mailto:${/<([^>]+)>/.exec(mail.from)?.[1] ?? mail.from}`;
}
