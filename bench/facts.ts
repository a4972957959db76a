/** How soon after its commit a settled prediction is a notification, under `RATE` settlements a second: engine, facts and follower in one thread. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { Pool } from 'pg';
import { sandboxGrant } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import { systemClock } from '#server/clock.ts';
import { readConfig } from '#server/config/config.ts';
import { createPool, transaction } from '#server/db/index.ts';
import { createFacts } from '#server/facts/index.ts';
import { fundHouseMaker } from '#server/ledger/exchange-accounts.ts';
import { openAccount } from '#server/ledger/accounts.ts';
import { openAccounts, openBooks, post } from '#server/ledger/index.ts';
import { eventWatchers } from '#server/events/people/store-watch.ts';
import { eventLabels } from '#server/events/store-public.ts';
import { createMail } from '#server/mail/index.ts';
import { createNotifications } from '#server/notifications/index.ts';
import { bookFacts } from '#server/trading/queries/store-books.ts';
import { createEngineFacts } from '#server/trading/queries/store-engine-facts.ts';
import { createVault } from '#server/vault/index.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import { benchDatabase } from './database.ts';
import { startEngine } from './engine-under-test.ts';
import { percentile, told } from './row.ts';
import type { Row } from './row.ts';

const RATE = 1_000;
const SECONDS = 15;
/** The token bucket of a person holds 5. */
const PEOPLE = (RATE * SECONDS) / 4;
const DURATION_SEC = 30;
const TICK_MS = 100;
const CASH = usdt(1_000_000_000n);

export async function run(): Promise<Row[]> {
  const database = await benchDatabase();
  const db = createPool(database.url, { max: 16 });
  const dataDir = mkdtempSync(join(tmpdir(), 'tikvo-bench-facts-'));
  const people = await realPeople(db);
  const engine = await startEngine(database.url, { people, durationSec: DURATION_SEC, realm: 'real' });
  const { bus, prices } = engine;
  const settled = new Map<string, number>();
  bus.subscribe('trading.prediction', ({ prediction }) => {
    if (prediction.settledAt !== null) settled.set(prediction.id, performance.now());
  });
  const notified = new Map<string, number>();
  const { facts, stop } = await follow({ db, bus, dataDir }, (ids) => {
    for (const id of ids) notified.set(id, performance.now());
  });
  // Until the last is placed prices keep up with the clock; then they go on 30 s ahead, and end all as they came.
  let ahead = 0;
  let price = 1_000_000;
  const ticker = setInterval(() => prices.tickAll(Date.now() + ahead, (price += 1)), TICK_MS);
  try {
    const placing = performance.now();
    const all: Promise<void>[] = [];
    for (let begun = 0; begun < RATE * SECONDS; await pause(5)) {
      for (; begun < ((performance.now() - placing) * RATE) / 1_000; begun += 1) all.push(engine.place());
    }
    await Promise.all(all);
    await pause(TICK_MS * 10);
    ahead = DURATION_SEC * 1_000 - Math.round(performance.now() - placing);
    const from = performance.now();
    while (notified.size < all.length) {
      if (performance.now() - from > 120_000) throw new Error(`${notified.size} of ${all.length} are notifications`);
      await pause(50);
    }
    const times = [...settled.values()];
    const perSecond = (times.length / (Math.max(...times) - Math.min(...times))) * 1_000;
    process.stderr.write(`${times.length} settled, ${Math.round(perSecond)} a second\n`);
    const waits = [...settled].map(([id, at]) => (notified.get(id) ?? Infinity) - at);
    const bySecond = new Map<number, number>();
    for (const [id, at] of settled) {
      const second = Math.floor((at - Math.min(...times)) / 1_000);
      bySecond.set(second, Math.max(bySecond.get(second) ?? 0, (notified.get(id) ?? Infinity) - at));
    }
    process.stderr.write(`longest wait of each second, ms: ${[...bySecond.values()].map(Math.round).join(', ')}\n`);
    const name = `settled prediction to notification, ${RATE} a second`;
    return [
      told({ name: `${name}, p99`, ours: percentile(waits, 99), unit: 'ms', floor: 1_000, better: 'lower' }),
      told({ name: `${name}, p50`, ours: percentile(waits, 50), unit: 'ms', floor: null, better: 'lower' }),
      told({ name: 'settled meanwhile', ours: perSecond, unit: 'settled/s', floor: 0.9 * RATE, better: 'higher' }),
    ];
  } finally {
    clearInterval(ticker);
    await facts.stop();
    await stop();
    await engine.stop();
    await db.end();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The product's own followers of settled predictions. `onTold`: after each commit of theirs, with the predictions that it told of. */
async function follow(
  {
    db,
    bus,
    dataDir,
  }: { readonly db: Pool; readonly dataDir: string } & Pick<Parameters<typeof createEngineFacts>[0], 'bus'>,
  onTold: (predictionIds: readonly string[]) => void,
) {
  const config = readConfig({ LOG_LEVEL: 'warn', FEED: 'simulated', DATA_DIR: dataDir });
  const log = pino({ level: 'warn' });
  const clock = systemClock;
  const vault = createVault({ config, clock });
  const mail = createMail({ config, db, clock, log, vault });
  const notifications = createNotifications({
    config,
    db,
    bus,
    clock,
    log,
    vault,
    mail,
    eventLabels,
    eventWatchers,
    bookFacts,
  });
  const facts = createFacts({ db, log, sources: [createEngineFacts({ bus, shard: 0 })] });
  const { follower } = notifications;
  let handled: string[] = [];
  facts.follow({
    ...follower,
    handle: async (tx, some) => {
      await follower.handle(tx, some);
      handled = some.flatMap((fact) => (fact.kind === 'prediction.settled' ? [fact.predictionId] : []));
    },
    onHandled: () => {
      onTold(handled);
      follower.onHandled?.();
    },
  });
  notifications.start();
  await facts.start();
  return { facts, stop: () => notifications.stop() };
}

async function realPeople(db: Pool): Promise<readonly FundedPerson[]> {
  return transaction(db, async (tx) => {
    await openBooks(tx, 'sandbox');
    await fundHouseMaker(tx, { mode: 'sandbox', shard: 0 });
    const bank = await openAccount(tx, { realm: 'real', kind: 'bank', ownerId: null, ref: 'sandbox' });
    const people: FundedPerson[] = [];
    for (let no = 0; no < PEOPLE; no += 1) {
      const userId = randomUUID();
      await tx.query(`INSERT INTO app_user (id, role, created_at) VALUES ($1, 'USER', now())`, [userId]);
      const { cash, locked } = await openAccounts(tx, { ownerId: userId, realm: 'real' });
      await post(tx, sandboxGrant({ refId: userId, bank, cash, amount: CASH }));
      people.push({ userId, cash, locked });
    }
    return people;
  });
}
