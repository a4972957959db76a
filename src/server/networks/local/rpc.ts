import { z } from 'zod';

const answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });
const TIMEOUT_MS = 3_000;

/** Calls of the local chain that only it has, or that the parent makes, which loads no library for them. */
export class LocalRpc {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** Throws where it is away, and what it says where it refuses. */
  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error } = answer.parse(await response.json());
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async number(method: string, params: readonly unknown[] = []): Promise<number> {
    return Number(z.string().parse(await this.call(method, params)));
  }

  async answers(): Promise<boolean> {
    return this.call('eth_chainId').then(
      () => true,
      () => false,
    );
  }
}
