import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as plain } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { request as secure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ENDPOINTS } from '#protocol/api.ts';
import { readConfig } from '#server/config/config.ts';
import { proxyJudge } from '#server/net/proxy-judge.ts';
import { EXIT } from '#server/supervisor/exit-codes.ts';
import { until } from './http-calls.ts';
import { freePort } from './started.ts';
import { ROOT, treeFiles } from './tree.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const has = (program: string) => spawnSync(program, ['--version']).error === undefined;

const folder = mkdtempSync(join(tmpdir(), 'tikvo-ops-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the build makes, as a service names it. */
const built = [
  ...(/ENTRIES = \[([^\]]*)\]/.exec(read('scripts/build-server.mjs'))?.[1] ?? '').matchAll(/'([^']+)'/g),
].map((match) => `build/server/${basename(match[1] ?? '', '.ts')}.js`);

describe('units for systemd', () => {
  const UNITS = ['tikvo.service', 'tikvo-signer.service'] as const;
  const unit = (name: (typeof UNITS)[number]) => read(`ops/systemd/${name}`);
  const valueOf = (text: string, key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1] ?? '';

  it('start what the build makes, as the manual does', () => {
    const texts = [
      ...UNITS.map(unit),
      ...treeFiles().flatMap(({ path, text }) => (/^(README|docs\/)/.test(path) ? text : [])),
    ];
    const named = texts.flatMap((text) =>
      [...text.matchAll(/\bnode (build\/server\/[\w-]+\.js)/g)].map(([, path = '']) => path),
    );
    expect(named).toEqual(expect.arrayContaining(['build/server/start.js', 'build/server/signer-process.js']));
    expect(named.filter((path) => !built.includes(path))).toEqual([]);
  });

  it('meet at one socket, which the signer may make and the group of the product may use', () => {
    const [socket, other] = UNITS.map((name) => /SIGNER_SOCKET=(\S+)/.exec(unit(name))?.[1] ?? '');
    const signer = unit('tikvo-signer.service');
    expect(socket).toBe(other);
    expect(socket).toBe(`/run/${valueOf(signer, 'RuntimeDirectory')}/signer.sock`);
    expect([valueOf(signer, 'Group'), valueOf(signer, 'RuntimeDirectoryMode')]).toEqual(['tikvo', '0750']);
    expect(valueOf(unit('tikvo.service'), 'Group')).toBe('tikvo');
    expect(valueOf(signer, 'User')).not.toBe(valueOf(unit('tikvo.service'), 'User'));
  });

  it('start again what died, and not what cannot start', () => {
    expect(valueOf(unit('tikvo.service'), 'Restart')).toBe('on-failure');
    expect(valueOf(unit('tikvo.service'), 'RestartPreventExitStatus')).toBe(`${EXIT.cannotStart}`);
    expect(valueOf(unit('tikvo-signer.service'), 'Restart')).toBe('always');
  });

  it('are read by systemd without a complaint', () => {
    if (!has('systemd-analyze')) return console.warn('There is no systemd here: it was not asked about its units.');
    const files = UNITS.map((name) => join(folder, name));
    // Node may be elsewhere on this machine.
    for (const [no, name] of UNITS.entries())
      writeFileSync(files[no] ?? '', unit(name).replace('/usr/bin/node', process.execPath));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: '' });
  });
});

const conf = read('ops/nginx/tikvo.conf');
const hosts = /server_name (.+);/.exec(conf)?.[1]?.split(' ') ?? [];

it('the proxy file lets the largest file through that people send', () => {
  const largest = Math.max(...ENDPOINTS.map(({ endpoint }) => endpoint.upload?.maxBytes ?? 0));
  const most = Number(/client_max_body_size (\d+)m;/.exec(conf)?.[1]) * 1_048_576;
  expect(largest).toBeGreaterThan(1_000_000);
  expect(most).toBeGreaterThan(largest);
});

const canRun = has('nginx') && has('openssl');
if (!canRun) console.warn('There is no nginx or no openssl here: the proxy file was not tried.');

describe.runIf(canRun)('nginx with the proxy file', () => {
  const { origins, trustedProxies } = readConfig({
    PUBLIC_ORIGIN: 'https://app.example.com',
    ADMIN_ORIGIN: 'https://admin.example.com',
    FILES_ORIGIN: 'https://files-example.net',
    MAIL_FROM: 'post@example.com',
    SMTP_URL: 'smtp://relay.internal:587',
    METRICS_TOKEN: 'a-token-of-the-scraper',
  });
  const arrived: { readonly url: string; readonly peer: string; readonly headers: IncomingHttpHeaders }[] = [];
  let product: Server;
  let nginx: ChildProcess;
  let port: number;
  let plainPort: number;
  let said = '';

  beforeAll(async () => {
    product = createServer((request, response) => {
      arrived.push({ url: request.url ?? '', peer: request.socket.remoteAddress ?? '', headers: request.headers });
      response.end('answered');
    });
    const sockets = new WebSocketServer({ server: product });
    sockets.on('connection', (socket, request) => socket.send(`${request.headers.host} ${request.url}`));
    product.listen(0, '127.0.0.1');
    await once(product, 'listening');
    [port, plainPort] = [await freePort(), await freePort()];
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const asked = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=test',
    ];
    spawnSync('openssl', [...asked, '-keyout', key, '-out', certificate]);
    const changes = [
      ['listen 443', `listen 127.0.0.1:${port}`],
      ['listen 80', `listen 127.0.0.1:${plainPort}`],
      ['127.0.0.1:3000;', `127.0.0.1:${(product.address() as AddressInfo).port};`],
      ['/etc/ssl/tikvo/fullchain.pem', certificate],
      ['/etc/ssl/tikvo/privkey.pem', key],
    ] as const;
    for (const [from] of changes) if (!conf.includes(from)) throw new Error(`no ${from} in the file`);
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (what) => `${what}_temp_path ${folder}/${what};`,
    );
    const here = changes.reduce((text, [from, to]) => text.replaceAll(from, to), conf);
    const main = `daemon off; master_process off; pid ${folder}/nginx.pid; events {} http { access_log off; ${own.join(' ')} ${here} }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    nginx = spawn('nginx', ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
    nginx.stderr?.on('data', (text: Buffer) => (said += text.toString('utf8')));
    await until(
      'nginx',
      async () => ((await answerOf(hosts[0] ?? '', '/')).status === 200 ? true : null),
      30_000,
    ).catch((error: unknown) => {
      throw new Error(`nginx does not answer: ${said}`, { cause: error });
    });
  });
  afterAll(async () => {
    const ended = once(nginx, 'exit');
    if (nginx.kill('SIGTERM')) await ended;
    product.closeAllConnections();
    product.close();
  });

  const whole = async (asked: ReturnType<typeof secure>) => {
    const answer = once(asked.end(), 'response').then(([response]) => response as IncomingMessage);
    return answer.then(
      (response) => ({ status: response.resume().statusCode ?? 0, location: response.headers.location }),
      () => ({ status: 0, location: undefined }),
    );
  };
  const answerOf = (host: string, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const to = { host: '127.0.0.1', port, path, agent: false, rejectUnauthorized: false, servername: host };
    return whole(secure({ ...to, headers: { ...headers, host } }));
  };

  it.each(hosts)(
    'passes on which host was asked for and who asked, and nothing that a stranger wrote: %s',
    async (host) => {
      arrived.length = 0;
      expect(await answerOf(host, '/en', { 'x-forwarded-for': '192.0.2.1' })).toMatchObject({ status: 200 });
      expect(arrived.map(({ url, headers }) => [url, headers.host, headers['x-forwarded-for']])).toEqual([
        ['/en', host, '127.0.0.1'],
      ]);
      const judge = proxyJudge({ origins, trustedProxies });
      expect(arrived.map(({ peer, headers }) => judge(peer, headers))).toEqual([null]);
    },
  );

  it('keeps the metrics in, and what asks for a name that is not ours out', async () => {
    arrived.length = 0;
    expect(await answerOf(hosts[0] ?? '', '/metrics')).toMatchObject({ status: 404 });
    expect(await answerOf('elsewhere.example', '/')).toMatchObject({ status: 0 });
    expect(arrived).toEqual([]);
  });

  it('sends to https what comes without', async () => {
    const [host = ''] = hosts;
    const to = { host: '127.0.0.1', port: plainPort, path: '/en?a=b', agent: false, headers: { host } };
    expect(await whole(plain(to))).toMatchObject({ status: 301, location: `https://${host}/en?a=b` });
  });

  it.each(['/public', '/private'])('opens the socket %s', async (path) => {
    const [host = ''] = hosts;
    const options = { headers: { host }, servername: host, rejectUnauthorized: false };
    const socket = new WebSocket(`wss://127.0.0.1:${port}${path}`, options);
    const [first] = (await once(socket, 'message')) as [Buffer];
    expect(first.toString('utf8')).toBe(`${host} ${path}`);
    socket.terminate();
  });
});

it('the change log begins with the version that runs', () => {
  const versions = [...read('CHANGELOG.md').matchAll(/^## (\S+)$/gm)].map((match) => match[1]);
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(versions[0]).toBe(version);
  expect(new Set(versions).size).toBe(versions.length);
});
