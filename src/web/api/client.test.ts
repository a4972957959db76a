import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#protocol/api.ts';
import { ApiError } from './api-error.ts';
import { CALLS } from './calls.ts';
import { knowOfficeCalls } from './office-calls.ts';
import { addressOf, createClient } from './client.ts';
import { serverClock } from '../live/server-clock.ts';

interface Asked {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

const refusal = {
  error: { code: 'NotSignedIn', title: 'T', message: 'M', action: 'okay', details: { a: 1 } },
  requestId: 'r-1',
};

function setUp(answers: (Response | Error)[], renewed: string | null = 'new') {
  const asked: Asked[] = [];
  let token: string | null = 'old';
  let renewals = 0;
  const client = createClient({
    host: 'https://api.example',
    language: 'ja',
    token: () => token,
    renew: () => {
      renewals += 1;
      token = renewed;
      return Promise.resolve(renewed);
    },
    fetch: (url, init) => {
      asked.push({ url: url as string, init: init ?? {}, headers: new Headers(init?.headers) });
      const next = answers.shift();
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next ?? answer(500, null));
    },
  });
  return { client, asked, renewals: () => renewals };
}

describe('the client', () => {
  it('has one line per row of the protocol tables', () => {
    const lines = Object.fromEntries(
      ENDPOINTS.map(({ name, endpoint }) => [name, `${endpoint.method} ${endpoint.path}`]),
    );
    expect(Object.keys(CALLS).filter((name) => name.startsWith('office'))).toEqual([]);
    knowOfficeCalls();
    expect(CALLS).toEqual(lines);
  });

  it('fills in path and query', () => {
    expect(addressOf('/trade/predictions/:id', { params: { id: 'a/b' } })).toBe('/api/v2/trade/predictions/a%2Fb');
    expect(addressOf('/trade/bars', { query: { pair: 'BTC-USD', from: undefined, to: 0 } })).toBe(
      '/api/v2/trade/bars?pair=BTC-USD&to=0',
    );
  });

  it('sends bearer, language and idempotency key', async () => {
    const { client, asked } = setUp([answer(201, { id: 'p' })]);
    const body = { pair: 'BTC-USD', direction: 'UP', stake: '10.00', durationSec: 60, payout: 0.85 } as const;
    await client.call('trade.place', { body }, { idempotencyKey: 'k' });
    expect(asked[0]?.url).toBe('https://api.example/api/v2/trade/predictions');
    expect(asked[0]?.init.method).toBe('POST');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer old');
    expect(asked[0]?.headers.get('accept-language')).toBe('ja');
    expect(asked[0]?.headers.get('idempotency-key')).toBe('k');
    expect(asked[0]?.init.body).toBe(JSON.stringify(body));
  });

  it('renews once after a 401 and repeats once with the new token', async () => {
    const { client, asked, renewals } = setUp([answer(401, refusal), answer(200, { id: 'u' })]);
    await expect(client.call('user.profile')).resolves.toEqual({ id: 'u' });
    expect(renewals()).toBe(1);
    expect(asked.map((call) => call.headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  it('says whom the page shows, and carries no token of anybody else', async () => {
    const tokens = ['ann', 'bob'].map((sub) => `a.${btoa(JSON.stringify({ sub }))}.c`);
    const asked: Headers[] = [];
    const client = createClient({
      host: '',
      language: 'en',
      token: () => tokens[Math.min(asked.length, 1)] ?? null,
      shown: () => 'ann',
      renew: () => Promise.resolve(tokens[1] ?? null),
      fetch: (_url, init) => {
        asked.push(new Headers(init?.headers));
        return Promise.resolve(answer(401, refusal));
      },
    });
    await expect(client.call('user.profile')).rejects.toMatchObject({ code: 'NotSignedIn' });
    expect(asked.map((headers) => [headers.get('authorization'), headers.get('x-acting-for')])).toEqual([
      [`Bearer ${tokens[0]}`, 'ann'],
      [null, 'ann'],
    ]);
  });

  it('does not renew twice', async () => {
    const { client, renewals, asked } = setUp([answer(401, refusal), answer(401, refusal)]);
    await expect(client.call('user.profile')).rejects.toMatchObject({ status: 401, code: 'NotSignedIn' });
    expect(renewals()).toBe(1);
    expect(asked.length).toBe(2);
  });

  it('gives up where no new token comes', async () => {
    const { client, asked } = setUp([answer(401, refusal)], null);
    await expect(client.call('user.profile')).rejects.toBeInstanceOf(ApiError);
    expect(asked.length).toBe(1);
  });

  it('carries the refusal of the catalogue, with its wait', async () => {
    const { client } = setUp([
      answer(429, { ...refusal, error: { ...refusal.error, code: 'RateLimit' } }, { 'retry-after': '2' }),
    ]);
    await expect(client.call('trade.pairs')).rejects.toMatchObject({
      code: 'RateLimit',
      title: 'T',
      text: 'M',
      requestId: 'r-1',
      retryAfterMs: 2000,
      details: { a: 1 },
    });
  });

  it('calls an answer without a body unexpected', async () => {
    const { client } = setUp([new Response('<html>', { status: 502 })]);
    await expect(client.call('trade.pairs')).rejects.toMatchObject({ status: 502, code: 'UnexpectedError' });
  });

  it.each([
    { error: 'Bad Gateway' },
    { error: null },
    { error: { code: 'UnexpectedError', message: 'x' } },
    { error: { ...refusal.error, details: null }, requestId: 'r-1' },
    { error: refusal.error },
  ])('takes an answer of whoever stands before the server for no refusal of ours: %j', async (body) => {
    const { client } = setUp([answer(502, body)]);
    const whole = { status: 502, code: 'UnexpectedError', title: '', action: 'okay', details: {} };
    await expect(client.call('trade.pairs')).rejects.toMatchObject(whole);
  });

  it('tells a lost network from a refusal: what happened is not known', async () => {
    const { client } = setUp([new TypeError('failed to fetch')]);
    await expect(client.call('trade.pairs')).rejects.toMatchObject({ code: 'Offline', unknownOutcome: true });
  });

  it('takes the time of the server from an answer, also from one that refuses', async () => {
    const { client } = setUp([
      answer(429, refusal, { date: 'Fri, 01 Jan 2100 12:00:00 GMT', 'cache-control': 'no-store' }),
    ]);
    await expect(client.call('user.profile')).rejects.toBeInstanceOf(ApiError);
    expect(new Date(serverClock.now()).getUTCFullYear()).toBe(2100);
  });

  it('asks for CSV on demand', async () => {
    const { client, asked } = setUp([new Response('a,b')]);
    const file = await client.csv('trade.predictions', { query: { status: 'settled' } });
    expect(asked[0]?.headers.get('accept')).toBe('text/csv');
    expect(asked[0]?.url).toContain('status=settled&spreadsheet=');
    await expect(file.text()).resolves.toBe('a,b');
  });

  it('counts an answer that is cut on its way as none', async () => {
    const cut = new Response(
      new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('{ "id": "p'));
          stream.error(new TypeError('network error'));
        },
      }),
      { status: 201 },
    );
    const { client } = setUp([cut]);
    const lost = await client.call('trade.predictions', { query: {} }).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ApiError);
    expect((lost as ApiError).unknownOutcome).toBe(true);
  });
});
