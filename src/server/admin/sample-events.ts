import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { usdt } from '#domain/money.ts';
import { createAudit, type Staff } from '#server/audit/index.ts';
import { writeSamplePosts } from '#server/blog/index.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config/config.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createPairCache } from '#server/engine-client/index.ts';
import { moveSample, writeSamples, writeTickSample, type Sample, type SampleHands } from '#server/events/index.ts';
import { createAccountAdmin, type AccountAdmin } from '#server/identity/index.ts';
import { topUpDemo } from '#server/ledger/index.ts';
import { bookFacts } from '#server/trading/index.ts';
import { createVault } from '#server/vault/index.ts';
import { sampleOrders, type SampleOrder } from './sample-orders.ts';

/** Simulated people. Their addresses say what they are, and nobody can sign in with one. */
const TRADERS = 24;
const CASH = usdt(10_000_000_000n);
/** Between two rounds of orders, and between two looks at what the engine has done, ms. */
const STEP_MS = 1_000;
/** The engine closes a book within a second; after so many looks something else holds it up. */
const MOST_LOOKS = 60;

interface Parts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  /** To the engine. */
  readonly bus: Bus;
  readonly log: Logger;
  readonly isStopping: () => boolean;
  /** Between two rounds of orders, ms. */
  readonly stepMs?: number;
}

/**
 * Gives a sandbox its sample posts and events, with trading of simulated people in the demo realm, beside what runs. What is there stays as somebody
 * left it; one that was ended in the middle goes on at the next start. Resolves when all is done, or the server stops; a fault is a line in
 * the log.
 */
export async function sampleEvents(parts: Parts): Promise<void> {
  const { config, databaseUrl, clock, log } = parts;
  const db = createPool(databaseUrl, { max: 1, name: 'tikvo sample events' });
  try {
    await writeSamplePosts({ db, clock });
    const vault = createVault({ config });
    const accountAdmin = await createAccountAdmin({ config, vault, clock });
    const howMany = config.samples ?? 'all';
    // A handful is for tests: nobody trades on them.
    const traders = howMany === 'few' ? [] : await openTraders(db, accountAdmin);
    const hands = await handsOf(db, { accountAdmin, personId: traders[0] ?? '' });
    const writing = { config, db, clock, audit: createAudit({ vault, clock }), bookFacts, howMany };
    const samples = await writeSamples(writing, hands);
    if (howMany === 'all') await trade(parts, { db, samples, traders });
    await Promise.all([
      ...samples.map((sample) => bringToEnd(parts, { writing, sample, hands })),
      ...(howMany === 'all' ? [writeByPrices(parts, { writing, hands })] : []),
    ]);
  } catch (error) {
    if (!parts.isStopping()) log.warn({ err: error }, 'the sample events were not all written');
  } finally {
    await db.end();
  }
}

/** The sample that our own prices decide, of the first pair of coins. */
async function writeByPrices(
  { config, bus, clock, isStopping }: Parts,
  { writing, hands }: { readonly writing: Parameters<typeof writeTickSample>[0]; readonly hands: SampleHands },
): Promise<void> {
  const pairs = createPairCache({ bus, clock });
  for (let looks = 0; looks < MOST_LOOKS && !isStopping(); looks += 1) {
    // The engine may be starting, and its prices a moment later.
    const boards = await pairs.all().catch(() => []);
    const board = boards.find(({ pair, last }) => pair.group === 'crypto' && last !== null);
    if (board !== undefined) {
      const { pair, kind: feed, last } = board;
      const sample = { id: pair.id, feed, scale: pair.scale, price: last?.price ?? 1 };
      return writeTickSample(writing, { hands, pair: sample, origin: config.origins.main });
    }
    await pause(STEP_MS);
  }
}

/** The ids of the simulated people, each with 10,000 of practice money at first. */
async function openTraders(db: Pool, accountAdmin: AccountAdmin): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let no = 1; no <= TRADERS; no += 1) {
    const email = `trader-${no}@simulated.example`;
    const userId = await transaction(db, async (tx) => {
      const there = await accountAdmin.find(tx, email);
      if (there !== null) return there.userId;
      const account = { email, role: 'DEMO', password: null, country: null, language: 'en' } as const;
      const made = await accountAdmin.open(tx, account, null);
      assert(made.ok, `the simulated person ${email} was not opened`);
      await topUpDemo(tx, { ownerId: made.value.userId, target: CASH, refId: 'first' });
      return made.value.userId;
    });
    ids.push(userId);
  }
  return ids;
}

async function handsOf(
  db: Pool,
  { accountAdmin, personId }: { readonly accountAdmin: AccountAdmin; readonly personId: string },
): Promise<SampleHands> {
  const one = async (name: string): Promise<Staff> => {
    const found = await accountAdmin.find(db, `${name}@sandbox.example`);
    assert(found, `the sample person ${name} is not there`);
    return { kind: 'staff', ...found, sessionId: found.userId };
  };
  return {
    editor: await one('editor'),
    lead: await one('admin'),
    resolver: await one('resolver'),
    second: await one('resolver2'),
    personId,
  };
}

/** Orders on the books on which nobody has traded yet, those of one round together. */
async function trade(
  parts: Parts,
  {
    db,
    samples,
    traders,
  }: { readonly db: Pool; readonly samples: readonly Sample[]; readonly traders: readonly string[] },
): Promise<void> {
  const open = samples.filter(({ state }) => state === 'OPEN').flatMap(({ books }) => books);
  const known = await bookFacts.pricesAt(
    db,
    open.map(({ id }) => id),
    parts.clock.now(),
  );
  const traded = new Set(known.map(({ id }) => id));
  const fresh = open.filter(({ id }) => !traded.has(id));
  const plans = fresh.map(({ id, chance }, index) => ({ book: id, orders: sampleOrders(chance, index) }));
  const rounds = Math.max(0, ...plans.map(({ orders }) => orders.length));
  if (rounds > 0) await untilTaken(parts, plans.at(-1)!.book);
  for (let round = 0; round < rounds && !parts.isStopping(); round += 1) {
    const sent = plans.flatMap(({ book, orders }) => {
      const order = orders[round];
      return order === undefined ? [] : [send(parts, { book, order, round, userId: traders[order.trader % TRADERS]! })];
    });
    await Promise.all(sent);
    await pause(parts.stepMs ?? STEP_MS);
  }
}

/** The engine has read the last of the books that were opened. */
async function untilTaken({ bus, isStopping }: Parts, marketId: string): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && !isStopping(); looks += 1) {
    const market = await bus.request('exchange.market', { realm: 'demo', marketId });
    if (market?.status === 'OPEN') return;
    await pause(STEP_MS);
  }
}

async function send(
  { bus, log }: Parts,
  at: { readonly book: string; readonly order: SampleOrder; readonly round: number; readonly userId: string },
): Promise<void> {
  const { book, order, round, userId } = at;
  const { outcome, price, shares, timeInForce } = order;
  const lots = shares * 100;
  const reply = await bus.request('exchange.order', {
    actor: { userId, sessionId: userId, role: 'DEMO', realm: 'demo' },
    marketId: book,
    outcome,
    side: 'BUY',
    terms: { type: 'LIMIT', price, lots, timeInForce, expiresAt: null, postOnly: false },
    idempotency: { key: `sample ${book} ${round}`, bodyHash: '' },
  });
  if (!reply.ok) log.debug({ book, round, refusal: reply.refusal }, 'an order of a simulated person was refused');
}

/** One move after the other; the engine closes the book in between. */
async function bringToEnd(
  { isStopping }: Parts,
  of: Parameters<typeof moveSample>[1] & { readonly writing: Parameters<typeof moveSample>[0] },
): Promise<void> {
  for (let looks = 0; looks < MOST_LOOKS && !isStopping(); looks += 1) {
    const moved = await moveSample(of.writing, of);
    if (moved === null) return;
    if (moved === 'tradable') await pause(STEP_MS);
  }
}
