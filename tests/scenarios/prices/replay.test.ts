import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { judgeEntry } from '#domain/trading/entry.ts';
import { judgeExit } from '#domain/trading/exit.ts';
import { recordedDir, scanRows, scanVerdict } from './replay-scan.ts';
import type { ScanVerdict } from './replay-scan.ts';
import { Stage } from './replay-stage.ts';

const dir = recordedDir();
const stages: Stage[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.end();
});

function stageOf(options: Omit<ConstructorParameters<typeof Stage>[0], 'dir'>): Stage {
  const stage = new Stage({ dir: dir ?? '', ...options });
  stages.push(stage);
  return stage;
}

/** Numbers in [0, 1) that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Asked {
  readonly admittedAt: number;
  readonly kAdm: number;
  readonly durationMs: number;
  readonly staleAfterMs: number;
  readonly maxEntryWaitMs: number;
}

/** The rule of docs/rules/settlement.md over a stream; null: the stream does not reach far enough yet. */
function ruleVerdict(ticks: readonly Tick[], asked: Asked): { verdict: ScanVerdict['settled']; marks: unknown } | null {
  const terms = { kAdm: asked.kAdm, admittedAt: asked.admittedAt, rule: { ...asked, deltaMs: 500 } };
  let entry: Tick | null = null;
  let x: Tick | null = null;
  for (const tick of ticks.slice(asked.kAdm)) {
    if (entry === null) {
      const answer = judgeEntry(terms, tick);
      if (answer === 'NO_ENTRY') return { verdict: false, marks: answer };
      if (answer === 'enter') entry = x = tick;
      continue;
    }
    const expiresAt = entry.t + asked.durationMs;
    if (tick.t > expiresAt && x !== null) {
      const answer = judgeExit(expiresAt, { x, next: tick, staleAfterMs: asked.staleAfterMs });
      if (answer === 'STALE_EXIT') return { verdict: false, marks: answer };
      return { verdict: true, marks: [markOf(entry), markOf(x)] };
    }
    if ((tick.flags & TICK_FLAGS.break) !== 0) return { verdict: false, marks: 'STALE_EXIT' };
    x = tick;
  }
  return null;
}

const markOf = (tick: Tick): unknown => ({ ...tick.recorded, price: tick.price });

/** Lets the wall clock run in uneven steps, asking at random times, and compares each answer with the scan. */
async function compareWithScan(options: {
  readonly pair: string;
  readonly speed: number;
  readonly file: string;
  readonly wallMs: number;
  readonly seed: number;
  readonly restarts?: number;
}): Promise<{ settled: number; voided: number }> {
  const stage = stageOf({ pairs: [options.pair], speed: options.speed, files: [options.file] });
  const random = seeded(options.seed);
  await stage.begin();
  const heard = stage.of(options.pair);
  const end = stage.time.now() + options.wallMs;
  const asked: (Asked & { run: number })[] = [];
  let restarts = options.restarts ?? 0;
  while (stage.time.now() < end) {
    stage.time.jump(1 + Math.floor(random() * (random() < 0.02 ? 4_000 : 300)));
    if (restarts > 0 && random() < 0.002) {
      restarts -= 1;
      await stage.restart(1_000 + Math.floor(random() * 90_000));
    }
    if (random() < 0.06) {
      asked.push({
        admittedAt: stage.time.now(),
        kAdm: heard.ticks.at(-1)?.seq ?? 0,
        durationMs: [15_000, 30_000, 60_000, 300_000][Math.floor(random() * 4)] ?? 0,
        staleAfterMs: heard.described.staleAfterMs ?? 0,
        maxEntryWaitMs: heard.described.maxEntryWaitMs ?? 0,
        run: new Set(heard.replays.map(({ anchor }) => anchor)).size - 1,
      });
    }
  }
  expect(restarts).toBe(0);
  const scale = PAIRS.find(({ id }) => id === options.pair)?.scale ?? 0;
  const rows = scanRows(path.join(dir ?? '', options.file), scale);
  const runs = [...new Map(heard.replays.map((run) => [run.anchor, run])).values()];
  const counts = { settled: 0, voided: 0 };
  for (const { run, ...one } of asked) {
    const ruled = ruleVerdict(heard.ticks, one);
    if (ruled === null) continue;
    const feed = runs[run];
    if (feed === undefined) throw new Error('a run without an anchor');
    const scanned = scanVerdict(rows, feed, one);
    const marks = scanned.settled
      ? [scanned.entry, scanned.exit].map(({ row, ts, price }) => ({ row, ts, price }))
      : scanned.reason;
    expect({ ...one, ...ruled }).toEqual({ ...one, verdict: scanned.settled, marks });
    counts[ruled.verdict ? 'settled' : 'voided'] += 1;
  }
  return counts;
}

const FOUR = [
  { pair: 'BTC-USD', file: 'crypto/BTCUSD.csv.gz' },
  { pair: 'EUR-USD', file: 'forex/EURUSD.csv.gz' },
  { pair: 'XAU-USD', file: 'commodities/XAUUSD.csv.gz' },
  { pair: 'IBM-USD', file: 'stocks/IBM.csv.gz' },
] as const;

describe.skipIf(dir === null)('a replayed stream settles as the naive scan says', () => {
  it.each(FOUR)('$pair at speed 1', async ({ pair, file }) => {
    const counts = await compareWithScan({ pair, file, speed: 1, wallMs: 1_500_000, seed: 7 });
    expect(counts.settled).toBeGreaterThan(300);
  });

  it.each(FOUR)('$pair at speed 10, with restarts', async ({ pair, file }) => {
    const counts = await compareWithScan({ pair, file, speed: 10, wallMs: 1_200_000, seed: 11, restarts: 4 });
    expect(counts.settled).toBeGreaterThan(200);
  });

  it.each(FOUR)('$pair at speed 97, over the seam', async ({ pair, file }) => {
    const counts = await compareWithScan({ pair, file, speed: 97, wallMs: 420_000, seed: 13 });
    expect(counts.settled).toBeGreaterThan(50);
    expect(counts.voided).toBeGreaterThan(0);
  });
});
