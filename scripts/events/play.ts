import { EVENT_VOIDED } from '#server/events/acts.ts';
import { runClock } from '#server/events/clock.ts';
import type { EventOutcome } from '#domain/events/life.ts';
import type { PlainMove } from '#server/events/contract.ts';
import { booksOf, findMarket, linkedMarkets } from '#server/events/store.ts';
import type { EventsWorld } from '#tests/scenarios/events/events-world.ts';
import type { Person } from '#tests/scenarios/trading/trading-world.ts';
import { Crowd } from './crowd.ts';
import type { Recording, Step } from './recording.ts';

/** Recorded hours without a message are not waited for, ms. */
const LONGEST_STEP_MS = 200;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** What a recording made of our exchange. */
export interface Played {
  readonly name: string;
  readonly markets: number;
  readonly steps: number;
  readonly orders: number;
  readonly cancelled: number;
  readonly fills: number;
  readonly shares: number;
  /** Taker sales of shares that were held. */
  readonly sales: number;
  /** What was looked at, and what of it was not as it must be. */
  readonly checks: number;
  readonly faults: readonly string[];
}

interface Asked {
  readonly marketId: string;
  readonly book: string;
  readonly end: EventOutcome | 'VOID';
}

/**
 * Plays a recording: its markets are drafted, reviewed and opened, people order as recorded, two resolvers say what became of it, nobody
 * challenges, the engine pays. Looks at each step for a crossed book, and in the end at the ledger, the money and the pay-out.
 */
export async function playRecording(
  world: EventsWorld,
  people: readonly Person[],
  recording: Recording & {
    /** Until when a step of the recording waits; `began`: when the first one was played, `performance.now()`. Not at all unless said. */
    readonly pace?: (at: number, began: number) => Promise<unknown>;
  },
): Promise<Played> {
  const faults: string[] = [];
  let checks = 0;
  const check = (isRight: boolean, fault: string) => {
    checks += 1;
    if (!isRight) faults.push(`${recording.name}: ${fault}`);
  };
  const before = await moneyOf(world);
  const markets: Asked[] = [];
  const { isLinked } = recording;
  if (isLinked) markets.push(...(await openLinked(world, recording)));
  else for (const { title, end } of recording.markets) markets.push({ ...(await openMarket(world, { title })), end });
  await untilAll(world, markets, 'OPEN');
  const crowd = new Crowd(
    world,
    people,
    markets.map(({ book }) => book),
  );
  let at = recording.steps[0]?.at ?? 0;
  const began = performance.now();
  for (const step of recording.steps) {
    await recording.pace?.(step.at, began);
    world.clock.at += Math.min(LONGEST_STEP_MS, Math.max(0, step.at - at));
    at = step.at;
    const touched = await doStep(world, crowd, { step, markets });
    const tops = await world.bus.request('exchange.tops', { realm: 'demo', marketIds: touched });
    for (const { bid, ask } of tops)
      check(bid === null || ask === null || bid < ask, `the book is crossed at ${step.at}: ${bid} and ${ask}`);
  }
  await compareBooks(world, crowd, { markets, check });
  await endAll(world, { markets, isLinked });
  crowd.leave();
  for (const { marketId, book, end } of markets) {
    const market = await findMarket(world.db, marketId);
    check(market?.state === (end === 'VOID' ? 'VOIDED' : 'PAID'), `${marketId} stayed ${market?.state}`);
    check((await outcomeOf(world, book)) === endOf(end, { markets, isLinked }), `${marketId} did not end ${end}`);
  }
  const after = await moneyOf(world);
  check(after.locked === 0n && after.pools === 0n, `${after.locked} is locked still, ${after.pools} in pools`);
  check(before.all === after.all, `there was ${before.all}, and now is ${after.all}`);
  for (const fault of await world.faults()) check(false, `ledger: ${fault}`);
  checks += 1;
  const { placed: orders, cancelled, fills, lots, sales } = crowd.count;
  const { length: steps } = recording.steps;
  const counts = { steps, orders, cancelled, fills, shares: Math.round(lots / 100), sales };
  return { name: recording.name, markets: markets.length, ...counts, checks, faults };
}

/** One moment of a recording; answers the books that it touched. */
async function doStep(
  world: EventsWorld,
  crowd: Crowd,
  { step, markets }: { readonly step: Step; readonly markets: readonly Asked[] },
): Promise<string[]> {
  const touched = new Set<number>();
  for (const change of step.changes) {
    if ('market' in change) touched.add(change.market);
    else await halt(world, crowd, { kind: change.kind, markets });
    if (change.kind === 'traded') await crowd.trade(change);
  }
  await crowd.levels(step.changes.filter((change) => change.kind === 'level'));
  return [...touched].map((market) => markets[market]!.book);
}

/** In a pause all orders end, and their owners are told once that is stored. */
async function halt(
  world: EventsWorld,
  crowd: Crowd,
  { kind, markets }: { readonly kind: 'pause' | 'resume'; readonly markets: readonly Asked[] },
): Promise<void> {
  await moveAll(world, markets, kind);
  await untilAll(world, markets, kind === 'pause' ? 'PAUSED' : 'OPEN');
  while (kind === 'pause' && !crowd.isIdle) await world.settleDown();
}

/** In a dead heat all outcomes of an event end so, and those that lost it pay nothing. */
function endOf(
  end: Asked['end'],
  of: { readonly markets: readonly Asked[]; readonly isLinked: boolean },
): Asked['end'] {
  return of.isLinked && of.markets.some((one) => one.end === 'TIE') ? 'TIE' : end;
}

async function openLinked(world: EventsWorld, { name, markets }: Recording): Promise<Asked[]> {
  const { marketId } = await openMarket(world, { title: name, outcomes: markets.map(({ title }) => title) });
  const ids = await linkedMarkets(world.db, marketId);
  return Promise.all(
    ids.map(async (id, at) => ({ marketId: id, book: (await booksOf(world.db, id)).demo!, end: markets[at]!.end })),
  );
}

async function openMarket(
  world: EventsWorld,
  { title, outcomes }: { readonly title: string; readonly outcomes?: readonly string[] },
): Promise<{ marketId: string; book: string }> {
  const terms = world.draft({ title, cutOffAt: world.clock.at + YEAR_MS });
  const draft = { ...terms, title, ...(outcomes === undefined ? {} : { outcomes }) };
  const made = await world.events.draft(draft, { by: world.editor, reason: 'recorded' });
  if (!made.ok) throw new Error(`no draft of ${title}: ${JSON.stringify(made.refusal)}`);
  const { marketId } = made.value;
  await must(world.move('submit', world.editor, marketId), 'REVIEW');
  await must(world.move('approve', world.reviewer, marketId), 'OPEN');
  return { marketId, book: (await booksOf(world.db, marketId)).demo! };
}

async function must(move: Promise<string>, state: string): Promise<void> {
  const now = await move;
  if (now !== state) throw new Error(`${now}, not ${state}`);
}

async function moveAll(world: EventsWorld, markets: readonly Asked[], move: PlainMove): Promise<void> {
  for (const { marketId } of markets) await world.move(move, world.editor, marketId);
}

async function untilAll(world: EventsWorld, markets: readonly Asked[], status: string): Promise<void> {
  for (const { book } of markets) {
    world.marketId = book;
    await world.untilShown(status);
  }
}

/** What the crowd thinks that it offers is what the book shows. */
async function compareBooks(
  world: EventsWorld,
  crowd: Crowd,
  of: { readonly markets: readonly Asked[]; readonly check: (isRight: boolean, fault: string) => void },
): Promise<void> {
  for (const [market, { book: marketId }] of of.markets.entries()) {
    const book = await world.bus.request('exchange.book', { realm: 'demo', marketId, depth: 1_000 });
    for (const side of ['bid', 'ask'] as const) {
      const shown = book![side === 'bid' ? 'bids' : 'asks'];
      const ours = crowd.resting(market, side);
      const same = shown.every(({ price, shares }) => ours.get(Math.round(price * 1_000)) === Math.round(shares * 100));
      of.check(same && shown.length === ours.size, `the ${side}s of market ${market} are not those that were placed`);
    }
  }
}

/** From the last order to the last payment. */
async function endAll(
  world: EventsWorld,
  { markets, isLinked }: { readonly markets: readonly Asked[]; readonly isLinked: boolean },
): Promise<void> {
  for (const { marketId } of markets.filter(({ end }) => end === 'VOID')) await voidMarket(world, marketId);
  const decided = markets.filter(({ end }) => end !== 'VOID');
  await moveAll(world, decided, 'close');
  const traded = await tradedOf(world, markets);
  await untilAll(
    world,
    decided.filter(({ book }) => traded.has(book)),
    'ENDED',
  );
  const level = markets.flatMap(({ end }, at) => (end === 'TIE' ? [at + 1] : []));
  // Of outcomes of one event it is said once, of one that came true.
  const said = isLinked ? decided.filter(({ end }) => end !== 'NO').slice(0, 1) : decided;
  for (const { marketId, end } of said) {
    if (end === 'VOID') continue;
    const result = {
      outcome: end,
      level,
      url: 'https://bank.example/rates',
      sha256: 'ab'.repeat(32),
      factAt: world.clock.at,
    };
    await must(world.events.propose(marketId, result, { by: world.resolver, reason: 'as recorded' }), 'PROPOSED');
    await must(world.move('confirm', world.second, marketId), 'CHALLENGE');
  }
  world.clock.at += DAY_MS;
  await runClock(world.parts);
  for (const { book, end } of markets.filter((one) => traded.has(one.book))) {
    world.marketId = book;
    const over = end === 'VOID' ? 'VOIDED' : 'SETTLED';
    await world.untilShown(over);
    await world.untilMarket(over);
  }
  // What a void undid is looked at once more after a while.
  world.clock.at += 60_000;
  await runClock(world.parts);
}

async function voidMarket(world: EventsWorld, marketId: string): Promise<void> {
  const [one, two] = [await world.member('ADMIN'), await world.member('ADMIN')];
  const asked = await world.inTransaction((tx) =>
    world.approvals.ask(tx, EVENT_VOIDED, {
      fields: { marketId, why: 'CANCELLED' },
      by: one.userId,
      reason: 'as recorded',
    }),
  );
  if (typeof asked === 'string' || 'rule' in asked) throw new Error(`not asked: ${JSON.stringify(asked)}`);
  await world.inTransaction((tx) =>
    world.approvals.approve(tx, { id: asked.id, digest: asked.digest, by: two.userId }),
  );
}

/** Books that somebody ordered on: of the others the engine keeps nothing. */
async function tradedOf(world: EventsWorld, markets: readonly Asked[]): Promise<ReadonlySet<string>> {
  const { rows } = await world.db.query<{ id: string }>('SELECT id FROM market WHERE id = ANY($1::uuid[])', [
    markets.map(({ book }) => book),
  ]);
  return new Set(rows.map(({ id }) => id));
}

async function outcomeOf(world: EventsWorld, book: string): Promise<Asked['end'] | null> {
  const { rows } = await world.db.query<{ result: string; won: number | null }>(
    'SELECT result, won FROM listed_book WHERE id = $1',
    [book],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return row.result === 'WON' ? (row.won === 0 ? 'YES' : 'NO') : (row.result as 'TIE' | 'VOID');
}

/** What people have, what is locked and pooled, and all of it with the fees: nothing else may change. */
async function moneyOf(world: EventsWorld): Promise<{ locked: bigint; pools: bigint; all: bigint }> {
  const { rows } = await world.db.query<{ kind: string; sum: string }>(
    `SELECT kind, sum(credits - debits) AS sum FROM account WHERE realm = 2
       AND kind IN ('user_cash', 'user_locked', 'market_pool', 'market_fees', 'fees') GROUP BY kind`,
  );
  const of = (...kinds: readonly string[]) =>
    rows.reduce((sum, row) => (kinds.includes(row.kind) ? sum + BigInt(row.sum) : sum), 0n);
  const all = of('user_cash', 'user_locked', 'market_pool', 'market_fees', 'fees');
  return { locked: of('user_locked'), pools: of('market_pool', 'market_fees'), all };
}
