import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { Pool } from 'pg';
import { demoTopUp } from '#domain/ledger/entries.ts';
import { usdt } from '#domain/money.ts';
import { transaction } from '#server/db/index.ts';
import { journalCtes, journalParams } from '#server/ledger/batch.ts';
import { balancesOf, houseAccounts } from '#server/ledger/index.ts';
import type { PlacePrediction } from '#server/trading/contract.ts';
import { testDatabase } from '#tests/database.ts';
import { openPeople } from '#tests/funded-people.ts';
import type { FundedPerson } from '#tests/funded-people.ts';
import { idOf } from '../chaos/load.ts';
import type { Errand } from '../chaos/load.ts';
import { faultsOf, openStakes } from '../chaos/verdict.ts';
import type { Told } from '../chaos/verdict.ts';
import type { World } from '../scenarios/trading/trading-world.ts';
import { soon, until } from './patience.ts';

/** What the engine may say in such a run: its owner is replaced once. Anything else at this level calls for people. */
const EXPECTED_ALARMS = ['this engine has been replaced'];
const STAKE = usdt(10_000_000n);

interface Wish {
  readonly key: string;
  /** 60 unless said. */
  readonly seconds?: number;
}

/** What clients asked under keys and were told, as the loads of tests/chaos write it down. */
class Book implements Told {
  readonly errands = new Map<string, Errand>();
  readonly contradictions: string[] = [];
  #told = 0;

  acknowledged(): readonly string[] {
    return [...this.errands.values()].flatMap(({ body }) => (body === null ? [] : [idOf(body)]));
  }

  /** Asks for a prediction under a key, or for the same one again; gives the refusal's code, or 'ok'. */
  async place(world: Pick<World, 'bus'>, { userId }: FundedPerson, wish: Wish): Promise<string> {
    const { key, seconds = 60 } = wish;
    const input: PlacePrediction = {
      actor: { userId, sessionId: userId, role: 'DEMO', realm: 'demo' },
      pair: 'BTC-USD',
      direction: key.length % 2 === 0 ? 'UP' : 'DOWN',
      stake: STAKE,
      durationSec: seconds,
      payoutBps: 7_000,
      idempotency: { key, bodyHash: key },
    };
    const errand = this.errands.get(key) ?? {
      key,
      wish: { topic: 'trading.place', input },
      askedAfter: this.#told,
      toldAs: null,
      body: null,
    };
    this.errands.set(key, errand);
    const reply = await soon(world.bus.request('trading.place', input), `an answer to ${key}`);
    if (!reply.ok) {
      if (errand.body !== null) this.contradictions.push(`${key} was acknowledged, then refused`);
      return reply.refusal.code;
    }
    if (errand.body !== null && errand.body !== reply.body) this.contradictions.push(`${key}: two bodies`);
    if (errand.body === null) errand.toldAs = this.#told += 1;
    errand.body ??= reply.body;
    return 'ok';
  }
}

/** A world, its people and what they were told. */
interface Play {
  readonly world: World;
  readonly book: Book;
  readonly people: readonly FundedPerson[];
  readonly mint: string;
  readonly wrong: string[];
}

/**
 * A short run of the engine on PostgreSQL through all that its statements hold against: entries, ends, a guess that the tables refuse, retries,
 * a restart, an owner that is replaced and does not know. Gives what the checks of tests/chaos find at its end, and what went otherwise than
 * it must. `makeWorld`: of modules that were loaded with the fault in them; what sets up and checks is as it is.
 */
export async function runOnPostgres(makeWorld: typeof World): Promise<readonly string[]> {
  const database = await testDatabase();
  const alarms = new Set<string>();
  const log = pino({ level: 'error' }, { write: (line) => void alarms.add((JSON.parse(line) as { msg: string }).msg) });
  const { people } = await openPeople(database.pool, 3);
  const { demo } = await transaction(database.pool, (tx) => houseAccounts(tx, 0));
  const world = new makeWorld(database.pool, { log });
  const play: Play = { world, book: new Book(), people, mint: demo.mint, wrong: [] };
  const engines = [world.engine];
  try {
    await predictions(play);
    await refusedGuess(play);
    await world.engine.stop();
    world.next({ db: withoutBeats(database.pool) });
    engines.push(world.engine);
    await restart(play);
    const { bus } = world;
    world.next();
    engines.push(world.engine);
    await replaced(play, { bus });
    await endAll(play);
  } catch (error) {
    play.wrong.push(error instanceof Error ? error.message : String(error));
  }
  await Promise.all(engines.map((engine) => engine.stop().catch(() => undefined)));
  const found = await faultsOf(database.pool, play.book);
  const unexpected = [...alarms].filter((text) => !EXPECTED_ALARMS.includes(text));
  await database.drop();
  return [...found, ...play.wrong, ...unexpected.map((text) => `alarm: ${text}`)];
}

/** Some are to expire soon and some to outlive a process; a key is asked again. */
async function predictions({ world, book, people, wrong }: Play): Promise<void> {
  const [ada, ben, cleo] = people as [FundedPerson, FundedPerson, FundedPerson];
  await world.engine.start();
  world.tick(100_00);
  const told = await Promise.all([
    book.place(world, ada, { key: 'a1' }),
    ...['a-long', 'a-as-long'].map((key) => book.place(world, ada, { key, seconds: 180 })),
    book.place(world, ben, { key: 'ben-1' }),
    book.place(world, cleo, { key: 'c1' }),
  ]);
  must(wrong, new Set(told).size === 1 && told[0] === 'ok', `the first predictions were answered ${told.join()}`);
  await book.place(world, ada, { key: 'a1' });
  world.tick(100_00, { ms: 1_000 });
  await entered(world, 5);
}

/** Money goes beside the engine: what is remembered of it is a guess that the tables refuse. */
async function refusedGuess({ world, book, people, mint, wrong }: Play): Promise<void> {
  const [ada, ben] = people as [FundedPerson, FundedPerson];
  await setCash(world.db, { person: ada, mint, target: 0n });
  const told = await Promise.all([
    book.place(world, ada, { key: 'guess' }),
    book.place(world, ben, { key: 'guess-of-ben', seconds: 180 }),
  ]);
  must(wrong, told.join() === 'NoBalance,ok', `a guess was answered ${told.join()}`);
  await setCash(world.db, { person: ada, mint, target: 1_000_000_000n });
  world.tick(100_50, { ms: 1_000 });
  await entered(world, 6);
  world.tick(101_00, { ms: 59_000 });
  // What is left of a guess would end with this one.
  world.tick(101_00, { ms: 1_000 });
  world.tick(101_00, { ms: 500 });
  await until(async () => (await openStakes(world.db)) === 3, 'the ends of what expired');
}

/** The next process answers as the one before, and goes on with what is open. */
async function restart({ world, book, people, wrong }: Play): Promise<void> {
  const [ada, ben, cleo] = people as [FundedPerson, FundedPerson, FundedPerson];
  await world.engine.start();
  world.tick(101_50, { ms: 500 });
  world.tick(101_50, { ms: 500 });
  const told = [
    await book.place(world, ada, { key: 'a1' }),
    await book.place(world, ben, { key: 'guess-of-ben', seconds: 180 }),
    await book.place(world, cleo, { key: 'c2' }),
  ];
  must(wrong, told.join() === 'ok,ok,ok', `after a restart: ${told.join()}`);
  world.tick(101_50, { ms: 1_000 });
  await entered(world, 7);
}

/** Another takes the shard over of an owner whose beats are lost: only the fence can tell him. He is asked first. */
async function replaced({ world, book, people, wrong }: Play, first: Pick<World, 'bus'>): Promise<void> {
  const [, ben, cleo] = people as [FundedPerson, FundedPerson, FundedPerson];
  await world.db.query(`UPDATE shard_lease SET beat = now() - interval '10 s'`);
  await soon(world.engine.start(), 'another owner');
  world.tick(101_50);
  // He remembers her: his batch is one statement. What that refuses he asks by two.
  const told = await book.place(first, cleo, { key: 'asked of the first' });
  must(wrong, told === 'PriceFeedError', `the replaced owner answered ${told}`);
  must(wrong, world.exits.join() === '3', `the replaced owner ended with ${world.exits.join() || 'nothing'}`);
  const answer = await book.place(world, ben, { key: 'asked of the second' });
  must(wrong, answer === 'ok', `the new owner answered ${answer}`);
}

/** Prices go on until the last prediction has expired. */
async function endAll({ world }: Play): Promise<void> {
  for (let second = 0; second < 190; second += 1) world.tick(102_00, { ms: 1_000 });
  await until(async () => (await openStakes(world.db)) === 0, 'the end of everything');
}

function must(wrong: string[], holds: boolean, text: string): void {
  if (!holds) wrong.push(text);
}

/** So many predictions have their entry in the tables. */
function entered({ db }: World, count: number): Promise<void> {
  return until(async () => {
    const { rows } = await db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM prediction WHERE entry_seq IS NOT NULL',
    );
    return rows[0]!.n >= count;
  }, `${count} entries`);
}

/** Somebody beside the engine sees to it that a person has this much, 10^-6. */
async function setCash(
  db: Pool,
  { person, mint, target }: { readonly person: FundedPerson; readonly mint: string; readonly target: bigint },
): Promise<void> {
  const { cash } = await balancesOf(db, { ownerId: person.userId, realm: 'demo' });
  const journal = demoTopUp({ refId: randomUUID(), accounts: { cash: person.cash, mint }, cash, target: usdt(target) });
  if (journal === null) return;
  await db.query(`WITH ${journalCtes(1)} SELECT accounts FROM ledger_count`, [...journalParams([journal]).values]);
}

/** The same pool, but no beat of an owner comes through. */
function withoutBeats(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      const found: unknown = Reflect.get(target, name);
      if (typeof found !== 'function') return found;
      const call = found.bind(target) as (...args: unknown[]) => unknown;
      if (name !== 'query') return call;
      return (...args: unknown[]) =>
        String(args[0]).startsWith('UPDATE shard_lease SET beat') ? Promise.reject(new Error('lost')) : call(...args);
    },
  });
}
