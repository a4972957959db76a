import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEgress } from '#server/net/index.ts';
import { fetchFeed } from './fetch-feed.ts';

let server: Server;
let origin: string;
let asked: IncomingHttpHeaders = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.headers;
    if (request.url === '/moved') return response.writeHead(301, { location: '/feed' }).end();
    if (request.url === '/inside') return response.writeHead(302, { location: 'https://127.0.0.1/feed' }).end();
    if (request.url === '/circle') return response.writeHead(302, { location: '/circle' }).end();
    if (request.url === '/broken') return response.writeHead(500).end('<rss/>');
    if (request.url === '/large') return response.end('x'.repeat(1_100_000));
    if (request.url === '/still') return undefined;
    if (request.headers['if-none-match'] === '"1"') return response.writeHead(304).end();
    const type = request.url === '/old' ? 'text/xml; charset=windows-1251' : 'application/rss+xml';
    const headers = { 'content-type': type, etag: '"1"', 'last-modified': `Fri${'.'.repeat(200)}` };
    return response.writeHead(200, headers).end(Buffer.from([0xcd, 0x3c]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const fetched = (
  path: string,
  { etag = null, ms = 5_000 }: { readonly etag?: string | null; readonly ms?: number } = {},
) =>
  fetchFeed(new URL(path, origin).href, {
    egress: createEgress({ trusted: [origin] }),
    agent: 'Tikvo',
    marks: { etag, modified: null },
    signal: AbortSignal.timeout(ms),
  });

it('reads a feed, follows where it moved, and asks for it again by its mark', async () => {
  expect(await fetched('/moved')).toEqual({ kind: 'fresh', text: '\uFFFD<', etag: '"1"', modified: null });
  expect(asked['user-agent']).toBe('Tikvo');
  expect(await fetched('/old')).toMatchObject({ text: 'Н<' });
  expect(await fetched('/feed', { etag: '"1"' })).toEqual({ kind: 'same' });
});

it.each([
  ['/inside', 'an address where none may go'],
  ['https://10.0.0.1/feed', 'an address where none may go'],
  ['/circle', 'too many redirects'],
  ['/broken', 'status 500'],
  ['/large', 'larger than 1 MB'],
])('says why %s is not read: %s', async (path, why) => {
  expect(await fetched(path)).toEqual({ kind: 'failed', why });
});

it('waits for none that is still', async () => {
  expect(await fetched('/still', { ms: 50 })).toEqual({ kind: 'failed', why: 'too slow' });
});
