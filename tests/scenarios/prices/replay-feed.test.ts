import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { PAIRS } from '#domain/prices/pairs.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { smallDisk } from '#tests/processes/small-disk.ts';
import { recordedDir } from './replay-scan.ts';
import { Stage } from './replay-stage.ts';

const recorded = recordedDir();
const disk = smallDisk(256 * 1_024);
afterAll(() => disk?.remove());
const stages: Stage[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Rows = readonly (readonly [ts: number, price: string])[];

/** A folder of price files; names ending in .gz are packed. */
function folderOf(files: Readonly<Record<string, Rows | string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'recorded-'));
  folders.push(folder);
  for (const [name, rows] of Object.entries(files)) {
    const text = typeof rows === 'string' ? rows : ['ts_ms,price', ...rows.map((row) => row.join(','))].join('\n');
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
  return folder;
}

async function stageOn(options: ConstructorParameters<typeof Stage>[0]): Promise<Stage> {
  const stage = new Stage(options);
  stages.push(stage);
  await stage.begin();
  return stage;
}

function run(stage: Stage, ms: number, step = 50): void {
  for (let left = ms; left > 0; left -= step) stage.time.jump(Math.min(step, left));
}

const NOW = 1_800_000_000_123;
const START = 1_750_000_000_000;
/** What a tick says apart from its place in the chain. */
const brief = (tick: Tick): unknown => [
  tick.t - NOW,
  tick.price,
  tick.recorded?.row,
  tick.t - tick.tSource,
  tick.flags,
];
const { gap, resumed, heartbeat, sessionOpen } = TICK_FLAGS;
const BREAK = TICK_FLAGS.break;

describe('a replayed feed', () => {
  it('keeps every row of one millisecond, rounds half away from zero, repeats after 1,000 ms', async () => {
    const dir = folderOf({
      'a/b/BTCUSD.csv.gz': [
        [START, '100.005'],
        [START, '100.004999999'],
        [START, '100.00'],
        [START + 1_200, '7'],
        [START + 2_200, '7'],
        [START + 2_201, '8e1'],
      ],
    });
    const stage = await stageOn({ dir, pairs: ['BTC-USD'], speed: 1, now: NOW });
    run(stage, 2_300);
    expect(stage.of('BTC-USD').ticks.map(brief)).toEqual([
      [0, 10_001, 1, 0, 0],
      [0, 10_000, 2, 0, 0],
      [0, 10_000, 3, 0, 0],
      [1_000, 10_000, 3, 1_000, heartbeat],
      [1_200, 700, 4, 0, 0],
      [2_200, 700, 5, 0, 0],
      [2_201, 8_000, 6, 0, 0],
    ]);
    expect(stage.of('BTC-USD').replays).toEqual([{ file: 'a/b/BTCUSD.csv.gz', anchor: NOW, firstTs: START, speed: 1 }]);
  });

  it.runIf(disk !== null)('waits where the disk is full, is stale meanwhile, and goes on at the same row', async () => {
    const rows = Array.from({ length: 140 }, (_, second) => [START + second * 1_000, String(100 + second)] as const);
    const dir = folderOf({ 'BTCUSD.csv': rows });
    const stage = await stageOn({ dir, pairs: ['BTC-USD'], speed: 1, now: NOW, disk: disk!.dir });
    const { ticks, facts } = stage.of('BTC-USD');
    run(stage, 5_000);
    const before = ticks.length;
    disk!.fill();
    run(stage, 110_000);
    const full = ticks.length;
    expect(facts.at(-1)?.facts).toMatchObject({ alive: 0, reason: 'stale' });
    disk!.empty();
    run(stage, 2_000);
    expect(full - before, 'ticks that still found room').toBeLessThan(30);
    expect(ticks.map(({ recorded }) => recorded?.row)).toEqual(Array.from({ length: 118 }, (_, i) => i + 1));
    expect(ticks.map(({ t }) => t - NOW)).toEqual(Array.from({ length: 118 }, (_, i) => i * 1_000));
    expect(facts.at(-1)?.facts).toMatchObject({ alive: 1, reason: null });
  });

  it('stays on over a hole of exactly S', async () => {
    const dir = folderOf({
      'BTCUSD.csv': [
        [START, '1'],
        [START + 75_009, '2'],
        [START + 150_010, '3'],
        [START + 225_020, '4'],
        [START + 226_000, '5'],
      ],
    });
    const stage = await stageOn({ dir, pairs: ['BTC-USD'], speed: 10, now: NOW });
    const { ticks } = stage.of('BTC-USD');
    run(stage, 22_600);
    expect(ticks.filter(({ flags }) => (flags & heartbeat) === 0).map(brief)).toEqual([
      [0, 100, 1, 0, 0],
      [7_500, 200, 2, 0, 0],
      [15_001, 300, 3, 0, gap | resumed],
      [22_502, 400, 4, 0, gap | resumed],
      [22_600, 500, 5, 0, 0],
    ]);
  });

  it('stops its heartbeats with S: none is made of a price older than that', async () => {
    const dir = folderOf({
      'BTCUSD.csv': [
        [START, '1'],
        [START + 100_000, '2'],
        [START + 101_000, '2'],
      ],
    });
    const stage = await stageOn({ dir, pairs: ['BTC-USD'], speed: 10, now: NOW });
    const { ticks, facts, described } = stage.of('BTC-USD');
    run(stage, 10_050);
    expect(described.staleAfterMs).toBe(7_500);
    expect(ticks.map(({ t }) => t - NOW)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 10_000]);
    expect(ticks.at(-1)?.flags).toBe(gap | resumed);
    expect(facts.map(({ t, facts: { alive, reason } }) => [t - NOW, alive, reason])).toEqual([
      [0, 1, null],
      [7_501 + 49, 0, 'stale'],
      [10_000, 1, null],
    ]);
  });

  it('is offline 5 s at the end of the file, then plays again from a new anchor with a break', async () => {
    const dir = folderOf({
      'BTCUSD.csv': [
        [START, '1'],
        [START + 500, '2'],
      ],
    });
    const stage = await stageOn({ dir, pairs: ['BTC-USD'], speed: 1, now: NOW });
    const { ticks, facts, replays } = stage.of('BTC-USD');
    run(stage, 6_500);
    expect(ticks.map(brief)).toEqual([
      [0, 100, 1, 0, 0],
      [500, 200, 2, 0, 0],
      [5_500, 100, 1, 0, gap | resumed | BREAK],
      [6_000, 200, 2, 0, 0],
    ]);
    expect(replays.map(({ anchor }) => anchor - NOW)).toEqual([0, 5_500]);
    expect(facts.map(({ t, facts: { reason } }) => [t - NOW, reason])).toEqual([
      [0, null],
      [500, 'end_of_file'],
      [5_500, null],
      [6_000, 'end_of_file'],
    ]);
  });

  it('goes on after a restart as if it had never stopped', async () => {
    const rows: [number, string][] = Array.from({ length: 400 }, (_, i) => [START + i * i * 7, String(100 + (i % 13))]);
    const dir = folderOf({ 'BTCUSD.csv.gz': rows });
    const whole = await stageOn({ dir, pairs: ['BTC-USD'], speed: 7, now: NOW });
    run(whole, 150_000, 20);
    const broken = await stageOn({ dir, pairs: ['BTC-USD'], speed: 7, now: NOW });
    for (let cut = 0; cut < 8; cut++) {
      run(broken, 1_000 + cut * 900, 20);
      await broken.restart(cut * 2_000);
    }
    const left = 150_000 - (broken.time.now() - NOW);
    expect(left).toBeGreaterThan(20_000);
    run(broken, left, 20);
    const heads = (stage: Stage): unknown => stage.of('BTC-USD').ticks.map(({ seq, head }) => [seq, Buffer.from(head)]);
    expect(heads(broken)).toEqual(heads(whole));
    expect(new Set(broken.of('BTC-USD').replays.map(({ anchor }) => anchor))).toEqual(new Set([NOW]));
  });

  it('begins a new run, with a break, when another file plays', async () => {
    const rows: Rows = [
      [START, '1'],
      [START + 60_000, '2'],
    ];
    const dir = folderOf({ 'BTCUSD.csv': rows });
    const stage = await stageOn({ dir, pairs: ['BTC-USD'], speed: 1, now: NOW });
    run(stage, 1_500);
    writeFileSync(path.join(dir, 'BTCUSD.csv'), `ts_ms,price\n${START},5\n${START + 1},6\n${START + 70_000},7\n`);
    await stage.restart(3_000);
    expect(stage.of('BTC-USD').ticks.map(brief)).toEqual([
      [0, 100, 1, 0, 0],
      [1_000, 100, 1, 1_000, heartbeat],
      [4_500, 500, 1, 0, gap | resumed | BREAK],
    ]);
  });

  it('leaves a pair without a file offline, and a broken file aside for the next best', async () => {
    const good: Rows = [
      [START, '9'],
      [START + 1_000, '9'],
    ];
    const dir = folderOf({
      'ETHUSD.csv': 'ts_ms,price\n1,2\nnonsense\n',
      'ETHUSD_B.csv': `ts_ms,price\n${START},1\n${START - 1},1\n${START},1\n${START},1\n`,
      'ETHUSD_C.csv.gz': good,
      'LTCUSD.csv': 'time,price\n1,2\n',
      'SOLUSD.csv.gz': 'not packed',
    });
    writeFileSync(path.join(dir, 'SOLUSD.csv.gz'), 'not packed');
    const pairs = ['BTC-USD', 'ETH-USD', 'LTC-USD', 'SOL-USD'];
    const stage = await stageOn({ dir, pairs, speed: 1, now: NOW });
    expect(stage.of('ETH-USD').replays[0]?.file).toBe('ETHUSD_C.csv.gz');
    for (const pair of ['BTC-USD', 'LTC-USD', 'SOL-USD']) {
      expect(stage.of(pair).facts.map(({ facts }) => facts.reason)).toEqual(['no_file']);
      expect(stage.of(pair).ticks).toEqual([]);
    }
  });

  it('refuses a list that names what is not there', async () => {
    const dir = folderOf({ 'BTCUSD.csv': [[START, '1']] });
    const stage = new Stage({ dir, pairs: ['BTC-USD'], speed: 1, files: ['BTCUSD_X.csv'] });
    stages.push(stage);
    await expect(stage.begin()).rejects.toThrow('BTCUSD_X.csv');
  });
});

describe.skipIf(recorded === null)('the recorded folder', () => {
  const dir = recorded ?? '';
  const openAt = (stage: Stage, from: number, ms: number): boolean =>
    stage.driver.openThrough({ pairId: 'EUR-USD', from, to: from + ms });

  it('plays one file a pair, found by the rule', async () => {
    const stage = await stageOn({ dir, pairs: PAIRS.map(({ id }) => id), speed: 1, now: NOW });
    const files = [...stage.heard].flatMap(([pair, { replays }]) => replays.map(({ file }) => `${pair} ${file}`));
    expect(files.toSorted()).toEqual(
      [
        'AAPL-USD stocks/AAPL_1M.csv.gz',
        'ADA-USD crypto/ADAUSDT_1M.csv.gz',
        'AMZN-USD stocks/AMZN_1M_2019.csv.gz',
        'BAC-USD stocks/BAC.csv.gz',
        'BRENT-USD commodities/BRENTOIL_1M.csv.gz',
        'BTC-USD crypto/BTCUSD.csv.gz',
        'DOGE-USD crypto/DOGEUSDT_1M.csv.gz',
        'ETH-USD crypto/ETHUSD.csv.gz',
        'EUR-USD forex/EURUSD.csv.gz',
        'GBP-JPY forex/GBPJPY.csv.gz',
        'GBP-USD forex/GBPUSD_1M.csv.gz',
        'GC-USD commodities/GC_TICK.csv.gz',
        'GLD-USD commodities/GLD_1M_2019.csv.gz',
        'GOOG-USD stocks/GOOG_1M.csv.gz',
        'IBM-USD stocks/IBM.csv.gz',
        'LTC-USD crypto/LTCUSD_1M_2018.csv.gz',
        'NZD-USD forex/NZDUSD.csv.gz',
        'SOL-USD crypto/SOLUSDT_1M.csv.gz',
        'SPY-USD stocks/SPY.csv.gz',
        'TSLA-USD stocks/TSLA_1M_2019.csv.gz',
        'USD-JPY forex/USDJPY_TICK.csv.gz',
        'WTI-USD commodities/WTIOIL_1M.csv.gz',
        'XAU-USD commodities/XAUUSD.csv.gz',
        'XRP-ETH crypto/XRPETH.csv.gz',
      ].toSorted(),
    );
    expect(stage.of('ADA-USD').described.minDurationSec).toBe(300);
    expect(stage.of('BTC-USD').described.minDurationSec).toBe(0);
    // The first rows of IBM are prints before 09:30 New York: they are skipped.
    expect(stage.of('IBM-USD').replays[0]?.firstTs).toBeGreaterThanOrEqual(Date.UTC(2013, 9, 8, 13, 30));
    expect(stage.of('IBM-USD').replays[0]?.firstTs).toBeLessThan(Date.UTC(2013, 9, 8, 13, 30, 5));
    expect(stage.of('IBM-USD').ticks[0]?.flags).toBe(sessionOpen);
  });

  it('closes over the recorded weekend and opens with a gap', async () => {
    const file = 'forex/EURUSD_WEEKEND.csv.gz';
    const speed = 600;
    const stage = await stageOn({ dir, pairs: ['EUR-USD'], speed, files: [file], now: NOW });
    const { ticks, facts, replays } = stage.of('EUR-USD');
    const firstTs = replays[0]?.firstTs ?? 0;
    const wall = (ts: number): number => NOW + Math.ceil((ts - firstTs) / speed);
    const close = wall(Date.UTC(2014, 4, 2, 20, 59));
    const open = wall(Date.UTC(2014, 4, 4, 21, 5));
    expect(facts[0]?.facts).toMatchObject({ open: true, nextOpen: open, nextClose: close });
    expect(openAt(stage, NOW, close - NOW)).toBe(true);
    expect(openAt(stage, NOW, close - NOW + 1)).toBe(false);
    expect(openAt(stage, close + 1, 1_000)).toBe(false);
    run(stage, open - NOW + 2_000, 25);
    const closed = facts.find(({ facts: { open: isOpen } }) => !isOpen);
    expect(closed?.facts.nextOpen).toBe(open);
    expect((closed?.t ?? 0) - close).toBeLessThanOrEqual(25);
    // The file's first prices after the weekend come before the opening: they carry the gap, the first one inside opens the period.
    const returned = ticks.filter(({ flags }) => (flags & gap) !== 0);
    expect(returned.map(({ flags }) => flags)).toEqual([gap | resumed]);
    const opened = ticks.filter(({ t, flags }) => t > close && (flags & sessionOpen) !== 0);
    expect(opened.length).toBe(1);
    expect(opened[0]?.t).toBeGreaterThanOrEqual(open);
    expect(opened[0]?.recorded?.ts).toBeLessThan(Date.UTC(2014, 4, 4, 21, 6));
    expect(facts.at(-1)?.facts).toMatchObject({ open: true, alive: 1, reason: null });
  });

  it('opens a stock again with the next run when its file ends behind the close', async () => {
    const stage = await stageOn({ dir, pairs: ['IBM-USD'], speed: 2_000, files: ['stocks/IBM.csv.gz'], now: NOW });
    const { ticks, facts, replays } = stage.of('IBM-USD');
    run(stage, 20_000, 25);
    expect(replays.length).toBeGreaterThan(1);
    const seam = (replays[1]?.anchor ?? 0) - NOW;
    const closed = facts.find(({ t, facts: { open } }) => !open && t - NOW < seam);
    expect(closed?.facts.nextOpen).toBeGreaterThan(0);
    const ended = facts.find(({ facts: { reason } }) => reason === 'end_of_file');
    expect(ended?.facts.nextOpen).toBe(NOW + seam);
    const again = ticks.find(({ t }) => t >= NOW + seam);
    expect(again?.flags).toBe(gap | resumed | BREAK | sessionOpen);
  });
});
