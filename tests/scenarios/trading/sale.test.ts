import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { World } from './trading-world.ts';
import type { Person } from './trading-world.ts';

const TEN = 10_000_000n;
const FULL = 10_000_000_000n;
const MIN = 60_000;

let database: TestDatabase;
let world: World;
let ada: Person;
let ben: Person;

beforeEach(async () => {
  database = await testDatabase();
  await database.pool.query('SELECT ledger_check_grammar(true)');
  world = new World(database.pool);
  [ada, ben] = (await world.people(2)) as [Person, Person];
  await world.engine.start();
  world.tick(100_00);
});

afterEach(async () => {
  await world.engine.stop();
  await database.drop();
});

function askOf(person: Person, predictionId: string) {
  const actor = { userId: person.userId, sessionId: randomUUID(), role: 'DEMO', realm: 'demo' } as const;
  return { actor, predictionId };
}

type Keyed = { readonly key: string; readonly bodyHash: string };

function sell(person: Person, id: string, minCredit = 1_000_000n) {
  return world.bus.request('trading.sell', { ...askOf(person, id), minCredit: usdt(minCredit), idempotency: null });
}

/** With an Idempotency-Key. */
function sellUnder(idempotency: Keyed, id: string) {
  return world.bus.request('trading.sell', { ...askOf(ada, id), minCredit: usdt(1_000_000n), idempotency });
}

/** Until what was asked before stands in the engine: one with a key asks the database first, and takes no longer than three questions after it. */
async function taken(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await world.db.query('SELECT 1');
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const lapsed = (reason: string) => ({ ok: false, refusal: { code: 'SaleLapsed', reason } });

function quote(person: Person, id: string) {
  return world.bus.request('trading.sale-quote', askOf(person, id));
}

/** A five-minute prediction that entered at 100.50. */
async function open(person: Person): Promise<string> {
  const { id } = await world.placed(person, { durationSec: 300 });
  world.tick(100_50, { ms: 500 });
  await world.until(person, id, ({ status }) => status === 'OPEN');
  return id;
}

describe('an early sale', () => {
  it.each([
    ['above the entry brings more than the stake', 100_60],
    ['below the entry brings less', 100_40],
    ['far below brings next to nothing', 90_00],
  ])('%s, in one journal, with its figures', async (_what, price) => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const asked = sell(ada, id, price < 99_00 ? 0n : 1_000_000n);
    await taken();
    world.tick(200_00, { ms: 400 });
    world.tick(price, { ms: 250 });
    const reply = await asked;
    if (!reply.ok) throw new Error(reply.refusal.code);
    const wire = JSON.parse(reply.body) as PredictionWire;
    expect(wire).toMatchObject({ status: 'SETTLED', outcome: 'SOLD', exit: { seq: 5 } });
    const done = await world.stored(ada, id);
    expect(done).toMatchObject({ status: 'SETTLED', outcome: 'SOLD', exit: { seq: 5, price } });
    const credit = done.credit ?? 0n;
    expect(credit > TEN).toBe(price > 100_50);
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN + credit, locked: 0n });
    const { rows } = await database.pool.query<{ sale: Record<string, unknown>; exit_records: Buffer }>(
      'SELECT sale, exit_records FROM settlement WHERE prediction_id = $1',
      [id],
    );
    expect(rows[0]?.sale).toMatchObject({ seq: 5, min_credit: price < 99_00 ? '0.000000' : '1.000000' });
    expect(Object.keys(rows[0]?.sale ?? {}).toSorted()).toEqual(['fair', 'min_credit', 'seq', 'sigma', 't_sell']);
    expect(rows[0]?.exit_records).toHaveLength(152);
    // The expiry finds nothing more to do.
    world.tick(101_00, { ms: 5 * MIN });
    world.tick(101_00, { ms: 250 });
    expect((await world.stored(ada, id)).outcome).toBe('SOLD');
    expect(await world.faults()).toEqual([]);
  });

  it('is quoted for several at once: those of others, and those that cannot be sold, are left out', async () => {
    const [own, other] = [await open(ada), await open(ben)];
    const { id: waiting } = await world.placed(ada, { durationSec: 300 });
    const ids = [own, other, waiting, own, randomUUID()];
    const reply = await world.bus.request('trading.sale-quotes', { actor: askOf(ada, own).actor, predictionIds: ids });
    const one = await quote(ada, own);
    if (!reply.ok || !one.ok) throw new Error('no quote');
    expect(reply.quotes).toEqual([{ id: own, credit: one.credit, until: one.until }]);
  });

  it('later than it is good is refused, and the prediction stays open', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const until = (ms: number) => ({
      ...askOf(ada, id),
      minCredit: usdt(0n),
      validUntil: world.clock.at + ms,
      idempotency: null,
    });
    const expired = { ok: false, refusal: { code: 'RequestExpired' } };
    expect(await world.bus.request('trading.sell', until(-1))).toMatchObject(expired);
    const asked = world.bus.request('trading.sell', until(700));
    await taken();
    world.tick(100_60, { ms: 400 });
    world.tick(100_60, { ms: 301 });
    expect(await asked).toMatchObject(expired);
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
    expect((await world.stored(ada, id)).status).toBe('OPEN');
  });

  it('below what the person takes leaves the prediction open, and says what it would have brought', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const asked = sell(ada, id, 9_900_000n);
    await taken();
    world.tick(100_40, { ms: 600 });
    expect(await asked).toMatchObject({ ...lapsed('below_minimum'), refusal: { credit: expect.any(BigInt) } });
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
    world.tick(101_00, { ms: 4 * MIN - 700 });
    world.tick(101_00, { ms: 250 });
    expect((await world.settled(ada, id)).outcome).toBe('WIN');
  });

  it('is refused too late, on a stale price and to another person', async () => {
    const id = await open(ada);
    expect(await sell(ben, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    world.clock.at += 10_000;
    expect(await sell(ada, id)).toEqual({ ok: false, refusal: { code: 'PriceFeedError' } });
    world.tick(100_50);
    const late = await open(ben);
    world.tick(100_50, { ms: 4.6 * MIN });
    expect(await sell(ben, late)).toEqual(lapsed('too_late'));
    expect(await quote(ben, late)).toEqual(lapsed('too_late'));
  });

  it('asked for twice is made once, and both hear the same; a key is known again, and with other content refused', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const keyed = { key: 'k', bodyHash: 'one' };
    const asked = [sellUnder(keyed, id)];
    await taken();
    asked.push(sell(ada, id), sellUnder(keyed, id));
    const other = { ok: false, refusal: { code: 'IdempotencyConflict', reason: 'content' } };
    expect(await sellUnder({ key: 'k', bodyHash: 'two' }, id)).toEqual(other);
    expect(await sell(ben, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    world.tick(100_50, { ms: 700 });
    const [first, ...others] = await Promise.all(asked);
    expect(first).toMatchObject({ ok: true, replayed: false });
    for (const reply of others) expect(reply).toEqual({ ...first, replayed: true });
    expect(await sellUnder(keyed, id)).toEqual({ ...first, replayed: true });
    expect(await sellUnder({ key: 'k', bodyHash: 'two' }, id)).toEqual(other);
    const { credit } = await world.stored(ada, id);
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN + (credit ?? 0n), locked: 0n });
  });

  it('asked for in other terms meanwhile is answered by those: met by the sale that is made, or not', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const terms = { minCredit: usdt(0n), idempotency: null };
    const sellIn = (other: object) => world.bus.request('trading.sell', { ...askOf(ada, id), ...terms, ...other });
    const asked = sell(ada, id);
    await taken();
    const keyed = { key: 'k', bodyHash: 'one' };
    const met = sellIn({ validUntil: world.clock.at + 700, idempotency: keyed });
    const dearer = sellIn({ minCredit: usdt(9_900_000n), idempotency: { key: 'l', bodyHash: 'one' } });
    const shorter = sellIn({ validUntil: world.clock.at + 699 });
    await taken();
    world.tick(100_50, { ms: 700 });
    const first = await asked;
    expect(first).toMatchObject({ ok: true, replayed: false });
    expect(await met).toEqual({ ...first, replayed: true });
    expect(await dearer).toEqual(lapsed('over'));
    expect(await shorter).toEqual(lapsed('over'));
    expect(await sellIn({ idempotency: keyed })).toEqual({ ...first, replayed: true });
    const { rows } = await database.pool.query<{ key: string }>('SELECT key FROM idem ORDER BY key');
    expect(rows.map(({ key }) => key)).toEqual(['k']);
    expect(await world.faults()).toEqual([]);
  });

  it('asked for in other terms has its turn when the one before lapses, within its own time', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const dear = sell(ada, id, 9_900_000n);
    await taken();
    world.clock.at += 300;
    const cheap = sell(ada, id);
    const dearToo = sell(ada, id, 9_800_000n);
    await taken();
    world.tick(100_50, { ms: 300 });
    expect(await dear).toMatchObject(lapsed('below_minimum'));
    await taken();
    world.tick(100_50, { ms: 700 });
    expect(await cheap).toMatchObject({ ok: true, replayed: false });
    expect(await dearToo).toEqual(lapsed('over'));

    const other = await open(ada);
    world.tick(100_50, { ms: MIN });
    const first = sell(ada, other);
    await taken();
    world.clock.at += 4_000;
    const second = sell(ada, other, 0n);
    await taken();
    world.tick(100_50, { ms: 6_000 });
    expect(await first).toEqual(lapsed('no_price'));
    await taken();
    // Ten seconds after it was asked for, however late its turn came.
    world.tick(100_50, { ms: 4_001 });
    expect(await second).toEqual(lapsed('no_price'));
    expect((await world.stored(ada, other)).status).toBe('OPEN');
    expect(await world.faults()).toEqual([]);
  });

  it('that waited in vain is withdrawn: what was answered as failed is not made later', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const asked = sell(ada, id);
    await taken();
    world.tick(100_50, { ms: 10_000 });
    expect(await asked).toEqual(lapsed('no_price'));
    expect((await world.stored(ada, id)).status).toBe('OPEN');
    expect(await world.balances(ada)).toEqual({ cash: FULL - TEN, locked: TEN });
    const again = sell(ada, id);
    await taken();
    world.tick(100_60, { ms: 700 });
    expect((await again).ok).toBe(true);
  });

  it('is quoted with the figures that it is reckoned with', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    const reply = await quote(ada, id);
    if (!reply.ok) throw new Error(reply.refusal.code);
    // At the entry price half of stake and profit, less 2.75 % after a fifth of the time.
    expect(reply.fair).toBe(9_300_000n);
    expect(reply.credit).toBe(9_044_250n);
    expect(reply.sigma).toMatch(/^0\.0000\d{8}$/);
    expect(await quote(ben, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
  });

  it('that waits when the engine ends leaves the prediction open for the next engine', async () => {
    const id = await open(ada);
    world.tick(100_50, { ms: MIN });
    void sell(ada, id).catch(() => undefined);
    await taken();
    await world.engine.stop();
    world.next();
    await world.engine.start();
    world.tick(100_60, { ms: 700 });
    world.tick(101_00, { ms: 4 * MIN - 800 });
    world.tick(101_00, { ms: 250 });
    expect((await world.settled(ada, id)).outcome).toBe('WIN');
    expect(await world.faults()).toEqual([]);
  });
});
