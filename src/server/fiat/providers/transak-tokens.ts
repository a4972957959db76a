import { z } from 'zod';
import { HOUR_MS } from '#domain/time.ts';
import type { Send } from '#server/providers/index.ts';
import { answered } from './messages.ts';

const TOKEN = z.object({ data: z.object({ accessToken: z.string(), expiresAt: z.number() }) });
/** A token is good for seven days; asked for again before it ends. */
const BEFORE_END_MS = HOUR_MS;

/** Access tokens of one set of keys. A new one ends the one before it, so that none is asked for without need. */
export interface Tokens {
  /** Newest first: with one of them messages are signed. The one before the newest too, for what was on its way. */
  known(): readonly string[];
  /** The one that is good now, asked for where there is none. Those who want it at once wait for the same. */
  current(
    send: Send,
  ): Promise<{ readonly kind: 'found'; readonly token: string } | { readonly kind: 'failed'; readonly why: string }>;
  /** They do not take it any more. */
  drop(token: string): void;
}

export function createTokens({ apiKey, apiSecret }: { readonly apiKey: string; readonly apiSecret: string }): Tokens {
  let all: readonly { readonly token: string; readonly endsAt: number }[] = [];
  let asking: ReturnType<Tokens['current']> | null = null;

  const ask = async (send: Send): ReturnType<Tokens['current']> => {
    const end = await send({
      name: 'token',
      method: 'POST',
      path: '/partners/api/v2/refresh-token',
      headers: { 'content-type': 'application/json', 'api-secret': apiSecret },
      body: JSON.stringify({ apiKey }),
      repeatable: true,
    });
    const found = answered(end, TOKEN);
    if ('kind' in found) return found;
    const { accessToken: token, expiresAt } = found.data;
    all = [{ token, endsAt: expiresAt * 1_000 }, ...all.slice(0, 1)];
    return { kind: 'found', token };
  };

  return {
    known: () => all.map(({ token }) => token),
    current: (send) => {
      const [newest] = all;
      if (newest !== undefined && newest.endsAt - BEFORE_END_MS > Date.now())
        return Promise.resolve({ kind: 'found', token: newest.token });
      asking ??= ask(send).finally(() => {
        asking = null;
      });
      return asking;
    },
    drop: (token) => {
      all = all.map((one) => (one.token === token ? { ...one, endsAt: 0 } : one));
    },
  };
}
