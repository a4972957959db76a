import { describe, expect, it } from 'vitest';
import { createBotClient, Refused } from './client.ts';

const ROUNDS = { items: [] };
const BUSY = {
  error: { code: 'RateLimit', title: 't', message: 'm', action: 'okay', details: {} },
  requestId: 'r',
};

/** A house that answers what it is told, one after the other. */
function house(...answers: ({ status: number; json: unknown; retryAfter?: string; date?: string } | 'nothing')[]) {
  const asked: { url: string; headers: Headers }[] = [];
  const slept: number[] = [];
  const client = createBotClient({
    origin: 'http://house',
    now: () => 0,
    sleep: (ms) => Promise.resolve(void slept.push(ms)),
    fetch: (url, init) => {
      const answer = answers[asked.length] ?? 'nothing';
      asked.push({ url: url as string, headers: new Headers(init?.headers) });
      if (answer === 'nothing')
        return Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }));
      const headers: Record<string, string> = {
        ...(answer.retryAfter === undefined ? {} : { 'retry-after': answer.retryAfter }),
        ...(answer.date === undefined ? {} : { date: answer.date }),
      };
      return Promise.resolve(Response.json(answer.json, { status: answer.status, headers }));
    },
  });
  return { client, asked, slept };
}

describe('the client of a bot', () => {
  it('fills addresses from the tables', async () => {
    const { client, asked } = house({ status: 200, json: ROUNDS });
    client.become({ kind: 'bearer', token: 'tk_x' });
    expect(await client.call('exchange.rounds', { query: { pair: 'BTC-USD' } })).toEqual(ROUNDS);
    expect(asked[0]?.url).toBe('http://house/api/v2/trade/rounds?pair=BTC-USD');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer tk_x');
    expect(asked[0]?.headers.get('idempotency-key')).toBeNull();
  });

  it('asks again after the time it was told, and when nobody answers', async () => {
    const { client, slept } = house({ status: 429, json: BUSY, retryAfter: '3' }, 'nothing', {
      status: 200,
      json: ROUNDS,
    });
    await client.call('exchange.rounds', { query: { pair: 'BTC-USD' } });
    expect(slept).toEqual([3_000, 500]);
  });

  it('repeats an order under one key, and signs each time anew', async () => {
    const refusal = (code: string) => ({ ...BUSY, error: { ...BUSY.error, code } });
    const { client, asked, slept } = house(
      'nothing',
      { status: 409, json: refusal('IdempotencyConflict'), retryAfter: '1' },
      { status: 422, json: refusal('NoBalance') },
    );
    client.become({ kind: 'hmac', keyId: 'k', secret: 's' });
    const body = { marketId: 'm', outcome: 'UP', side: 'BUY', type: 'LIMIT', price: '0.5', shares: '1' } as const;
    await expect(client.call('exchange.placeOrder', { body })).rejects.toMatchObject({
      code: 'NoBalance',
      status: 422,
    });
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(slept).toEqual([250, 1_000]);
    expect(asked[1]?.headers.get('x-key-nonce')).not.toBe(asked[0]?.headers.get('x-key-nonce'));
  });

  it('does not repeat what could happen twice, and gives up in the end', async () => {
    const once = house('nothing');
    await expect(once.client.call('auth.demoSession', { body: {} })).rejects.toThrow(
      'http://house does not answer: ECONNREFUSED',
    );
    expect(once.asked).toHaveLength(1);
    const busy = house(...Array.from({ length: 9 }, () => ({ status: 503, json: BUSY })));
    await expect(busy.client.call('exchange.rounds', { query: { pair: 'X' } })).rejects.toThrow(Refused);
    expect(busy.asked).toHaveLength(5);
  });

  it('keeps the time of the house, and signs by it at once where its own clock was refused', async () => {
    const date = 'Thu, 01 Jan 1970 00:07:00 GMT';
    const skewed = { ...BUSY, error: { ...BUSY.error, code: 'NotSignedIn' } };
    const { client, asked } = house({ status: 401, json: skewed, date }, { status: 200, json: ROUNDS, date });
    client.become({ kind: 'hmac', keyId: 'k', secret: 's' });
    expect(client.now()).toBe(0);
    expect(await client.call('exchange.rounds', { query: { pair: 'BTC-USD' } })).toEqual(ROUNDS);
    expect(asked.map(({ headers }) => headers.get('x-key-timestamp'))).toEqual(['0', '420000']);
    expect(client.now()).toBe(420_000);
  });

  it('believes no answer of another shape', async () => {
    const { client } = house({ status: 200, json: { items: [{ marketId: 1 }] } });
    await expect(client.call('exchange.rounds', { query: { pair: 'X' } })).rejects.toThrow('marketId');
  });
});
