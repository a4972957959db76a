import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE, ENDPOINTS } from '#protocol/api.ts';
import { chance } from '#tests/fuzz/chance.ts';
import { operationsOf, type Document } from '#tests/fuzz/document.ts';
import { fuzzRequest } from '#tests/fuzz/requests.ts';
import { caller, type Ask } from '#tests/http-calls.ts';
import { personOf } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { watchLog } from './watched-log.ts';

const MAIN = 'http://tikvo.localhost:3000';
const AUTH = 'http://auth.tikvo.localhost:3000';
const FILES = 'http://files.tikvo.localhost:3000';
const EVIL = 'http://evil.example';

let server: TestServer;
let ask: Ask;
const watched = watchLog({ PUBLIC_ORIGIN: MAIN, AUTH_ORIGIN: AUTH, FILES_ORIGIN: FILES });
beforeAll(async () => {
  server = await startTestServer(watched.options);
  ask = caller(server.origin);
});
afterAll(async () => {
  await server.stop();
  watched.close('foreign pages');
});

const EFFECTS = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ method, effect, customHeader }) => method !== 'GET' || effect === true || customHeader === true,
);

/** A call with a Host of its own, which `fetch` does not let through. */
function callHost(host: string, path: string): Promise<{ status: number; type: string; length: number }> {
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${server.origin}${path}`, { headers: { host } }, (answer) => {
      let length = 0;
      answer.on('data', (part: Buffer) => (length += part.length));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', length }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

describe('pages of others (R-36)', () => {
  it('change nothing by any route, the GETs with an effect among them', async () => {
    const paths = new Set(EFFECTS.filter(({ method }) => method === 'GET').map(({ path }) => path));
    for (const path of ['/auth/send-activation', '/auth/otp/generate', '/auth/activate', '/auth/refresh']) {
      expect(paths).toContain(path);
    }
    const { json } = await ask('/api/v2/openapi.json');
    const operations = operationsOf(json as unknown as Document);
    const journals = async () => (await server.pool.query('SELECT count(*) FROM journal')).rows[0] as unknown;
    const person = await personOf(server, 'USER');
    const before = await journals();
    let refused = 0;
    for (const endpoint of EFFECTS) {
      const path = `${API_BASE}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
      const operation = operations.find((one) => one.path === path && one.method === endpoint.method);
      if (operation === undefined) throw new Error(`${path} is not documented`);
      const { url, body, headers } = fuzzRequest(operation, { class_: 'valid', chance: chance(1), hints: {} });
      for (const foreign of [
        { origin: EVIL },
        { origin: 'null' },
        { origin: `${MAIN}.evil.example` },
        { origin: FILES },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      ]) {
        for (const token of [person.token, undefined]) {
          const answer = await fetch(`${server.origin}${url}`, {
            method: endpoint.method,
            headers: {
              ...headers,
              'x-requested-with': 'x',
              'x-forwarded-for': `10.9.${refused >> 8}.${refused & 255}`,
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
              ...foreign,
            } as Record<string, string>,
            ...(body === null ? {} : { body }),
          });
          const { error } = (await answer.json()) as { error?: { code: string } };
          expect(['PermissionsError', 'NotSignedIn', 'RateLimit'], `${endpoint.method} ${path}`).toContain(error?.code);
          expect(answer.headers.get('set-cookie'), path).toBeNull();
          expect(answer.headers.get('access-control-allow-origin'), path).toBeNull();
          refused += 1;
        }
      }
    }
    expect(await journals()).toEqual(before);
    console.log(`foreign pages: ${EFFECTS.length} routes that change something, ${refused} calls, 0 went through`);
    expect(refused).toBe(EFFECTS.length * 10);
  });

  it('cannot be linked to: a GET with an effect wants more than a click or a prefetch', async () => {
    for (const { path, method } of EFFECTS.filter((one) => one.method === 'GET')) {
      const { status } = await ask(`${API_BASE}${path}`, {
        method,
        headers: { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      });
      expect(status, path).toBe(401);
    }
  });

  it('read nothing with the cookies of ours', async () => {
    const preflight = (origin: string) =>
      ask('/api/v2/user/profile', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    for (const origin of [EVIL, 'null', FILES, `${MAIN}.evil.example`, 'http://tikvo.localhost:3001']) {
      const { headers } = await preflight(origin);
      expect(headers.get('access-control-allow-origin'), origin).toBeNull();
      expect(headers.get('access-control-allow-headers'), origin).toBeNull();
    }
    for (const origin of [MAIN, AUTH]) {
      const { headers } = await preflight(origin);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('access-control-allow-headers')).toContain('X-Requested-With');
      // The page of another origin of ours knows the time by it.
      expect(headers.get('access-control-expose-headers')).toContain('date');
    }
  });
});

describe('headers of every answer', () => {
  const GUARDS: Readonly<Record<string, RegExp>> = {
    'content-security-policy': /object-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/,
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'referrer-policy': /^strict-origin-when-cross-origin$/,
    'cross-origin-opener-policy': /^same-origin$/,
    // The camera is for documents, on our own pages alone.
    'permissions-policy': /^camera=\(self\), microphone=\(self\), geolocation=\(\)/,
    'x-request-id': /^[\da-f-]{36}$/,
  };

  it('guard it: good, refused, absent, broken, page and document', async () => {
    const paths = [
      '/healthz',
      '/metrics',
      '/api/docs',
      '/api/v2/openapi.json',
      '/api/v2/config',
      '/api/v2/user/profile',
      '/api/v2/nothing',
      '/api/v2/auth/login',
      `/api/v2/trade/predictions/${'x'.repeat(300)}`,
      '/%zz',
      '/dev/inbox',
    ];
    for (const path of paths) {
      const { headers } = await ask(path);
      for (const [name, wanted] of Object.entries(GUARDS)) {
        expect(headers.get(name) ?? '', `${name} of ${path}`).toMatch(wanted);
      }
      expect(headers.get('server'), path).toBeNull();
      expect(headers.get('x-powered-by'), path).toBeNull();
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split('; ').find((rule) => rule.startsWith('script-src'))).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  it('keep what is of a person out of every store', async () => {
    const { token } = await personOf(server, 'USER');
    for (const path of ['/api/v2/user/profile', '/api/v2/trade/predictions', '/api/v2/auth/refresh']) {
      const { headers } = await ask(path, { token });
      expect(headers.get('cache-control'), path).toBe('no-store');
    }
  });
});

describe('the host of files', () => {
  it('has files and nothing else, and no other host has them', async () => {
    const { token } = await personOf(server, 'USER');
    const made = await ask('/api/v2/user/generateAvatar', { method: 'POST', token });
    const address = new URL(String(made.json['avatar']));
    expect(address.origin).toBe(FILES);
    expect(await callHost(address.host, address.pathname)).toMatchObject({ status: 200, type: 'image/png' });
    expect((await callHost('tikvo.localhost:3000', address.pathname)).status).toBe(404);
    for (const path of ['/', '/en', '/api/v2/config', '/api/docs', '/files/../api/v2/config', '/metrics']) {
      const { status, length } = await callHost(address.host, path);
      expect([status, length < 500], path).toEqual([404, true]);
    }
  });
});
