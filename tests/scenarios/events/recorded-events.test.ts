/** The small form of `npm run check:events`: the first minutes of recorded markets, played through our exchange to their pay-out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '#tests/database.ts';
import { playRecording } from '../../../scripts/events/play.ts';
import { readRecording } from '../../../scripts/events/read.ts';
import type { Recording } from '../../../scripts/events/recording.ts';
import { seedOfDay } from '../../e2e/views.ts';
import { recordedDir } from '../prices/replay-scan.ts';
import type { Person } from '../trading/trading-world.ts';
import { openEvents, type EventsWorld } from './events-world.ts';

const recorded = recordedDir();
let database: TestDatabase;
let world: EventsWorld;
let people: readonly Person[];
let folder: string;

beforeAll(async () => {
  ({ database, world } = await openEvents());
  people = await world.people(1_000);
  await world.engine.start();
  world.tick(100_00);
  folder = mkdtempSync(join(tmpdir(), 'tikvo-recorded-'));
});
afterAll(async () => {
  await world.engine.stop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

function written(name: string, text: string): Recording {
  const path = join(folder, name);
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return readRecording(path);
}

const lines = (...rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
/** Betfair's word for a market of three dogs. */
const dogs = (status: string, runners: readonly string[], numberOfWinners = 1) => ({
  marketDefinition: { status, numberOfWinners, runners: runners.map((one, id) => ({ id, status: one })) },
});
const said = (pt: number, ...mc: readonly object[]) => ({ op: 'mcm', pt, mc });
const RUNS = ['ACTIVE', 'ACTIVE', 'ACTIVE'];
const OFFERS = { rc: [{ id: 0, atb: [[2.5, 40]], atl: [[2.6, 50]] }] };

/** Half of the files each day, and all of them in two. */
function inTurn<T>(files: readonly T[]): readonly T[] {
  const half = files.length / 2;
  return seedOfDay() % 2 === 0 ? files.slice(0, half) : files.slice(half);
}

describe('recorded event markets', () => {
  it.skipIf(recorded === null).each(
    inTurn([
      ['betfair-win-1.197931750.jsonl.gz', 8],
      ['polymarket-mlb-hou-bal-2025-06-19.csv.gz', 150],
      ['polymarket-btc-5m.jsonl.gz', 4],
      ['betfair-place-1.197931751.jsonl.gz', 8],
      ['polymarket-mlb-hou-col-2025-07-01.csv.gz', 150],
      ['betfair-match-odds-1.200806927.jsonl.gz', 230],
    ] as const),
  )('%s is played and paid in its first %i steps', async (file, steps) => {
    const whole = readRecording(join(recorded!, 'events', file));
    const touched = file.includes('btc') ? whole.markets.slice(0, 2) : whole.markets;
    const played = await playRecording(world, people, {
      ...whole,
      markets: touched,
      steps: whole.steps.slice(0, steps),
    });
    expect(played.faults).toEqual([]);
    expect(played.steps).toBe(steps);
    expect(Math.min(played.orders, played.fills)).toBeGreaterThan(0);
  });

  it('reads offers to back as asks, offers to lay as bids, and how each runner ended', () => {
    const { markets, steps } = written(
      'dogs.jsonl.gz',
      lines(
        said(1, { ...dogs('OPEN', RUNS), ...OFFERS }),
        said(2, { rc: [{ id: 0, trd: [[2.5, 20]], atb: [[2.5, 30]] }] }),
        said(3, dogs('SUSPENDED', RUNS)),
        said(4, { rc: [{ id: 0, atl: [[2.6, 0]] }] }),
        said(5, dogs('OPEN', RUNS)),
        said(6, { img: true, rc: [{ id: 1, atb: [[1.01, 5]] }] }),
        said(7, dogs('CLOSED', ['WINNER', 'LOSER', 'REMOVED'])),
      ),
    );
    expect(markets.map(({ end }) => end)).toEqual(['YES', 'NO', 'NO']);
    const level = { kind: 'level', market: 0, taken: false };
    const [bid, ask] = [
      { ...level, side: 'bid', price: 380, lots: 13_000 },
      { ...level, side: 'ask', price: 400, lots: 10_000 },
    ];
    expect(steps).toEqual([
      { at: 1, changes: [bid, ask] },
      {
        at: 2,
        changes: [
          { kind: 'traded', market: 0, price: 400, lots: 2_500 },
          { ...ask, lots: 7_500 },
        ],
      },
      { at: 3, changes: [{ kind: 'pause' }] },
      { at: 5, changes: [{ kind: 'resume' }, { ...ask, lots: 7_500 }] },
      {
        at: 6,
        changes: [
          { ...ask, lots: 0 },
          { ...ask, market: 1, price: 991, lots: 505 },
        ],
      },
      { at: 7, changes: [{ kind: 'pause' }] },
    ]);
  });

  it('plays a dead heat of two outcomes of an event that was halted', async () => {
    const recording = written(
      'heat.jsonl',
      lines(
        said(1, { ...dogs('OPEN', RUNS), ...OFFERS }),
        said(2, { rc: [{ id: 0, trd: [[2.5, 20]] }] }),
        said(3, dogs('CLOSED', ['WINNER', 'WINNER', 'LOSER'])),
      ),
    );
    expect(recording).toMatchObject({ isLinked: true, markets: [{ end: 'TIE' }, { end: 'TIE' }, { end: 'NO' }] });
    expect(await playRecording(world, people, recording)).toMatchObject({ faults: [], fills: 1, shares: 25 });
  });

  it('plays places of which two may be taken and three were, and one that is undone', async () => {
    const recording = written(
      'level.jsonl',
      lines(
        said(1, { ...dogs('OPEN', [...RUNS, 'ACTIVE'], 2), ...OFFERS }, { rc: [{ id: 3, atb: [[4, 10]] }] }),
        said(2, {
          rc: [
            { id: 0, trd: [[2.5, 20]], atb: [[2.5, 30]] },
            { id: 3, trd: [[4, 10]] },
          ],
        }),
        said(3, dogs('SUSPENDED', [...RUNS, 'ACTIVE'], 2)),
        said(4, dogs('OPEN', [...RUNS, 'ACTIVE'], 2)),
        said(5, { rc: [{ id: 0, trd: [[2.5, 40]] }] }),
        said(6, dogs('CLOSED', ['WINNER', 'WINNER', 'WINNER', 'REMOVED'], 2)),
      ),
    );
    expect(recording.markets.map(({ end }) => end)).toEqual(['TIE', 'TIE', 'TIE', 'VOID']);
    expect(await playRecording(world, people, recording)).toMatchObject({ faults: [], fills: 3, shares: 70 });
  });

  it('takes what a whole book has less of at its best prices for traded', () => {
    const row = (...[at, kind, side, price, size]: readonly [number, string, string, number, number]) =>
      `${at},${kind},token1,A,${side},${price},${size}`;
    const { markets, steps } = written(
      'book.csv',
      [
        'ts_ms,event_type,token,outcome,side,price,size',
        row(1, 'book', 'bid', 0.6, 10),
        row(1, 'book', 'bid', 0.5, 20),
        row(1, 'book', 'bid', 0.4, 30),
        row(2, 'book', 'bid', 0.5, 15),
        row(2, 'book', 'bid', 0.4, 30),
        `3,price_change,token2,B,ask,0.6,1`,
        row(3, 'price_change', 'ask', 0.7, 5),
      ].join('\n'),
    );
    expect(markets).toEqual([{ title: 'book', end: 'YES' }]);
    expect(steps[1]!.changes).toEqual([
      { kind: 'level', market: 0, side: 'bid', price: 600, lots: 0, taken: true },
      { kind: 'level', market: 0, side: 'bid', price: 500, lots: 1_500, taken: true },
    ]);
    expect(steps[2]!.changes).toMatchObject([{ side: 'ask', price: 700, lots: 500, taken: false }]);
  });

  it('says what is wrong', async () => {
    const recording = written('one.jsonl', lines({ slug: 'one', start_ms: 1, winner: 'Up', volume_usd: 10 }));
    const faults = world.faults.bind(world);
    world.faults = async () => {
      // Money out of nowhere.
      await world.people(1);
      return ['I1: 1'];
    };
    try {
      const played = await playRecording(world, people, recording);
      expect(played.faults).toEqual(['one: ledger: I1: 1']);
    } finally {
      world.faults = faults;
    }
  });

  it('does not take another file for a recording', () => {
    expect(() => written('other.csv', 'a,b\n1,2')).toThrow('neither Polymarket nor Betfair');
    expect(() => written('open.jsonl', lines(said(1, dogs('OPEN', RUNS))))).toThrow('does not say how it ended');
  });
});
