import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { keepsContract } from '#tests/provider-contract.ts';
import { PRETEND, PRETEND_SIMULATOR, signPretend } from '#tests/worlds/pretend-provider.ts';
import type { OutgoingCall } from './contract.ts';
import { createSender } from './sender.ts';
import { readProviders } from './settings.ts';

const NOW = Date.UTC(2026, 10, 26, 9);
const state = (fields: object) => JSON.stringify({ id: 'e1', type: 'state', ref: 'r1', ...fields });

keepsContract(PRETEND, {
  settings: { url: 'http://127.0.0.1:1', apiToken: 'token', webhookSecrets: ['new', 'old'] },
  now: NOW,
  secrets: ['new', 'old'],
  sign: (body, secret) => signPretend(body, { secret, at: NOW - 60_000 }),
  recorded: [
    {
      name: 'a check that passed',
      body: state({ state: 'ok' }),
      reads: { kind: 'status', eventId: 'e1', reference: 'r1', status: 'ok', at: NOW - 60_000 },
    },
    { name: 'a greeting', body: '{"id":"e2","type":"hello"}', reads: { kind: 'other' } },
  ],
  asks: { begin: (calls) => calls.begin('r1'), look: (calls) => calls.look('r1') },
});

it('takes no message that was signed long ago', () => {
  const body = Buffer.from(state({ state: 'ok' }));
  const settings = { url: 'http://127.0.0.1:1', apiToken: 'token', webhookSecrets: ['new'] };
  const reads = (at: number) =>
    PRETEND.readDelivery!({ headers: signPretend(body, { secret: 'new', at }), body }, { settings, now: NOW }).kind;
  expect([reads(NOW - 300_000), reads(NOW - 300_001), reads(NOW + 300_001)]).toEqual([
    'status',
    'unsigned',
    'unsigned',
  ]);
});

describe('settings', () => {
  const names = (env: Readonly<Record<string, string>>, mode = 'sandbox') => {
    const config = { providers: readConfig(env).providers, mode: mode as 'sandbox' };
    return readProviders([PRETEND, PRETEND_SIMULATOR], config).map(({ provider }) => provider.name);
  };
  const SET = {
    PROVIDER_PRETEND_URL: 'https://pretend.example',
    PROVIDER_PRETEND_API_TOKEN: 'live-1',
    PROVIDER_PRETEND_WEBHOOK_SECRETS: 'new, old',
  };

  it('put the provider in use; without them the simulator is, in a sandbox alone', () => {
    expect([names(SET), names({}), names({}, 'production')]).toEqual([['pretend'], ['pretendsim'], []]);
  });

  it.each([
    ['one that is missing', { ...SET, PROVIDER_PRETEND_API_TOKEN: ' ' }, 'PROVIDER_PRETEND_API_TOKEN is missing'],
    ['one that is wrong', { ...SET, PROVIDER_PRETEND_URL: 'x' }, 'PROVIDER_PRETEND_URL: is an address.'],
    ['an empty secret among them', { ...SET, PROVIDER_PRETEND_WEBHOOK_SECRETS: 'a,,b' }, 'newest first'],
    ['one of no provider', { ...SET, PROVIDER_PRETNED_URL: 'x' }, 'PROVIDER_PRETNED_URL is no setting of a provider.'],
  ])('are told %s', (_what, env, sentence) => expect(() => names(env)).toThrow(sentence));

  it('of a test system are refused in production', () => {
    const env = { ...SET, PROVIDER_PRETEND_API_TOKEN: 'test-1' };
    expect(names(env)).toEqual(['pretend']);
    expect(() => names(env, 'production')).toThrow('refuses the test system of pretend');
  });
});

describe('calls', () => {
  let behave: (request: IncomingMessage, answer: ServerResponse, no: number) => void;
  let came = 0;
  const server = createServer((request, answer) => behave(request, answer, (came += 1)));
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => void server.close(resolve)));
  beforeEach(() => {
    came = 0;
  });

  const clock = { at: 0, monotonic: () => clock.at };
  const senderOf = (port = (server.address() as AddressInfo).port) =>
    createSender('pretend', `http://127.0.0.1:${port}`, {
      clock,
      log: { warn: () => undefined, info: () => undefined },
    });
  const READ: OutgoingCall = { name: 'look', method: 'GET', path: '/x', repeatable: true, timeoutMs: 300 };
  const WRITE: OutgoingCall = { ...READ, name: 'begin', method: 'POST', repeatable: false };

  it('that may be repeated are, after a fault of the provider', async () => {
    behave = (_request, answer, no) => answer.writeHead(no === 1 ? 503 : 200).end('ok');
    expect(await senderOf()(READ)).toEqual({ kind: 'answered', status: 200, body: Buffer.from('ok') });
    expect(came).toBe(2);
  });

  it('that may have been done are sent once, and their end is not known', async () => {
    behave = (_request, answer) => answer.writeHead(502).end();
    expect([await senderOf()(WRITE), came]).toEqual([{ kind: 'unknown', why: '502' }, 1]);
    // No answer at all.
    behave = () => undefined;
    expect([await senderOf()(WRITE), came]).toEqual([{ kind: 'unknown', why: 'timeout' }, 2]);
  });

  it('that were not done are sent again, whatever they do', async () => {
    behave = (_request, answer, no) => answer.writeHead(no === 1 ? 429 : 201, { 'retry-after': '0' }).end();
    expect(await senderOf()(WRITE)).toMatchObject({ kind: 'answered', status: 201 });
  });

  it('wait no longer for a busy provider than whoever asks can', async () => {
    behave = (_request, answer) => answer.writeHead(429, { 'retry-after': '60' }).end();
    expect([await senderOf()(READ), came]).toEqual([{ kind: 'unreached', why: '429' }, 1]);
  });

  it('a refusal is an answer', async () => {
    behave = (_request, answer) => answer.writeHead(422).end('{"no":1}');
    expect([await senderOf()(WRITE), came]).toEqual([
      { kind: 'answered', status: 422, body: Buffer.from('{"no":1}') },
      1,
    ]);
  });

  it('go to no other origin', async () => {
    expect(await senderOf()({ ...READ, path: '//elsewhere.example/x' })).toEqual({
      kind: 'unreached',
      why: 'another origin',
    });
  });

  it('spare a provider that is away, and ask again half a minute later', async () => {
    behave = (_request, answer) => answer.writeHead(500).end();
    const send = senderOf();
    for (let no = 0; no < 5; no += 1) await send(WRITE);
    expect([await send(WRITE), came]).toEqual([{ kind: 'unreached', why: 'spared' }, 5]);
    clock.at += 30_000;
    behave = (_request, answer) => answer.end('back');
    expect([(await send(WRITE)).kind, came]).toEqual(['answered', 6]);
  });
});
