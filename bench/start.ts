/** How long `npm start` takes from its process to the first page, and to all of it with an hour of prices behind it, on a data folder that is there already. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../src/server/db/embedded/postmaster.ts';
import { freePort, start } from '../tests/started.ts';
import type { Started } from '../tests/started.ts';
import { writeHour } from './hour-of-prices.ts';
import { compared, told } from './row.ts';
import type { Row } from './row.ts';

const BUILD = new URL('../build/server', import.meta.url).pathname;
const ROUNDS = 3;
const FLOOR_MS = 3_000;
/** The port answers 503 before the product does: the page itself is waited for. */
const PAGE = '/en';

/** Milliseconds until the page is there, with its whole text. */
const untilPage = (started: Started) =>
  until(started, PAGE, async (page) => page.ok && (await page.text()).includes('</html>'));

/** Milliseconds until all of it is there, the engine with its prices too. */
const untilReady = (started: Started) => until(started, '/readyz', (answer) => Promise.resolve(answer.ok));

async function until(started: Started, path: string, isIt: (answer: Response) => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const answer = await fetch(`${started.origin}${path}`).catch(() => null);
    if (answer !== null && (await isIt(answer))) return performance.now() - begun;
    if (started.process.exitCode !== null) throw new Error(`the product ended: ${started.said()}`);
    await pause(10);
  }
}

async function stop(started: Started): Promise<void> {
  started.process.kill('SIGTERM');
  await started.ended;
}

/** All of its processes at once, the database too, as when the memory of a machine is gone. */
async function kill(started: Started): Promise<void> {
  const { server, signer, database } = started.children();
  const all = [started.pid, server, signer, database].filter((pid) => pid !== null);
  for (const pid of all) process.kill(pid, 'SIGKILL');
  await started.ended;
  while (all.some(isAlive)) await pause(10);
}

export async function run(): Promise<Row[]> {
  const { rows, readyMs } = await afterMoments();
  return [...rows, await afterAnHour(readyMs)];
}

/** On a folder of a few moments. `readyMs`: until all of it was there after kill -9, at worst. */
async function afterMoments(): Promise<{ readonly rows: readonly Row[]; readonly readyMs: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'));
  const port = await freePort();
  const begin = () => start({ build: BUILD, dataDir, port });
  const afterStop: number[] = [];
  const afterKill: number[] = [];
  const ready: number[] = [];
  let product = begin();
  try {
    await product.answers('/readyz');
    for (let round = 0; round < ROUNDS; round += 1) {
      await stop(product);
      product = begin();
      afterStop.push(await untilPage(product));
      await product.answers('/readyz');
      await kill(product);
      product = begin();
      const pageMs = await untilPage(product);
      afterKill.push(pageMs);
      ready.push(pageMs + (await untilReady(product)));
    }
  } finally {
    await stop(product);
    rmSync(dataDir, { recursive: true, force: true });
  }
  const worst = (name: string, taken: readonly number[]) =>
    told({ name, ours: Math.max(...taken), unit: 'ms', floor: FLOOR_MS, better: 'lower' });
  const rows = [
    worst(`first page after a stop, worst of ${ROUNDS}`, afterStop),
    worst(`first page after kill -9, worst of ${ROUNDS}`, afterKill),
  ];
  return { rows, readyMs: Math.max(...ready) };
}

/** What the first start makes of the hour by itself, in its log: the starts after it find both. */
const SETTLED = ['ticks sealed', 'simulated history made'];

/**
 * The whole product after kill -9 with an hour of prices to take up, sealed as far as the hour of the clock is over and in tail files from there,
 * against the same with those of a few moments: what both wait is the time for which prices must flow before anybody may rely on them.
 */
async function afterAnHour(baseline: number): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-hour-'));
  const port = await freePort();
  const begin = () => start({ build: BUILD, dataDir, port, env: { LOG_LEVEL: 'info' } });
  const taken: number[] = [];
  const ticks = await writeHour(dataDir);
  let product = begin();
  try {
    await product.answers('/readyz');
    while (!SETTLED.every((words) => product.said().includes(words))) {
      if (product.process.exitCode !== null) throw new Error(`the product ended: ${product.said()}`);
      await pause(100);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await kill(product);
      product = begin();
      taken.push(await untilReady(product));
    }
  } finally {
    await stop(product);
    rmSync(dataDir, { recursive: true, force: true });
  }
  process.stderr.write(`the hour has ${ticks.toLocaleString('en')} ticks\n`);
  const name = `ready after an hour of prices, worst of ${ROUNDS}`;
  return compared({ name, ours: Math.max(...taken), baseline, unit: 'ms', floor: null, better: 'lower' });
}
