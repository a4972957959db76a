import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { sealFinished } from '#server/prices/ticks/sealer.ts';
import { TickStream } from '#server/prices/ticks/tick-stream.ts';
import { caller, until, type Ask } from '#tests/http-calls.ts';
import { roomIn } from '#tests/runs/room-in.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let ask: Ask;
const now = Date.now();
const yesterday = Math.floor(now / DAY_MS) * DAY_MS - DAY_MS;
const SEALED_AT = yesterday + 13 * HOUR_MS;
const COUNT = 120;
/** seq, time, price, sources, spread, source_time, flags, head. */
const TICK_LINE = /^\d+,[\d:.TZ-]{24},\d+(\.\d+)?,\d+,\d+(\.\d+)?,[\d:.TZ-]{24},\d+,[0-9a-f]{64}$/;

beforeAll(async () => {
  server = await startTestServer();
  ask = caller(server.origin);
  await sealYesterday();
}, 60_000);
afterAll(() => server.stop());

/** An hour of a pair that the simulated feed of this test has not reached: sealed as prices seal it. */
async function sealYesterday(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'tikvo-ticks-'));
  const pair = PAIRS.find(({ id }) => id === 'ETH-USD')!;
  const stream = new TickStream({ pair, kind: 'simulated', dir });
  for (let i = 0; i < COUNT; i++) {
    const [t, price] = [SEALED_AT + i * 1_000, 300_000 + (i % 17)];
    stream.append({ t, tSource: t - 20, price, flags: 0, sources: 1, mad: 0, quotes: [], recorded: null });
  }
  stream.append({
    t: SEALED_AT + HOUR_MS,
    tSource: SEALED_AT + HOUR_MS,
    price: 1,
    flags: 0,
    sources: 1,
    mad: 0,
    quotes: [],
    recorded: null,
  });
  await sealFinished(server.pool, [stream], SEALED_AT + HOUR_MS + 10_000);
  rmSync(dir, { recursive: true });
}

function path(start: number, rest: string, pair = 'market=crypto&pair=ETH-USD'): string {
  const date = new Date(start);
  return `/api/v2/ticks?${pair}&year=${date.getUTCFullYear()}&month=${date.getUTCMonth() + 1}&day=${date.getUTCDate()}&${rest}`;
}

describe('tick history', () => {
  it('gives a sealed hour with its root, and says how the others stand', async () => {
    const { status, json } = await ask(path(yesterday, 'hours=12-13&limit=2'));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      pair: 'ETH-USD',
      market: 'crypto',
      feed: 'simulated',
      count: COUNT,
      hours: [
        { hour: 12, state: 'empty', count: 0, root: null },
        { hour: 13, state: 'sealed', count: COUNT, root: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      ],
    });
    expect(Number(json['high'])).toBeGreaterThan(Number(json['low']));
    const items = json['items'] as unknown as { seq: number; time: string; head: string }[];
    expect(items.map(({ seq }) => seq)).toEqual([COUNT - 1, COUNT]);
    expect(items[1]?.time).toBe(new Date(SEALED_AT + (COUNT - 1) * 1_000).toISOString());
  });

  it('gives the same as CSV and as .gz, each with its checksum', async () => {
    const about = (await ask(path(yesterday, 'hours=13&limit=1'))).json;
    const csv = await fetch(`${server.origin}${path(yesterday, 'hours=13')}`, { headers: { accept: 'text/csv' } });
    const text = Buffer.from(await csv.arrayBuffer());
    const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(csv.headers.get('x-checksum-sha256')).toBe(sum(text));
    expect(about).toMatchObject({ sha256: sum(text), bytes: text.length });
    expect(csv.headers.get('content-disposition')).toMatch(/attachment; filename="ETH-USD-\d{4}-\d\d-\d\d-h13\.csv"/);
    const lines = text.toString().trimEnd().split('\r\n');
    expect(lines[0]).toBe('seq,time,price,sources,spread,source_time,flags,head');
    expect(lines).toHaveLength(COUNT + 1);
    // Nothing but numbers, times and the head: no spreadsheet takes a cell for a formula.
    expect(lines.slice(1).filter((line) => !TICK_LINE.test(line))).toEqual([]);
    const packed = await fetch(`${server.origin}${path(yesterday, 'hours=13&gz=1')}`, {
      headers: { accept: 'text/csv' },
    });
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(packed.headers.get('content-type')).toBe('application/gzip');
    expect(packed.headers.get('x-checksum-sha256')).toBe(sum(bytes));
    expect(gunzipSync(bytes).equals(text)).toBe(true);
    // For a spreadsheet: its mark, semicolons and decimal commas, and the checksum of that file.
    const sheet = await fetch(`${server.origin}${path(yesterday, 'hours=13&spreadsheet=comma')}`, {
      headers: { accept: 'text/csv' },
    });
    const sheetBytes = Buffer.from(await sheet.arrayBuffer());
    const [head = '', first = ''] = sheetBytes.toString().split('\r\n');
    expect(head).toBe('\uFEFFseq;time;price;sources;spread;source_time;flags;head');
    expect(first.replaceAll(/;(\d+),(\d+)(?=;)/g, ';$1.$2').replaceAll(';', ',')).toBe(lines[1]);
    expect(first).toMatch(/^\d+;[^;]+\.000Z;\d+,\d+;/);
    const told = (await ask(path(yesterday, 'hours=13&limit=1&spreadsheet=comma'))).json;
    expect(told).toMatchObject({ sha256: sum(sheetBytes), bytes: sheetBytes.length });
  });

  it('refuses what a file cannot be asked for, and what JSON cannot', async () => {
    const whole = await ask(path(yesterday, 'hours=13&limit=2'), { headers: { accept: 'text/csv' } });
    expect(whole.json['error']?.['details']).toEqual({ fields: { limit: 'unknown' } });
    expect((await ask(path(yesterday, 'hours=13&gz=1'))).json['error']?.['details']).toEqual({
      fields: { gz: 'unknown' },
    });
  });

  it('gives the running hour, which is not sealed yet, and none that is to come', async () => {
    await roomIn(HOUR_MS, 20_000);
    const hour = new Date().getUTCHours();
    const running = path(Date.now(), `hours=${hour}-23&limit=5`, 'market=crypto&pair=BTC-USD');
    const json = await until('a tick of this hour', async () => {
      const answer = await ask(running);
      return Number(answer.json['count']) > 0 ? answer.json : null;
    });
    const [open, ...rest] = json['hours'] as unknown as { state: string; count: number }[];
    expect(open).toMatchObject({ state: 'open', root: null });
    expect(open?.count).toBeGreaterThan(0);
    for (const later of rest) expect(later).toMatchObject({ state: 'future', count: 0 });
  });

  it('says that a market was closed', async () => {
    const sunday = yesterday - ((new Date(yesterday).getUTCDay() + 7) % 7) * DAY_MS;
    const { json } = await ask(path(sunday, 'hours=15', 'market=stocks&pair=AAPL-USD'));
    expect(json['hours']).toEqual([{ hour: 15, state: 'closed', count: 0, root: null }]);
    expect(json).toMatchObject({ count: 0, high: null, low: null, items: [] });
  });

  it('is for the last 29 days only, and says so in the words of the specification', async () => {
    const { status, json } = await ask(path(now - 31 * DAY_MS, 'hours=1'));
    expect(status).toBe(422);
    expect(json).toMatchObject({
      error: {
        code: 'TickRange',
        message: 'Please, choose another date, you can get info about ticks only for the last 29 days',
        action: 'okay',
      },
    });
    expect((await ask(path(now + 2 * DAY_MS, 'hours=1'))).json).toMatchObject({ error: { code: 'TickRange' } });
    await roomIn(DAY_MS, 20_000);
    expect((await ask(path(Date.now() - 29 * DAY_MS, 'hours=1'))).status).toBe(200);
  });

  it.each([
    ['hours=24', 'hours'],
    ['hours=3-1', 'hours'],
    ['hours=1&limit=0', 'limit'],
    ['hours=1&gz=yes', 'gz'],
  ])('refuses %s', async (rest, field) => {
    const { status, json } = await ask(path(yesterday, rest));
    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: { code: 'InvalidRequest', details: { fields: { [field]: expect.any(String) as string } } },
    });
  });

  it('knows days, pairs and their markets', async () => {
    const base = '/api/v2/ticks?year=2026&month=2&hours=1';
    expect((await ask(`${base}&market=crypto&pair=BTC-USD&day=30`)).json).toMatchObject({
      error: { code: 'InvalidRequest' },
    });
    expect((await ask(path(yesterday, 'hours=1', 'market=forex&pair=BTC-USD'))).status).toBe(404);
    expect((await ask(path(yesterday, 'hours=1', 'market=crypto&pair=NO-PAIR'))).status).toBe(404);
  });
});
