/**
 * one order of events is as good as another. fast-check draws in which order statements are sent and heard, answers arrive, prices
 * tick, timers fire, and people place, repeat and cancel, against the engine itself on PostgreSQL. `npm run test:sim` plays 2,000 schedules,
 * `npm test` 100 (INTERLEAVINGS).
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { CommandReply } from '#server/trading/contract.ts';
import { testDatabase } from '#tests/database.ts';
import type { TestDatabase } from '#tests/database.ts';
import { History } from '../chaos/history.ts';
import { openStakes } from '../chaos/verdict.ts';
import { MarketWorld } from '../scenarios/exchange/market-world.ts';
import type { Person } from '../scenarios/trading/trading-world.ts';
import { checkPrediction } from './naive.ts';
import { Turns } from './turns.ts';

const RUNS = Number(process.env['INTERLEAVINGS'] ?? 100);
/** A schedule again: `INTERLEAVING_SEED=N INTERLEAVING_PATH=M`, as a failure prints them. */
const SEED = process.env['INTERLEAVING_SEED'];
const PATH = process.env['INTERLEAVING_PATH'];
/** The engine starts anew after so many schedules. */
const RESTART_EVERY = 20;
const ROUND_MS = 300_000;

/** What was asked under one key, and every answer to it. */
interface Errand {
  readonly key: string;
  readonly ask: () => Promise<CommandReply>;
  readonly replies: CommandReply[];
  asks: number;
}

interface Model {
  readonly errands: Errand[];
  readonly orders: { readonly person: Person; readonly id: string }[];
}

interface Real {
  readonly scheduler: fc.Scheduler;
  readonly people: readonly Person[];
  readonly waiting: Promise<unknown>[];
  readonly no: number;
}

type Step = fc.AsyncCommand<Model, Real>;

let db: TestDatabase;
let world: MarketWorld;
let people: readonly Person[];
let history: History;
const turns = new Turns();
let played = 0;
let answered = 0;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  vi.stubGlobal('setImmediate', turns.immediate);
  db = await testDatabase();
  world = new MarketWorld(db.pool, { engineDb: turns.of(db.pool) });
  people = await world.people(3);
  await world.fund();
  history = await History.open(db.pool);
  await world.engine.start();
});
afterAll(async () => {
  await world.engine.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await db.drop();
});

/** Sends an errand; its answer is heard when it is its turn. */
function send(real: Real, model: Model, errand: Errand): void {
  errand.asks += 1;
  const told = errand.ask().then((reply) => {
    // Whatever is new stands in the tables: the connection is not in the middle of its batch.
    const early = reply.ok && !reply.replayed && turns.inBatch;
    return real.scheduler.scheduleSequence([
      {
        label: `answer to ${errand.key}`,
        builder: async () => {
          if (early) throw new Error(`${errand.key} was answered before the commit`);
          hear(model, errand, reply);
        },
      },
    ]).task;
  });
  real.waiting.push(
    told.then(({ faulty }) => expect(faulty, `${errand.key} was answered before the commit`).toBe(false)),
  );
}

function hear(model: Model, errand: Errand, reply: CommandReply): void {
  errand.replies.push(reply);
  answered += 1;
  const id = reply.ok ? /"id":"([0-9a-f-]{36})"/.exec(reply.body)?.[1] : undefined;
  const person = people[Number(errand.key.split(' ')[2])];
  if (errand.key.startsWith('order') && id !== undefined && person !== undefined) model.orders.push({ person, id });
}

function command(
  text: string,
  run: (model: Model, real: Real) => void,
  check: (model: Model) => boolean = () => true,
): Step {
  return { check, run: async (model, real) => run(model, real), toString: () => text };
}

function begin(
  { model, real }: { model: Model; real: Real },
  name: string,
  ask: (key: string) => Promise<CommandReply>,
): void {
  const key = `${name} ${real.no}.${model.errands.length}`;
  const errand: Errand = { key, ask: () => ask(key), replies: [], asks: 0 };
  model.errands.push(errand);
  send(real, model, errand);
}

const place = (who: number, up: boolean, cents: number) =>
  command(`place(${who}, ${up}, ${cents})`, (model, real) =>
    begin({ model, real }, `predict of ${who}`, (key) =>
      world.place(people[who]!, {
        direction: up ? 'UP' : 'DOWN',
        stake: usdt(BigInt(cents) * 10_000n),
        durationSec: 15,
        idempotency: { key, bodyHash: key },
      }),
    ),
  );
const order = (who: number, up: boolean, price: number) =>
  command(`order(${who}, ${up}, ${price})`, (model, real) =>
    begin({ model, real }, `order of ${who}`, (key) =>
      world.order(people[who]!, {
        outcome: up ? 'UP' : 'DOWN',
        price: price * 10,
        lots: 200,
        idempotency: { key, bodyHash: key },
      }),
    ),
  );
const again = (which: number) =>
  command(
    `again(${which})`,
    (model, real) => send(real, model, model.errands[which % model.errands.length]!),
    ({ errands }) => errands.length > 0,
  );
const cancel = (which: number) =>
  command(
    `cancel(${which})`,
    (model, real) => {
      const { person, id } = model.orders[which % model.orders.length]!;
      begin({ model, real }, 'cancel of', () => world.cancel(person, id));
    },
    ({ orders }) => orders.length > 0,
  );
const tick = (ms: number, price: number) =>
  command(`tick(${ms}, ${price})`, () => void world.tick(100_00 + price, { ms }));
const timer = command('timer()', () => {
  world.clock.at += 1_000;
  vi.advanceTimersByTime(1_000);
});

const who = fc.nat(2);
const steps = fc.commands(
  [
    fc.tuple(who, fc.boolean(), fc.integer({ min: 100, max: 5_000 })).map((of) => place(...of)),
    fc.tuple(who, fc.boolean(), fc.integer({ min: 42, max: 58 })).map((of) => order(...of)),
    fc.tuple(who, fc.boolean(), fc.integer({ min: 100, max: 5_000 })).map((of) => place(...of)),
    fc.tuple(who, fc.boolean(), fc.integer({ min: 42, max: 58 })).map((of) => order(...of)),
    fc.nat(20).map(again),
    fc.nat(20).map(cancel),
    fc.tuple(fc.integer({ min: 50, max: 900 }), fc.integer({ min: -3, max: 3 })).map((of) => tick(...of)),
    fc.tuple(fc.integer({ min: 5_000, max: 16_000 }), fc.integer({ min: -3, max: 3 })).map((of) => tick(...of)),
    fc.constant(timer),
  ],
  { maxCommands: 24, size: 'max' },
);

/** A round that nobody has ordered on, its prices fresh. */
async function openMarket(): Promise<void> {
  if (played % RESTART_EVERY === RESTART_EVERY - 1) {
    await world.engine.stop();
    world.next({ db: turns.of(db.pool) });
    await world.engine.start();
  }
  world.clock.at = (Math.floor(world.clock.at / ROUND_MS) + 1) * ROUND_MS + 20_000;
  world.tick(100_00);
  vi.advanceTimersByTime(1_000);
  const round = (await world.rounds())?.find(({ status, windowSec }) => status === 'OPEN' && windowSec === 300);
  expect(round).toBeDefined();
  world.marketId = round!.marketId;
}

/** Lets every prediction end and takes every order off the book. */
async function drain(): Promise<void> {
  for (const ms of [1_000, 6_000, 16_000, 1_000]) world.tick(100_00, { ms });
  await Promise.all(
    people.map(({ userId }) =>
      world.bus.request('exchange.cancel', {
        actor: { userId, sessionId: userId, role: 'DEMO', realm: 'demo' },
        which: { marketId: null },
        idempotency: null,
      }),
    ),
  );
  await expect.poll(() => openStakes(db.pool), { timeout: 60_000, interval: 3 }).toBe(0);
}

/** Every question has its answers, all the same; what was promised is there, what was refused is not. */
async function checkErrands(errands: readonly Errand[]): Promise<void> {
  const { rows } = await db.pool.query<{ key: string; body: string }>(
    'SELECT key, body FROM idem WHERE key = ANY($1)',
    [errands.map(({ key }) => key)],
  );
  const stored = new Map(rows.map(({ key, body }) => [key, body]));
  for (const { key, asks, replies } of errands) {
    expect(replies.length, `${key} was asked ${asks} times`).toBe(asks);
    if (key.startsWith('cancel')) continue;
    const bodies = replies.flatMap((reply) => (reply.ok ? [reply.body] : []));
    expect(new Set(bodies).size, `${key} has one answer`).toBeLessThanOrEqual(1);
    expect(stored.get(key), key).toBe(bodies[0]);
  }
}

/** Every prediction of these errands ended as a scan of the whole tape says. */
async function checkEnds(errands: readonly Errand[]): Promise<void> {
  const { stream } = world.prices.feed('BTC-USD');
  const tape = world.tape.of(stream);
  for (const { key, replies } of errands) {
    const reply = replies.find(({ ok }) => ok);
    if (!key.startsWith('predict') || reply?.ok !== true) continue;
    const { id } = JSON.parse(reply.body) as { id: string };
    const prediction = await world.stored(people[Number(key.split(' ')[2])]!, id);
    checkPrediction(
      {
        prediction,
        stream,
        finish: null,
        entryRecords: null,
        rule: { deltaMs: 500, maxEntryWaitMs: 5_000, staleAfterMs: 2_000 },
      },
      tape,
    );
  }
}

async function play(commands: Iterable<Step>, scheduler: fc.Scheduler): Promise<void> {
  await openMarket();
  const model: Model = { errands: [], orders: [] };
  const waiting: Promise<unknown>[] = [];
  turns.scheduler = scheduler;
  try {
    await fc.scheduledModelRun(
      scheduler,
      () => ({ model, real: { scheduler, people, waiting, no: played } }),
      commands,
    );
    await scheduler.waitFor(Promise.all(waiting));
  } finally {
    turns.scheduler = null;
    await scheduler.waitAll();
  }
  played += 1;
  await drain();
  await checkErrands(model.errands);
  await checkEnds(model.errands);
  expect(await history.follow()).toEqual([]);
}

it(`in ${RUNS} orders of events everything happens once and in time`, async () => {
  const result = await fc.check(fc.asyncProperty(steps, fc.scheduler(), play), {
    numRuns: RUNS,
    // The world goes on from one schedule to the next: a smaller one would not meet the same.
    endOnFailure: true,
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    ...(PATH === undefined ? {} : { path: PATH }),
  });
  const replay = `INTERLEAVING_SEED=${result.seed} INTERLEAVING_PATH=${result.counterexamplePath} npx vitest run --project sim tests/sim/interleavings.test.ts`;
  // What was wrong comes first: a counterexample is long, and a log may be cut after it.
  const wrong = result.errorInstance instanceof Error ? result.errorInstance.stack : String(result.errorInstance);
  expect(result.failed, `${wrong}\nagain: ${replay}\n${fc.defaultReportMessage(result) ?? ''}`).toBe(false);
  expect(answered).toBeGreaterThan(RUNS);
  expect(await world.faults()).toEqual([]);
  process.stdout.write(`interleavings: ${played} schedules, ${answered} answers, 0 faults, seed ${result.seed}\n`);
}, 3_600_000);
