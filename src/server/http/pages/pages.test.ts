import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PairCache } from '#server/engine-client/index.ts';
import { readConfig } from '#server/config/config.ts';
import { addHeaders } from '../answers/headers.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { publicConfigOf } from '../public-config.ts';
import { createPages } from './pages.ts';

/** A web build of two pages: what it was asked stands in them, and `no` counts how often it drew. */
const BUILD = `let no = 0;
export default async (request, { nonce, acceptLanguage, board }) => {
  const { pathname, origin } = new URL(request.url);
  if (pathname.endsWith('/nowhere')) return new Response(null, { status: 302, headers: { location: '/en' } });
  if (pathname.endsWith('/broken')) return new Response('<h1>Broken</h1>', { status: 500, headers: { 'x-page-fault': encodeURIComponent('Error: no client\\n  at Proof') } });
  const pairs = await board().catch(() => null);
  no += 1;
  const seen = JSON.stringify({ version: 'VERSION', no, path: pathname, origin, cookie: request.headers.get('cookie'), acceptLanguage, pairs });
  const kept = pathname.endsWith('/kept') ? { 'x-page-kept': '1' } : {};
  return new Response('<script nonce="' + nonce + '">a()</script><pre>' + seen + '</pre>' + 'word '.repeat(400) + '<script nonce="' + nonce + '">b()</script>', {
    headers: { 'content-type': 'text/html', vary: 'Cookie', ...kept },
  });
};
`;

const config = readConfig({ FEED: 'simulated' });
const answered: unknown[] = [];
const logged: string[] = [];
const running: { root: string; app: FastifyInstance }[] = [];

async function open(version: string | null): Promise<FastifyInstance> {
  const root = mkdtempSync(join(tmpdir(), 'tikvo-pages-'));
  mkdirSync(join(root, 'build/web/client'), { recursive: true });
  writeFileSync(join(root, 'build/web/client/robots.txt'), 'User-agent: *\n');
  if (version !== null) {
    mkdirSync(join(root, 'build/web/server'), { recursive: true });
    writeFileSync(join(root, 'build/web/server/package.json'), '{"type":"module"}');
    writeFileSync(join(root, 'build/web/server/index.js'), BUILD.replace('VERSION', version));
  }
  const app = fastify({ logger: { stream: { write: (line: string) => logged.push(line) } } });
  addHeaders(app, config);
  const pairCache = { pairs: () => Promise.resolve('the board') } as unknown as PairCache;
  const pages = await createPages(app, {
    root,
    publicConfig: () => publicConfigOf(config, STANDARD_SETTINGS.values),
    pairCache,
    withdrawalTimes: () => Promise.resolve(null),
    isOneTooMany: () => false,
    reads: (ask) => Promise.resolve({ asked: ask }),
  });
  app.setNotFoundHandler(async (request, reply) => {
    const done = await pages.answer(request, reply);
    answered.push(done);
    return done ? reply : reply.code(404).send('nothing');
  });
  running.push({ root, app });
  return app;
}

afterEach(async () => {
  for (const { root, app } of running.splice(0)) {
    await app.close();
    rmSync(root, { recursive: true });
  }
});

it('says whether it answered, so that nobody answers after it', async () => {
  const app = await open(null);
  const file = await app.inject('/robots.txt');
  expect([file.statusCode, file.body]).toEqual([200, 'User-agent: *\n']);
  expect((await app.inject('/nothing.txt')).statusCode).toBe(404);
  expect(answered).toEqual([true, false]);
});

it('tells the log, and nobody else, why a page could not be drawn whole', async () => {
  const app = await open('1');
  const { statusCode, headers, body } = await app.inject('/en/broken');
  expect([statusCode, headers['x-page-fault'], body]).toEqual([500, undefined, '<h1>Broken</h1>']);
  expect(logged.join('')).toContain('"path":"/en/broken","status":500,"why":"Error: no client\\n  at Proof"');
});

describe('pages that were drawn a moment ago', () => {
  let app: FastifyInstance;
  beforeEach(async () => {
    app = await open('1');
  });

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url, headers });
    const encoding = answer.headers['content-encoding'];
    const body =
      encoding === 'br'
        ? brotliDecompressSync(answer.rawPayload)
        : encoding === 'gzip'
          ? gunzipSync(answer.rawPayload)
          : answer.rawPayload;
    const text = body.toString();
    const seen = JSON.parse(/<pre>(.*)<\/pre>/.exec(text)?.[1] ?? 'null') as Record<string, unknown> | null;
    const nonces = [...new Set([...text.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce))];
    return { answer, encoding, text, seen, nonces, policy: String(answer.headers['content-security-policy']) };
  };

  it.each(['gzip', 'br', 'gzip, deflate, br', 'identity'])(
    'carry a nonce that is new for each answer and the one of its policy: %s',
    async (accepted) => {
      const [one, two] = [
        await get('/en', { 'accept-encoding': accepted }),
        await get('/en', { 'accept-encoding': accepted }),
      ];
      for (const { nonces, policy } of [one, two]) {
        expect(nonces).toHaveLength(1);
        expect(policy).toContain(`'nonce-${nonces[0]}'`);
      }
      expect(one.nonces).not.toEqual(two.nonces);
      expect(one.encoding).toBe(accepted.includes('gzip') ? 'gzip' : undefined);
      // Drawn once, and the same but for it.
      expect(two.seen).toEqual(one.seen);
      expect(two.text.replaceAll(two.nonces[0] ?? '', '')).toBe(one.text.replaceAll(one.nonces[0] ?? '', ''));
      expect(one.answer.headers).toMatchObject({ 'content-type': 'text/html', vary: 'Cookie, Accept-Encoding' });
    },
  );

  it('that may be kept have no nonce, come by their tag, and are compressed once', async () => {
    const one = await get('/en/kept', { 'accept-encoding': 'br, gzip' });
    expect([one.nonces, one.encoding]).toEqual([[], 'br']);
    expect(one.answer.headers).not.toHaveProperty('x-page-kept');
    const again = await get('/en/kept', { 'if-none-match': String(one.answer.headers['etag']) });
    expect([again.answer.statusCode, again.text, again.policy]).toEqual([304, '', one.policy]);
    expect((await get('/en/kept', { 'accept-encoding': 'gzip' })).text).toBe(one.text);
  });

  it('never mix languages, addresses, or who has signed in here with who has not', async () => {
    const known = { cookie: 'a=1; tikvo.known=1; i18next=de' };
    const all = [
      await get('/en'),
      await get('/de'),
      await get('/en?pair=ETH-USD'),
      await get('/en', known),
      await get('/', { 'accept-language': 'de' }),
      await get('/', { 'accept-language': 'sv' }),
      await get('/', known),
    ];
    expect(new Set(all.map(({ seen }) => seen?.['no'])).size).toBe(all.length);
    expect(all.map(({ seen }) => [seen?.['path'], seen?.['cookie'], seen?.['acceptLanguage']])).toEqual([
      ['/en', '', ''],
      ['/de', '', ''],
      ['/en', '', ''],
      ['/en', 'tikvo.known=1', ''],
      ['/', '', 'de'],
      ['/', '', 'sv'],
      ['/', 'tikvo.known=1; i18next=de', ''],
    ]);
  });

  it('are of our own origin, whatever host an address names', async () => {
    const port = Number(new URL(await app.listen({ port: 0 })).port);
    const answers = ['//evil.example/en', '/\\\\evil.example/en', 'http://evil.example/en', '//'].map(async (path) => {
      const [answer] = (await once(request({ port, path, host: '127.0.0.1' }).end(), 'response')) as [IncomingMessage];
      const seen = /<pre>(.*)<\/pre>/.exec(await text(answer))?.[1];
      return [answer.statusCode, JSON.parse(seen ?? '{}').origin];
    });
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 4 }, () => [200, config.origins.main]));
  });

  it('hold nothing of who asks: no session, no token, no other cookie reaches what is drawn', async () => {
    const secret = { cookie: 'session=s3cret; tikvo.consent=all', authorization: 'Bearer s3cret' };
    const [own, others] = [await get('/en', secret), await get('/en')];
    expect(own.text).not.toContain('s3cret');
    expect(others.seen).toEqual(own.seen);
  });

  it('lead on where the page does, and go with the version that drew them', async () => {
    expect((await get('/en/nowhere')).answer.headers['location']).toBe('/en');
    expect((await get('/en')).seen?.['version']).toBe('1');
    app = await open('2');
    expect((await get('/en')).seen).toMatchObject({ version: '2', no: 1, pairs: 'the board' });
  });
});
