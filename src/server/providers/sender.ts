import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '#server/clock.ts';
import { createEgress, EgressRefused, type Egress } from '#server/net/index.ts';
import type { CallEnd, OutgoingCall, Send } from './contract.ts';
import { calls } from './figures.ts';

const TRIES = 3;
const FIRST_PAUSE_MS = 250;
/** A provider that asks for a longer pause is left to the job's own next try. */
const LONGEST_PAUSE_MS = 5_000;
const PATIENCE_MS = 8_000;
const MOST_PATIENCE_MS = 10_000;

/** After so many tries in a row that reached nobody the provider is spared for a while, so that whoever waits is not held up by each. */
const FAILURES = 5;
const SPARED_MS = 30_000;

/** Faults before anything was sent. */
const NOT_SENT = new Set('ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' '));
/** Statuses that say: later. */
const BUSY = new Set([425, 429]);

interface SenderParts {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/** Sends requests to one provider, at its origins; the first one is where a path without one leads. */
export function createSender(
  provider: string,
  origins: string | readonly [string, ...string[]],
  { clock, log }: SenderParts,
): Send {
  const all = typeof origins === 'string' ? ([origins] as const) : origins;
  const egress = createEgress({ trusted: all });
  let failures = 0;
  let sparedUntil = Number.NEGATIVE_INFINITY;

  const ended = (call: OutgoingCall, end: CallEnd): CallEnd => {
    calls.inc({ provider, call: call.name, end: end.kind });
    if (end.kind === 'answered') {
      if (failures >= FAILURES) log.info({ provider }, 'a provider answers again');
      failures = 0;
      return end;
    }
    failures += 1;
    if (failures >= FAILURES) sparedUntil = clock.monotonic() + SPARED_MS;
    log.warn({ provider, call: call.name, end: end.kind, why: end.why, failures }, 'a provider did not answer');
    return end;
  };

  return async (call) => {
    for (let attempt = 1; ; attempt += 1) {
      if (clock.monotonic() < sparedUntil) {
        calls.inc({ provider, call: call.name, end: 'spared' });
        return { kind: 'unreached', why: 'spared' };
      }
      const { end, pauseMs } = await tryOnce(egress, all, call);
      const last = ended(call, end);
      const again = last.kind === 'unreached' || (last.kind === 'unknown' && call.repeatable);
      const wait = pauseMs ?? FIRST_PAUSE_MS * 4 ** (attempt - 1) * (0.5 + Math.random() / 2);
      if (!again || attempt === TRIES || wait > LONGEST_PAUSE_MS) return last;
      await pause(wait);
    }
  };
}

interface Tried {
  readonly end: CallEnd;
  /** What the provider asks us to wait; null: it says nothing. Infinity: another try would end as this one. */
  readonly pauseMs: number | null;
}

async function tryOnce(egress: Egress, origins: readonly [string, ...string[]], call: OutgoingCall): Promise<Tried> {
  const { method, path, headers, body, timeoutMs = PATIENCE_MS } = call;
  const url = new URL(path, origins[0]);
  if (origins.every((one) => url.origin !== new URL(one).origin))
    return { end: { kind: 'unreached', why: 'another origin' }, pauseMs: Number.POSITIVE_INFINITY };
  try {
    const signal = AbortSignal.timeout(Math.min(timeoutMs, MOST_PATIENCE_MS));
    const answer = await egress.fetch(url, { method, headers, body: body ?? null, signal });
    const { status } = answer;
    if (BUSY.has(status)) return { end: { kind: 'unreached', why: String(status) }, pauseMs: retryAfterOf(answer) };
    if (status >= 500 || status === 408) return { end: { kind: 'unknown', why: String(status) }, pauseMs: null };
    return { end: { kind: 'answered', status, body: Buffer.from(await answer.arrayBuffer()) }, pauseMs: null };
  } catch (error) {
    return { end: endOfFault(error), pauseMs: null };
  }
}

/** Codes of ours and of the system: what somebody else's server said is in none of them. */
function endOfFault(error: unknown): CallEnd {
  const { name, code } = error as { readonly name?: string; readonly code?: unknown };
  const isTimeout = name === 'TimeoutError' || name === 'AbortError';
  const why = isTimeout ? 'timeout' : typeof code === 'string' ? code : 'fault';
  const notSent =
    error instanceof EgressRefused || NOT_SENT.has(why) || why.startsWith('ERR_TLS') || why.includes('CERT');
  return { kind: notSent ? 'unreached' : 'unknown', why };
}

/** Whole seconds or a date (RFC 9110, 10.2.3), as ms from now. */
function retryAfterOf(answer: Response): number | null {
  const text = answer.headers.get('retry-after');
  if (text === null) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
