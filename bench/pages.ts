/** How many pages a second the built product answers, against a file of its own of about the same size; and what visits do to placing. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, start } from '../tests/started.ts';
import { compared, percentile, told } from './row.ts';
import type { Row } from './row.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const ASSETS = join(ROOT, 'build/web/client/assets');
const CONNECTIONS = 16;
const WARM_UP_MS = 1_500;
const ROUND_MS = 3_000;
const ROUNDS = 3;
const VISITS_PER_SEC = 300;
const PLACINGS_MS = 8_000;
/** Between two placings; so many people place in turns, each about once in two seconds. */
const PAUSE_MS = 20;
const PEOPLE = 100;

/** The bytes of one answer on an open connection, again and again: the client costs as little as it can. */
function asker(port: number, path: string): { readonly ask: () => Promise<number>; readonly close: () => void } {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: gzip, br\r\n\r\n`;
  let got = 0;
  let whole = 0;
  let done: (bytes: number) => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  socket.on('data', (part) => {
    if (whole === 0) {
      const head = part.toString('latin1', 0, part.indexOf('\r\n\r\n'));
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) return failed(new Error(`${path}: ${head}`));
      whole = head.length + 4 + Number(length);
    }
    got += part.length;
    if (got >= whole) done(got);
  });
  socket.on('error', (error) => failed(error));
  return {
    ask: () =>
      new Promise<number>((resolve, reject) => {
        [got, whole, done, failed] = [0, 0, resolve, reject];
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Answers a second over `ms`. */
async function rate(port: number, path: string, ms: number): Promise<number> {
  const askers = Array.from({ length: CONNECTIONS }, () => asker(port, path));
  let answers = 0;
  const from = performance.now();
  await Promise.all(
    askers.map(async ({ ask }) => {
      while (performance.now() < from + ms) {
        await ask();
        answers += 1;
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  for (const one of askers) one.close();
  return answers / seconds;
}

/** The file of the build whose compressed size is nearest. */
function fileLike(bytes: number): string {
  const sizes = readdirSync(ASSETS)
    .filter((name) => name.endsWith('.br'))
    .map((name) => ({ name: name.slice(0, -3), off: Math.abs(statSync(join(ASSETS, name)).size - bytes) }));
  const [nearest] = sizes.toSorted((a, b) => a.off - b.off);
  if (nearest === undefined) throw new Error('the build has no compressed file');
  return `/assets/${nearest.name}`;
}

const middle = (samples: readonly number[]) => percentile(samples, 50);

/** A page and a file in turns, so that what else the machine does weighs on both. */
async function againstFile(port: number, name: string, path: string): Promise<{ row: Row; rate: number }> {
  const probe = asker(port, path);
  const file = fileLike(await probe.ask());
  probe.close();
  const [pages, files]: [number[], number[]] = [[], []];
  await rate(port, path, WARM_UP_MS);
  await rate(port, file, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    pages.push(await rate(port, path, ROUND_MS));
    files.push(await rate(port, file, ROUND_MS));
  }
  const [ours, baseline] = [middle(pages), middle(files)];
  const floor = name === 'landing' ? 0.6 : 0.4;
  const row = compared({
    name: `${name} against a file of its size`,
    ours,
    baseline,
    unit: 'answers/s',
    floor,
    better: 'higher',
  });
  return { row, rate: ours };
}

async function person(origin: string): Promise<() => Promise<void>> {
  const json = { 'content-type': 'application/json', 'x-requested-with': 'web' };
  const began = await fetch(`${origin}/api/v2/auth/demo-session`, { method: 'POST', headers: json, body: '{}' });
  const { accessToken } = (await began.json()) as { accessToken: string };
  const body = { pair: 'BTC-USD', direction: 'UP', stake: '1', durationSec: 300, payout: 0.5 };
  const headers = { ...json, authorization: `Bearer ${accessToken}` };
  return async () => {
    const answer = await fetch(`${origin}/api/v2/trade/predictions`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 201) throw new Error(`a prediction was answered ${answer.status}: ${text}`);
  };
}

/** How long placings take that are begun one after the other, ms. */
async function placings(people: readonly (() => Promise<void>)[]): Promise<number[]> {
  const taken: number[] = [];
  const until = performance.now() + PLACINGS_MS;
  for (let no = 0; performance.now() < until; no += 1) {
    const from = performance.now();
    await people[no % people.length]?.();
    taken.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return taken;
}

/** Visits of the landing and the trading page in turns, so many a second, until it is stopped. */
function visits(port: number): () => Promise<void> {
  const askers = Array.from({ length: 2 * CONNECTIONS }, (_, no) =>
    asker(port, no % 2 === 0 ? '/en' : '/en/trading/demo'),
  );
  let goesOn = true;
  const each = (1000 * askers.length) / VISITS_PER_SEC;
  const running = askers.map(async ({ ask, close }, no) => {
    for (let at = performance.now() + (each * no) / askers.length; goesOn; at += each) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())));
      await ask();
    }
    close();
  });
  return async () => {
    goesOn = false;
    await Promise.all(running);
  };
}

async function placingWhileVisited(port: number, origin: string): Promise<Row> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => person(origin)));
  await placings(people);
  const idle = await placings(people);
  const stop = visits(port);
  const busy = await placings(people);
  await stop();
  return compared({
    name: `p99 of placing, ${VISITS_PER_SEC} visits/s against none`,
    ours: percentile(busy, 99),
    baseline: percentile(idle, 99),
    unit: 'ms',
    floor: 1.3,
    better: 'lower',
  });
}

export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-pages-'));
  const port = await freePort();
  const server = start({ build: join(ROOT, 'build/server'), dataDir, port });
  try {
    await server.answers('/readyz');
    const landing = await againstFile(port, 'landing', '/en');
    const trading = await againstFile(port, 'trading page', '/en/trading/demo');
    return [
      told({ name: 'landing', ours: landing.rate, unit: 'answers/s', floor: 2_500, better: 'higher' }),
      landing.row,
      trading.row,
      await placingWhileVisited(port, server.origin),
    ];
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}
