import { ACTING_FOR } from '#protocol/acting-for.ts';
import { errorOf, noAnswer } from './api-error.ts';
import { CALLS } from './calls.ts';
import type { CallAnswer, CallInput, CallName } from './calls.ts';
import { serverClock } from '../live/server-clock.ts';
import { spreadsheetOf } from '#web/i18n/spreadsheet.ts';
import { holderOf } from './tabs/real-session.ts';
import { trackingHeaders } from './tracking.ts';

export interface ClientOptions {
  /** Origin of the API; empty for the page's own. */
  readonly host: string;
  /** Tag of the route's language, for texts of refusals. */
  readonly language: string;
  readonly token: () => string | null;
  /** Id of the person that the page shows; null or left out: nobody, or it makes no difference. A call carries no token of another. */
  readonly shown?: () => string | null;
  /** A 401 came: a new token, or null when the person has to sign in. Called once per call at most. */
  readonly renew: () => Promise<string | null>;
  readonly fetch?: typeof globalThis.fetch;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds, 10,000 unless told. */
  readonly timeoutMs?: number;
}

export interface Client {
  /** Calls a row of the protocol tables. Rejects with ApiError. */
  call<N extends CallName>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<CallAnswer<N>>;
  /** The same as text/csv, for a spreadsheet in the language of the page. */
  csv<N extends CallName>(name: N, input?: CallInput<N>, options?: CallOptions): Promise<Blob>;
}

const DEFAULT_TIMEOUT_MS = 10_000;

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Address of a call: path parameters filled in, query parameters that are set. */
export function addressOf(path: string, { params = {}, query = {} }: Pick<Parts, 'params' | 'query'>): string {
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, `${value as string | number}`);
  }
  const text = search.toString();
  return `/api/v2${filled}${text === '' ? '' : `?${text}`}`;
}

/** Says for whom a call is made: by token, and by the person `shown`, whose call the server then does for nobody else. */
export function actingHeaders(token: string | null, shown: string | null): Readonly<Record<string, string>> {
  const isStrange = token !== null && shown !== null && holderOf(token) !== shown;
  return {
    ...(token === null || isStrange ? {} : { authorization: `Bearer ${token}` }),
    ...(shown === null ? {} : { [ACTING_FOR]: shown }),
  };
}

/** An answer that is cut on its way is none: whoever asked has to ask again, as if nothing had come. */
async function readWhole<T>(body: Promise<T>, how: CallOptions): Promise<T> {
  try {
    return await body;
  } catch (error) {
    if (how.signal?.aborted === true) throw error;
    throw noAnswer('Offline');
  }
}

/** A typed client of the API: bearer, language, time limit; after a 401 one renewal and one repeat. */
export function createClient(options: ClientOptions): Client {
  const doFetch = options.fetch ?? ((...input: Parameters<typeof fetch>) => fetch(...input));

  async function once(name: CallName, parts: Parts, how: CallOptions & { accept: string }): Promise<Response> {
    const [method = 'GET', path = ''] = CALLS[name].split(' ');
    const headers = new Headers({
      accept: how.accept,
      'accept-language': options.language,
      'x-requested-with': 'web',
      ...(typeof document === 'undefined' ? {} : trackingHeaders(document.cookie)),
    });
    for (const [name, value] of Object.entries(actingHeaders(options.token(), options.shown?.() ?? null))) {
      headers.set(name, value);
    }
    if (how.idempotencyKey !== undefined) headers.set('idempotency-key', how.idempotencyKey);
    if (parts.body !== undefined) headers.set('content-type', 'application/json');
    const limit = AbortSignal.timeout(how.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      // The back office answers on the host of its pages alone.
      const host = path.startsWith('/office/') ? '' : options.host;
      const answer = await doFetch(`${host}${addressOf(path, parts)}`, {
        method,
        headers,
        credentials: 'include',
        // A renewal whose answer is lost with the page would leave the browser with a cookie that is used up.
        keepalive: name === 'auth.refresh',
        signal: how.signal === undefined ? limit : AbortSignal.any([limit, how.signal]),
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      });
      serverClock.heardAnswer(answer.headers);
      return answer;
    } catch (error) {
      if (how.signal?.aborted === true) throw error;
      throw noAnswer(limit.aborted ? 'Timeout' : 'Offline');
    }
  }

  async function send(name: CallName, parts: Parts, how: CallOptions & { accept: string }): Promise<Response> {
    const first = await once(name, parts, how);
    if (first.ok) return first;
    if (first.status !== 401 || name === 'auth.refresh') throw await errorOf(first);
    if ((await options.renew()) === null) throw await errorOf(first);
    const second = await once(name, parts, how);
    if (!second.ok) throw await errorOf(second);
    return second;
  }

  return {
    async call<N extends CallName>(name: N, input?: CallInput<N>, how: CallOptions = {}) {
      const response = await send(name, (input ?? {}) as Parts, { ...how, accept: 'application/json' });
      return readWhole(response.json() as Promise<CallAnswer<N>>, how);
    },
    async csv(name, input, how = {}) {
      const parts = (input ?? {}) as Parts;
      const query = { ...parts.query, spreadsheet: spreadsheetOf(options.language) };
      const response = await send(name, { ...parts, query }, { ...how, accept: 'text/csv' });
      return readWhole(response.blob(), how);
    },
  };
}
