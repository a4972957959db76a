/** The charts of the back office: what they add up, and who sees which. */
import { randomUUID } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffRole } from '#domain/office/permissions.ts';
import { usdt } from '#domain/money.ts';
import { DAY_MS } from '#domain/time.ts';
import { dayOf } from '#protocol/office/days.ts';
import { transaction } from '#server/db/index.ts';
import type { Told } from '#server/facts/index.ts';
import { grantSandbox } from '#server/ledger/index.ts';
import { noteChecks } from '#server/ledger/desk/store-checks.ts';
import { foldMoneyDays } from '#server/ledger/desk/money-days.ts';
import { playDays } from '#server/limits/play-days.ts';
import { addSpeeds } from '#server/trading/desk/store-days.ts';
import { sumHouse, tradingDays } from '#server/trading/desk/trading-days.ts';
import { HOUSE_ID } from '#server/trading/exchange/effects.ts';
import { caller } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let office: Office;
const staff = new Map<StaffRole, Person>();
const as = (role: StaffRole): Person => staff.get(role)!;
const NOW = Date.now();

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  office = officeOf(server);
  for (const role of ['ADMIN', 'CASHIER', 'SUPPORT', 'EDITOR', 'AUDITOR'] as const) {
    staff.set(role, await personOf(server, role));
  }
});
afterAll(() => server.stop());

/** What the lines of a chart have today, by their names. */
async function today(chart: string, who: StaffRole = 'ADMIN'): Promise<Readonly<Record<string, string | null>>> {
  const { status, json } = await office(`/api/v2/office/charts/front/${chart}?days=7`, as(who));
  expect(status, chart).toBe(200);
  expect(json['labels']).toHaveLength(7);
  const lines = json['lines'] as unknown as { label: string; values: (string | null)[] }[];
  return Object.fromEntries(lines.map(({ label, values }) => [label, values.at(-1) ?? null]));
}

const settled = (userId: string, outcome: 'WIN' | 'LOSE' | 'VOID', [stake, credit]: readonly [bigint, bigint]) =>
  ({
    kind: 'prediction.settled',
    userId,
    predictionId: uuidv7(),
    pair: 'BTC-USD',
    outcome,
    stake: stake.toString(),
    credit: credit.toString(),
    at: NOW,
  }) satisfies Told<'prediction.settled'>;

it('shows each role the charts that it may see, twelve in all', async () => {
  const seen = async (role: StaffRole) =>
    ((await office('/api/v2/office/charts/front', as(role))).json['charts'] as unknown as { id: string }[]).map(
      ({ id }) => id,
    );
  const money = ['deposits', 'withdrawals', 'payments'];
  const all = [
    'new-people',
    'players',
    'volume',
    'ended',
    'result',
    ...money,
    'documents',
    'mails',
    'incidents',
    'speed',
  ];
  expect(await seen('AUDITOR')).toEqual(all);
  expect(await seen('ADMIN')).toEqual(all);
  expect(await seen('CASHIER')).toEqual(['new-people', 'players', ...money]);
  expect(await seen('EDITOR')).toEqual([]);
  const refused = await office('/api/v2/office/charts/front/deposits', as('SUPPORT'));
  expect([refused.status, refused.json['error']?.['details']?.['permission']]).toEqual([403, 'money.read']);
  expect((await office('/api/v2/office/charts/front/none', as('ADMIN'))).status).toBe(404);
  expect((await office('/api/v2/office/charts/none', as('ADMIN'))).status).toBe(404);
  expect((await office('/api/v2/office/charts/front/deposits?days=5', as('ADMIN'))).status).toBe(400);
});

it('adds up what ended: of what is void nothing was at stake', async () => {
  const [one, other] = [await personOf(server, 'USER'), await personOf(server, 'USER')];
  const facts = [
    settled(one.id, 'LOSE', [10_000_000n, 0n]),
    settled(one.id, 'WIN', [20_000_000n, 36_400_000n]),
    settled(other.id, 'VOID', [50_000_000n, 50_000_000n]),
  ];
  const round = {
    kind: 'round.settled',
    userId: other.id,
    marketId: uuidv7(),
    pair: 'ETH-USD',
    windowSec: 300,
    result: 'WON',
    won: 0,
    lots: 100,
    cost: '500000',
    credit: '1000000',
    at: NOW,
  } satisfies Told<'round.settled'>;
  await transaction(server.pool, async (tx) => {
    await tradingDays.handle(tx, [...facts, round]);
    await tradingDays.handle(tx, [settled(other.id, 'LOSE', [1_000_000n, 0n])]);
    await playDays.handle(tx, [...facts, round]);
  });
  expect(await today('volume')).toEqual({ Quick: '31.00', Rounds: '0.50' });
  expect(await today('ended')).toEqual({ Quick: '4', Rounds: '1' });
  expect(await today('result')).toMatchObject({ Quick: '-5.40', Fees: '0.00' });
  expect(await today('players')).toEqual({ People: '2' });
  const { rows } = await server.pool.query('SELECT ended, staked, paid, chased FROM play_day WHERE user_id = $1', [
    one.id,
  ]);
  expect(rows).toEqual([{ ended: 2, staked: '30000000', paid: '36400000', chased: 1 }]);
});

it('adds up what the house maker made in a day', async () => {
  const at = Date.parse('2026-11-02T12:00:00Z');
  const market = randomUUID();
  const tx = await server.pool.connect();
  // Taken back: no books stand behind it.
  await tx.query('BEGIN');
  try {
    await tx.query(
      `INSERT INTO market (id, realm, kind, first_name, second_name, opens_at, cut_off_at, ends_at, fee_bps, rules_hash, pool, fees, state,
         fills, volume, shard, batch)
       VALUES ($1, 1, 'event', 'YES', 'NO', 1, 2, 3, 0, decode(repeat('00', 32), 'hex'), 0, 0, 'OPEN', 0, 0, 0, 1)`,
      [market],
    );
    for (const [userId, when] of [
      [HOUSE_ID, at],
      [as('ADMIN').id, at],
      [HOUSE_ID, at - DAY_MS],
    ] as const) {
      await tx.query(
        `INSERT INTO realised (market_id, user_id, realm, batch, rank, settled, lots, cost, credit, at, shard)
         VALUES ($1, $2, 1, $3, 0, false, 0, 700, 900, $4, 0)`,
        [market, userId, when === at ? 1 : 2, when],
      );
    }
    await sumHouse({ db: tx, clock: { now: () => at } });
    const { rows } = await tx.query(
      `SELECT what, pair, ended::int, volume::int, paid::int FROM trading_day WHERE day = '2026-11-02'`,
    );
    expect(rows).toEqual([{ what: 'maker', pair: '', ended: 1, volume: 700, paid: 900 }]);
  } finally {
    await tx.query('ROLLBACK');
    tx.release();
  }
});

it('adds up money that came, whether or not it is in the sums of the days yet', async () => {
  const person = await personOf(server, 'USER');
  const deposit = (refId: string) =>
    transaction(server.pool, (tx) =>
      grantSandbox(tx, { mode: 'sandbox', ownerId: person.id, amount: usdt(2_500_000n), refId }),
    );
  await deposit('one');
  await foldMoneyDays(server.pool);
  expect(await today('deposits', 'CASHIER')).toEqual({ Deposits: '2.50' });
  await server.pool.query(`UPDATE money_day_mark SET next_at = now() - interval '61 minutes'`);
  await foldMoneyDays(server.pool);
  await deposit('two');
  expect(await today('deposits', 'CASHIER')).toEqual({ Deposits: '5.00' });
  const kept = await server.pool.query(`SELECT amount FROM money_day WHERE code = 420 AND credit_kind = 'user_cash'`);
  expect(kept.rows).toEqual([{ amount: '2500000' }]);
  // What was folded once is not folded again.
  await foldMoneyDays(server.pool);
  expect(await today('deposits', 'CASHIER')).toEqual({ Deposits: '5.00' });
});

it('shows within what time batches were done', async () => {
  const day = dayOf(Date.now() - 86_400_000);
  const rows = [
    { day, within: 5, batches: 97 },
    { day, within: 80, batches: 3 },
  ];
  await addSpeeds(server.pool, rows);
  await addSpeeds(server.pool, [{ day, within: 80, batches: 7 }]);
  const { json } = await office('/api/v2/office/charts/front/speed?days=7', as('ADMIN'));
  const lines = json['lines'] as unknown as { values: (string | null)[] }[];
  expect(lines.map(({ values }) => values.at(-2))).toEqual(['5', '80']);
});

/** The cells of a row of a desk, as texts. */
async function cellsAt(desk: string, row: string | null, who: StaffRole = 'AUDITOR') {
  const list = await office(`/api/v2/office/desks/${desk}?limit=100`, as(who));
  expect(list.status, desk).toBe(200);
  const found = rowsOf(list).find(({ id }) => row === null || id === row);
  return found?.cells.map((cell) => cell?.v ?? null);
}

it('shows what is open on a pair, and what it could cost', async () => {
  const person = await personOf(server, 'USER');
  const body = { pair: 'BTC-USD', direction: 'UP', stake: '10', durationSec: 300, payout: 0.7 };
  const placed = await caller(server.origin)('/api/v2/trade/predictions', {
    method: 'POST',
    body,
    token: person.token,
  });
  expect(placed.status, placed.text).toBe(201);
  const { rows } = await server.pool.query<{ bps: number }>(
    'SELECT payout_bps AS bps FROM prediction WHERE user_id = $1',
    [person.id],
  );
  const worst = (Number(rows[0]?.bps) / 1_000).toFixed(2);
  expect((await cellsAt('exposure', 'BTC-USD'))?.slice(0, 6)).toEqual([
    'BTC-USD',
    '1',
    '10.00',
    worst,
    '100000.00',
    '0 %',
  ]);
  for (const chart of ['pairs', 'buckets']) {
    const { json } = await office(`/api/v2/office/charts/exposure/${chart}`, as('ADMIN'));
    expect(json['lines']).toMatchObject([{ values: [worst] }]);
  }
});

it('shows the books, in which debits are credits, and what the house has', async () => {
  for (const realm of ['real', 'demo']) {
    const list = rowsOf(await office(`/api/v2/office/desks/books?limit=100&filter=realm%3D${realm}`, as('CASHIER')));
    const [, says, , debits, credits, left] = list.at(-1)?.cells.map((cell) => cell?.v) ?? [];
    expect([list.at(-1)?.id, says, debits, left]).toEqual(['all', 'Balanced', credits, '0.00']);
  }
  const house = rowsOf(await office('/api/v2/office/desks/house?limit=100', as('CASHIER')));
  const balance = (name: string) => house.find(({ cells }) => cells[0]?.v === name)?.cells[5]?.v;
  // The maker has its first funds from the bank roll.
  expect([balance('House bank'), balance('House maker')]).toEqual(['950000.00', '50000.00']);
});

it('shows jobs and followers, and an administrator takes a job out', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `SELECT id::text FROM graphile_worker.add_job('test.nobody', '{}'::json, run_at => now() + interval '1 day')`,
  );
  const id = String(rows[0]?.id);
  expect((await cellsAt('jobs', id))?.slice(0, 3)).toEqual(['test.nobody', 'Scheduled', '0 of 25']);
  const [cancel, reason] = [actsBy(office), 'put in by mistake'] as const;
  expect((await cancel(`jobs/${id}`, 'cancel', as('AUDITOR'))({ reason })).status).toBe(403);
  expect((await cancel(`jobs/${id}`, 'cancel', as('ADMIN'))({ reason })).json['said']).toBe('It is out of the queue.');
  expect((await cancel(`jobs/${id}`, 'cancel', as('ADMIN'))({ reason })).status).toBe(404);
  const log = await office('/api/v2/office/desks/audit?limit=100', as('AUDITOR'));
  expect(log.text.toLowerCase()).toMatch(/job[ .]cancelled/);
  expect((await cellsAt('followers', 'trading-days.engine-0'))?.slice(0, 3)).toEqual([
    'trading-days',
    'Follows',
    'engine 0',
  ]);
});

it('pages days on which stakes were doubled after a loss, and prices that somebody seems to have known', async () => {
  const people = [await personOf(server, 'USER'), await personOf(server, 'USER'), await personOf(server, 'USER')];
  for (const { id } of people) {
    const facts = [settled(id, 'LOSE', [1_000_000n, 0n]), settled(id, 'LOSE', [2_000_000n, 0n])];
    await transaction(server.pool, (tx) => playDays.handle(tx, facts));
    await server.pool.query(
      `INSERT INTO markout_flag VALUES ($1, 1, '2026-11-20', '2026-11-20T10:00:00Z', 200, 1.5, 0.5, 2, 0.5)`,
      [id],
    );
  }
  for (const desk of ['chases', 'markouts']) {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await office(`/api/v2/office/desks/${desk}?limit=2${cursor}`, as('AUDITOR'));
      seen.push(...rowsOf(page).map(({ id }) => id.split('.')[1] ?? ''));
      cursor = page.json['nextCursor'] === null ? '' : `&cursor=${String(page.json['nextCursor'])}`;
    } while (cursor !== '');
    expect(new Set(seen).size, desk).toBe(seen.length);
    expect(seen, desk).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
  }
});

describe('the ledger', () => {
  const cellsAt = async (path: string, columns: readonly number[]) =>
    rowsOf(await office(`/api/v2/office/desks/${path}`, as('CASHIER'))).map(({ cells }) =>
      columns.map((column) => cells[column]?.v),
    );

  it('is found by person, kind and amount, down to an account with its balance after each movement', async () => {
    const person = await personOf(server, 'USER');
    for (const [refId, amount] of [
      ['l1', 2_500_000n],
      ['l2', 4_000_000n],
    ] as const) {
      await transaction(server.pool, (tx) =>
        grantSandbox(tx, { mode: 'sandbox', ownerId: person.id, amount: usdt(amount), refId }),
      );
    }
    const filter = (text: string) => encodeURIComponent(`person=${person.id}${text}`);
    const granted = await cellsAt(`journals?filter=${filter('&kind=sandbox_grant')}`, [1, 2, 4]);
    expect(granted.slice(0, 2)).toEqual([
      ['Sandbox grant', expect.stringContaining('l2'), '4.00'],
      ['Sandbox grant', expect.stringContaining('l1'), '2.50'],
    ]);
    const list = await office(`/api/v2/office/desks/journals?filter=${filter('&amount=2.5')}`, as('CASHIER'));
    const [found] = rowsOf(list);
    expect(rowsOf(list)).toHaveLength(1);
    const transfers = rowsOf(await office(`/api/v2/office/desks/journals/${found?.id}/parts/transfers`, as('CASHIER')));
    expect(transfers.map(({ cells }) => [cells[2]?.v, cells[3]?.v, cells[4]?.v])).toEqual([
      ['User cash', person.id, '2.50'],
    ]);
    const account = String((transfers[0]?.cells[2] as unknown as { id: string } | undefined)?.id);
    const movements = async (cursor: string | null) =>
      office(
        `/api/v2/office/desks/accounts/${account}/parts/movements?limit=1${cursor === null ? '' : `&cursor=${cursor}`}`,
        as('CASHIER'),
      );
    // Page by page: each goes on from the balance of the one before.
    const seen: (string | undefined)[][] = [];
    for (let cursor: string | null = null, page = 0; page < 2; page += 1) {
      const answer = await movements(cursor);
      seen.push(...rowsOf(answer).map(({ cells }) => [cells[2]?.v, cells[3]?.v]));
      cursor = answer.json['nextCursor'] as unknown as string;
    }
    const [newest] = await cellsAt(`accounts?filter=${filter('')}`, [5]);
    const now = Number(seen[0]?.[1]);
    expect(newest).toBeDefined();
    expect(seen).toEqual([
      ['4.00', now.toFixed(2)],
      ['2.50', (now - 4).toFixed(2)],
    ]);
  });

  it('moves money of the house by two people, once, and no more than the bank roll can give', async () => {
    const rows = rowsOf(await office('/api/v2/office/desks/house', as('CASHIER')));
    const idOf = (kind: string) => rows.find(({ cells }) => cells[0]?.v === kind)?.id ?? '';
    const held = async (kind: string) =>
      Number(
        rowsOf(await office('/api/v2/office/desks/house', as('CASHIER'))).find(({ id }) => id === idOf(kind))?.cells[5]
          ?.v,
      );
    const ask = (kind: string, amount: string) =>
      actsBy(office)(`accounts/${idOf(kind)}`, 'fund-maker', as('CASHIER'))({
        reason: 'the books are thin',
        fields: { amount, id: 'fund-1' },
      });
    expect((await ask('House maker', '10')).json['error']?.['code']).toBe('StepUpRequired');
    await proveAgain(server, as('CASHIER').id);
    expect((await ask('House bank', '10')).status).toBe(422);
    expect((await ask('House maker', '999999999')).status).toBe(422);
    const before = await held('House maker');
    expect((await ask('House maker', '10')).json['said']).toMatch(/^Asked\./);
    expect(await held('House maker')).toBe(before);
    await approveOpen(server, office, as('ADMIN'));
    expect(await held('House maker')).toBe(before + 10);
  });

  it('shows what the last check of each invariant found, and since when', async () => {
    const invariants = [
      { name: 'I1', says: 'Debits are credits.', found: 0, sample: [] },
      { name: 'I3', says: 'Nobody is overdrawn.', found: 2, sample: [] },
    ];
    await noteChecks(server.pool, { invariants }, { window: 'all', now: NOW });
    await noteChecks(server.pool, { invariants }, { window: 'lastHour', now: NOW + 60_000 });
    const rows = await cellsAt('checks', [0, 1, 3, 4, 5, 6]);
    const [at, later] = [new Date(NOW).toISOString(), new Date(NOW + 60_000).toISOString()];
    expect(rows).toEqual(
      expect.arrayContaining([
        ['I1', 'Holds', '0', undefined, later, at],
        ['I3', 'Broken', '2', at, later, at],
      ]),
    );
  });
});
