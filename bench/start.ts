/** How long `npm start` takes from its process to the first page, on a data folder that is there already. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../src/server/db/embedded/postmaster.ts';
import { freePort, start } from '../tests/started.ts';
import type { Started } from '../tests/started.ts';
import { told } from './row.ts';
import type { Row } from './row.ts';

const BUILD = new URL('../build/server', import.meta.url).pathname;
const ROUNDS = 3;
const FLOOR_MS = 3_000;
/** The port answers 503 before the product does: the page itself is waited for. */
const PAGE = '/en';

/** Milliseconds until the page is there, with its whole text. */
async function untilPage(started: Started): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const page = await fetch(`${started.origin}${PAGE}`).catch(() => null);
    if (page?.ok === true && (await page.text()).includes('</html>')) return performance.now() - begun;
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
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-start-'));
  const port = await freePort();
  const begin = () => start({ build: BUILD, dataDir, port });
  const afterStop: number[] = [];
  const afterKill: number[] = [];
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
      afterKill.push(await untilPage(product));
      await product.answers('/readyz');
    }
  } finally {
    await stop(product);
    rmSync(dataDir, { recursive: true, force: true });
  }
  const worst = (name: string, taken: readonly number[]) =>
    told({ name, ours: Math.max(...taken), unit: 'ms', floor: FLOOR_MS, better: 'lower' });
  return [
    worst(`first page after a stop, worst of ${ROUNDS}`, afterStop),
    worst(`first page after kill -9, worst of ${ROUNDS}`, afterKill),
  ];
}
