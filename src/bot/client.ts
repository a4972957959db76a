import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import { API, API_BASE } from '#protocol/api.ts';
import type { CallAnswer, CallInput, CallName } from '#protocol/call.ts';
import type { Endpoint } from '#protocol/endpoint.ts';
import { refusalBody } from '#protocol/site.ts';
import { credentialHeaders, type Credentials } from './credentials.ts';

/** A call that was refused: `code` of the error catalogue, and what it carries. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, error: { code: string; message: string; details: Record<string, unknown> }) {
    super(`${error.code}: ${error.message}`);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
  }
}

export interface BotClient {
  readonly origin: string;
  /** From now on calls are made as this one. */
  become(who: Credentials): void;
  readonly who: Credentials;
  /** Time of the house, ms, as its answers tell it; before the first one that of the own clock. */
  now(): number;
  /**
   * Calls a row of the tables: typed, answers checked by their schema. What may be repeated (reads, cancels, and what carries an
   * Idempotency-Key, which is drawn here) is asked again when the house is busy or does not answer. Throws Refused.
   */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallAnswer<N>>;
}

/** An error in one line. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return words.replaceAll(/\s+/g, ' ');
}

/** Why nobody answered: fetch says it in the cause alone. */
function reasonOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : wordsOf(cause ?? error);
}

export interface ClientOptions {
  /** `http://127.0.0.1:3000` */
  readonly origin: string;
  readonly who?: Credentials;
  readonly fetch?: typeof globalThis.fetch;
  /** Waits between tries, ms. */
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

const MOST_TRIES = 5;
const TIMEOUT_MS = 15_000;
const FIRST_WAIT_MS = 250;
/** Times of the house that are compared. */
const SAMPLES = 30;
/** A signature whose time is further off was refused because of it, ms: the house takes 30 s. */
const SKEW_MS = 10_000;

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** A client of the API made from its own tables. */
export function createBotClient(options: ClientOptions): BotClient {
  const { origin, fetch: ask = fetch, sleep = wait } = options;
  const clock = houseClock(options.now ?? Date.now);
  let who: Credentials = options.who ?? { kind: 'none' };

  const once = async (endpoint: Endpoint, parts: Parts, key: string | null): Promise<Response> => {
    const target = targetOf(endpoint.path, parts);
    const body = parts.body === undefined ? '' : JSON.stringify(parts.body);
    const { method } = endpoint;
    const response = await ask(`${origin}${target}`, {
      method,
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        'x-requested-with': 'bot',
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...credentialHeaders(who, { method, target, body }, clock.now()),
      },
      ...(body === '' ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    clock.heard(response);
    return response;
  };

  const answerOf = async (endpoint: Endpoint, response: Response): Promise<unknown> => {
    const json: unknown = await response.json();
    const schema: z.ZodType | undefined = endpoint.answers[response.status];
    if (schema !== undefined) return schema.parse(json);
    const refusal = refusalBody.parse(json);
    throw new Refused(response.status, refusal.error);
  };

  return {
    origin,
    become: (next) => {
      who = next;
    },
    get who() {
      return who;
    },
    now: clock.now,
    call: async (name, input) => {
      const endpoint = endpointOf(name);
      const key = endpoint.idempotency === undefined ? null : randomUUID();
      const repeatable = endpoint.method !== 'POST' || key !== null;
      for (let tries = 1; ; tries += 1) {
        const isLast = tries === MOST_TRIES || !repeatable;
        const before = clock.now();
        const response = await once(endpoint, input as Parts, key).catch((error: unknown) => {
          if (isLast) throw new Error(`${origin} does not answer: ${reasonOf(error)}`, { cause: error });
          return null;
        });
        // Its clock was told by the refusal itself; what is refused so has not been done.
        const wasSkewed = response?.status === 401 && who.kind === 'hmac' && Math.abs(clock.now() - before) > SKEW_MS;
        if (wasSkewed && tries === 1) continue;
        const isBusy = response === null || [429, 503].includes(response.status) || isRunning(response);
        // The row's own schema read this answer.
        if (response !== null && (!isBusy || isLast))
          return (await answerOf(endpoint, response)) as CallAnswer<typeof name>;
        await sleep(waitOf(response, tries));
      }
    },
  };
}

/** The clock of the house: an answer names the second that it fell into, so the largest difference is the least late one. */
function houseClock(own: () => number): { readonly now: () => number; readonly heard: (response: Response) => void } {
  const seen: number[] = [];
  return {
    now: () => own() + (seen.length === 0 ? 0 : Math.max(...seen)),
    heard: (response) => {
      const at = Date.parse(response.headers.get('date') ?? '');
      if (Number.isNaN(at)) return;
      seen.push(at - own());
      if (seen.length > SAMPLES) seen.shift();
    },
  };
}

/** The first of the same key is still on its way; another body under it is refused without a time to come back. */
function isRunning({ status, headers }: Response): boolean {
  return status === 409 && headers.has('retry-after');
}

function waitOf(response: Response | null, tries: number): number {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isNaN(seconds) ? FIRST_WAIT_MS * 2 ** (tries - 1) : seconds * 1_000;
}

function endpointOf(name: CallName): Endpoint {
  const [subject = '', row = ''] = name.split('.');
  const tables: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = API;
  const endpoint = tables[subject]?.[row];
  if (endpoint === undefined) throw new Error(`The tables have no call ${name}.`);
  return endpoint;
}

/** Path with its parameters, and the query that is set. */
function targetOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, `${value as string | number}`);
  const text = search.toString();
  return `${API_BASE}${filled}${text === '' ? '' : `?${text}`}`;
}
