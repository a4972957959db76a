import type { RefusalBody } from '#protocol/site.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { SessionAnswer } from '#protocol/identity.ts';
import { visitOrigin } from '#web/api/origin.ts';
import { STORED, readStored, writeStored } from '#web/api/stored.ts';

const PATIENCE_MS = 10_000;

/** The server said no, in the language of the page. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, { error }: RefusalBody) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.details = error.details;
  }
}

/** The demo person of this browser, begun where there is none yet: the same one that the demo goes on with. */
export class Demo {
  readonly #host: string;
  readonly #language: string;
  #token = readStored(STORED.demoToken);

  constructor(host: string, language: string) {
    this.#host = host;
    this.#language = language;
  }

  /** One answer for one `key`, however often it is asked. */
  place(body: Readonly<Record<string, unknown>>, key: string): Promise<PredictionWire> {
    return this.#asPerson('POST', '/trade/predictions', { body, key });
  }

  prediction(id: string): Promise<PredictionWire> {
    return this.#asPerson('GET', `/trade/predictions/${encodeURIComponent(id)}`, {});
  }

  async #asPerson<T>(
    method: string,
    path: string,
    more: { readonly body?: unknown; readonly key?: string },
  ): Promise<T> {
    if (this.#token === null) await this.#begin();
    try {
      return await this.#send<T>(method, path, more);
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      this.#token = null;
      await this.#begin();
      return this.#send<T>(method, path, more);
    }
  }

  async #begin(): Promise<void> {
    const body = visitOrigin(location.search, document.cookie);
    const { accessToken } = await this.#send<SessionAnswer>('POST', '/auth/demo-session', { body });
    this.#token = accessToken;
    writeStored(STORED.demoToken, accessToken);
  }

  /** Rejects with Refused, or with whatever `fetch` says where there was no answer. */
  async #send<T>(method: string, path: string, more: { readonly body?: unknown; readonly key?: string }): Promise<T> {
    const answer = await fetch(`${this.#host}/api/v2${path}`, {
      method,
      credentials: 'include',
      headers: {
        accept: 'application/json',
        'accept-language': this.#language,
        'x-requested-with': 'web',
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(more.key === undefined ? {} : { 'idempotency-key': more.key }),
        ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(more.body === undefined ? {} : { body: JSON.stringify(more.body) }),
    });
    if (answer.ok) return (await answer.json()) as T;
    throw new Refused(answer.status, (await answer.json()) as RefusalBody);
  }
}
