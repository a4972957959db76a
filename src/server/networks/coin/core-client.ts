import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseExact } from './exact-json.ts';

/** Where a node answers. */
export interface CorePlace {
  /** May hold a user and a password. */
  readonly url: string;
  /** The file into which a node of this machine writes them at each start; null: there is none. */
  readonly cookieFile: string | null;
}

/** A node refused; `code` is its own (src/rpc/protocol.h of Bitcoin Core). */
export class CoreRefused extends Error {
  override readonly name = 'CoreRefused';
  readonly code: number;

  constructor(method: string, { code, message }: { readonly code: number; readonly message: string }) {
    super(`${method}: ${message}`);
    this.code = code;
  }
}

/** `code` of what a node does not have: a block, a transaction, an address. */
export const CORE_NOT_FOUND = -5;
/** `code` of a height behind the last block. */
export const CORE_OUT_OF_RANGE = -8;

const ANSWER = z.object({
  result: z.unknown(),
  error: z.object({ code: z.int(), message: z.string() }).nullable(),
});
const TIMEOUT_MS = 15_000;

/** Calls a node that speaks as Bitcoin Core does. Throws `CoreRefused` where it refuses, and something else where it is away. */
export class CoreClient {
  readonly #url: string;
  readonly #login: string | null;
  readonly #cookieFile: string | null;

  constructor({ url, cookieFile }: CorePlace) {
    const address = new URL(url);
    this.#login =
      address.username === ''
        ? null
        : `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
    address.username = '';
    address.password = '';
    this.#url = address.href;
    this.#cookieFile = cookieFile;
  }

  async call(
    method: string,
    params: readonly unknown[] = [],
    { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
  ): Promise<unknown> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(await this.#authorization()) },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    // It answers refusals with 4xx and 5xx, and a wrong password with no word.
    if (!text.startsWith('{')) throw new Error(`${method}: the node answered with status ${response.status}`);
    const { result, error } = ANSWER.parse(parseExact(text));
    if (error !== null) throw new CoreRefused(method, error);
    return result;
  }

  /** null where the node says with one of `codes` that it has nothing. */
  async find(
    method: string,
    { params, codes }: { readonly params: readonly unknown[]; readonly codes: readonly number[] },
  ): Promise<unknown> {
    try {
      return await this.call(method, params);
    } catch (error) {
      if (error instanceof CoreRefused && codes.includes(error.code)) return null;
      throw error;
    }
  }

  async #authorization(): Promise<{ readonly authorization?: string }> {
    const login = this.#login ?? (this.#cookieFile === null ? null : (await readFile(this.#cookieFile, 'utf8')).trim());
    return login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
  }
}
