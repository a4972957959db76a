/**
 * Plays recorded event markets through our exchange: `npm run check:events -- FILE…`. Files of Polymarket (book messages as CSV, or five-minute
 * markets with their winners) and of Betfair (its stream of market changes), gzip or not. Each recorded question becomes a market of practice
 * money that two editors open, many people order on as recorded, two resolvers decide, and the engine pays, on a PostgreSQL of its own.
 * The last line is `N checked, N wrong`; exit code 1 where something was wrong, 2 where the files cannot be read or nothing was checked.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, migrate, startEmbedded } from '#server/db/index.ts';
import { scratch } from '#tests/scratch.ts';
import { EventsWorld } from '#tests/scenarios/events/events-world.ts';
import { playRecording, type Played } from './events/play.ts';
import { readRecording } from './events/read.ts';
import type { Recording } from './events/recording.ts';

/** 10,000 each. */
const PEOPLE = 3_000;
const quiet = { info: () => undefined, warn: () => undefined };

function tell({ name, markets, steps, orders, cancelled, fills, shares, sales, checks }: Played): void {
  const figures = `${markets} markets, ${steps} steps: ${orders} orders, ${cancelled} cancelled, ${fills} fills of ${shares} shares, ${sales} of them sales`;
  process.stdout.write(`${name}: ${figures}; ${checks} checks\n`);
}

async function check(recordings: readonly Recording[]): Promise<{ checked: number; faults: readonly string[] }> {
  const folder = mkdtempSync(join(scratch(), 'tikvo-events-'));
  const server = await startEmbedded({ dataDir: folder, log: quiet });
  const db = createPool(server.url, { max: 6, pipeline: true });
  try {
    await migrate(db);
    const world = new EventsWorld(db);
    const people = await world.people(PEOPLE);
    await world.engine.start();
    world.tick(100_00);
    const faults: string[] = [];
    let checked = 0;
    for (const recording of recordings) {
      const played = await playRecording(world, people, recording);
      tell(played);
      checked += played.checks;
      faults.push(...played.faults);
    }
    await world.engine.stop();
    return { checked, faults };
  } finally {
    await db.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const files = process.argv.slice(2);
  if (files.length === 0) throw new Error('npm run check:events -- FILE…');
  const { checked, faults } = await check(files.map(readRecording));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${checked} checked, ${faults.length} wrong\n`);
  process.exitCode = faults.length > 0 ? 1 : 0;
  if (checked === 0) throw new Error('Nothing was checked.');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
