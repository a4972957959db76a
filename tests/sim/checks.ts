import { ACCOUNT_KINDS } from '#domain/ledger/account-kinds.ts';
import type { AccountKind } from '#domain/ledger/account-kinds.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { HOUSE } from '#domain/trading/orders/contract.ts';
import type { Round } from '#domain/trading/rounds/windows.ts';
import { PEOPLE } from './engine.ts';
import type { Ask, Reply, SimEngine } from './engine.ts';
import { PAIR } from './feed.ts';
import { checkPrediction, checkRound } from './naive.ts';
import { checkEntry } from './naive-scheduled.ts';
import { LIMIT, LIMITED } from './people.ts';
import { mustBe } from './sim-db.ts';
import type { SimBatch, SimDb } from './sim-db.ts';

/** The most the house maker may lose in a round, 10^-6. */
const MAKER_CAP = 100_000_000n;

/** After each stored batch: what holds of the tables at any moment. */
export function checkTables(db: SimDb): void {
  for (const market of db.markets.values()) checkMarket(db, market.id);
  for (const userId of PEOPLE) {
    let locked = 0n;
    for (const { prediction } of db.predictions.values()) {
      if (prediction.userId === userId && prediction.settledAt === null) locked += prediction.stake;
    }
    for (const entry of db.scheduled.values()) {
      if (entry.userId === userId && entry.endedAt === null) locked += entry.stake;
    }
    for (const order of db.orders.values()) if (order.userId === userId) locked += order.held;
    mustBe(db.balance('user_locked', userId) === locked, `${userId} has more or less locked than is open`);
  }
  checkLimit(db);
}

/** The ends that a batch stored, against the tape. */
export function checkEnds(
  batch: SimBatch,
  at: { readonly db: SimDb; readonly tape: readonly Tick[]; readonly steadySince: number; readonly setBack: number },
): void {
  for (const entry of batch.scheduled) if (entry.endedAt !== null) checkEntry(entry, at);
  for (const { prediction } of batch.finished) {
    const row = at.db.predictions.get(prediction.id);
    mustBe(row !== undefined, `no row of ${prediction.id}`);
    checkPrediction(row, at.tape);
  }
}

/** Half a second, less what the fastest clock of R-10 gains in it. */
const LEAST_UNSEEN_MS = 499;

/**
 * Whatever the clock on the wall did: the price of an entry was made half a second after the prediction was decided, in time that
 * no clock shows. So nobody trades on a price that was there.
 */
export function checkUnseen(
  batch: Pick<SimBatch, 'entered'>,
  passed: { readonly madeAt: ReadonlyMap<number, number>; readonly admittedAt: ReadonlyMap<string, number> },
): void {
  for (const { prediction } of batch.entered) {
    const { id, entry } = prediction;
    const made = passed.madeAt.get(entry?.seq ?? 0);
    const admitted = passed.admittedAt.get(id);
    mustBe(made !== undefined && admitted !== undefined, `${id} entered at a tick nobody made`);
    mustBe(
      made - admitted >= LEAST_UNSEEN_MS,
      `${id} entered at a price of ${made - admitted} ms after it was asked for`,
    );
  }
}

/** Every set has its two halves and its 1.00; what rests to be sold is held; the house maker's loss has an end. */
function checkMarket(db: SimDb, id: string): void {
  const market = db.markets.get(id);
  const positions = [...db.positions.values()].filter(({ marketId }) => marketId === id);
  const first = positions.reduce((sum, { lots }) => sum + Math.max(0, lots), 0);
  const second = positions.reduce((sum, { lots }) => sum + Math.max(0, -lots), 0);
  mustBe(first === second, `${id} has ${first} of one half and ${second} of the other`);
  mustBe(db.balance('market_pool', id) === BigInt(first) * 10_000n, `the pool of ${id} is not its sets`);
  if (market !== undefined && market.result !== null) {
    mustBe(first === 0 && db.balance('market_fees', id) === 0n, `${id} has ended and holds money`);
  }
  for (const { userId, reserved } of positions) {
    const resting = [...db.orders.values()]
      .filter((order) => order.userId === userId && order.marketId === id && order.side === 'SELL')
      .reduce((sum, order) => sum + order.resting, 0);
    mustBe(reserved === resting, `${userId} has ${reserved} reserved in ${id} and ${resting} resting`);
  }
  for (const fill of db.fills) {
    if (fill.marketId === id) mustBe(fill.taker.userId !== fill.maker.userId, `${fill.id} is with oneself`);
  }
  const house = positions.find(({ userId }) => userId === HOUSE);
  if (house === undefined || market?.result !== null) return;
  const worst = house.gained - house.cost;
  mustBe(worst >= -MAKER_CAP, `the house maker may lose ${-worst} in ${id}`);
}

/** What the person with a limit has lost, net, and has at stake never passes it. */
function checkLimit(db: SimDb): void {
  let lost = 0n;
  let open = 0n;
  for (const { prediction: one } of db.predictions.values()) {
    if (one.userId !== LIMITED) continue;
    if (one.settledAt === null) open += one.stake;
    else lost += one.stake - (one.credit ?? 0n);
  }
  for (const one of db.realised) if (one.userId === LIMITED) lost += one.cost - one.credit;
  for (const one of db.orders.values()) if (one.userId === LIMITED) open += one.held;
  for (const one of db.positions.values()) if (one.userId === LIMITED) open += one.cost;
  mustBe((lost > 0n ? lost : 0n) + open <= LIMIT, `${LIMITED} has lost ${lost} and has ${open} at stake`);
}

export function checkMemory(engine: SimEngine): void {
  const { total } = engine.exposure;
  mustBe(total >= 0n && total <= PAIR.pairCap, `exposure of ${total}`);
}

/** When all is quiet: nothing is open, nothing is left anywhere, and the sum is 0. */
export function checkDrained(
  db: SimDb,
  engine: SimEngine,
  at: { readonly tape: readonly Tick[]; readonly rounds: ReadonlyMap<string, Round> },
): void {
  for (const { prediction: one } of db.predictions.values()) {
    mustBe(one.settledAt !== null, `${one.id} (expires ${one.expiresAt}) is still ${one.status}`);
  }
  const became = [...db.scheduled.values()].flatMap(({ predictionId }) => predictionId ?? []);
  for (const { id, endedAt } of db.scheduled.values()) mustBe(endedAt !== null, `${id} still waits`);
  const opened = [...db.predictions.keys()].filter((id) => id.startsWith('L'));
  mustBe(new Set(became).size === opened.length, `${became.length} entries became ${opened.length} predictions`);
  mustBe(became.length === opened.length, 'two entries became one prediction');
  for (const order of db.orders.values()) {
    mustBe(order.endedAt !== null && order.resting === 0 && order.held === 0n, `order ${order.id} still rests`);
  }
  for (const market of db.markets.values()) {
    mustBe(market.result !== null, `${market.id} is still ${market.status}`);
    const round = at.rounds.get(market.id);
    if (round !== undefined) checkRound(market, round, at.tape);
  }
  checkBonuses(db);
  for (const kind of ['user_locked', 'market_pool', 'market_fees', 'house_maker_locked'] as const) {
    mustBe(db.sumOf(kind) === 0n, `${db.sumOf(kind)} is left in ${kind}`);
  }
  mustBe(db.total() === 0n, `the ledger sums to ${db.total()}`);
  const { total, buckets, pairs } = engine.exposure;
  mustBe(total === 0n && buckets.size === 0 && pairs.size === 0, `exposure of ${total} after the end`);
  const stakes = [...engine.openStakes].filter(([, stake]) => stake !== 0n);
  mustBe(stakes.length === 0, `open stakes after the end: ${stakes.join(' ')}`);
  const kinds = Object.keys(ACCOUNT_KINDS) as readonly AccountKind[];
  for (const kind of kinds.filter((one) => ACCOUNT_KINDS[one].guarded))
    mustBe(db.sumOf(kind) >= 0n, `${kind} below zero`);
}

/** A maker's order must have rested so long in a round, ms. */
const BONUS_REST = 1_000;

/** What makers are owed, fill by fill: 1 % of what they put in, at most half of the taker's fee, and nothing where the market was not won. */
function checkBonuses(db: SimDb): void {
  const owed = new Map<string, bigint>();
  for (const { marketId, price, lots, maker, taker, restedMs } of db.fills) {
    if (maker.userId === HOUSE || restedMs < BONUS_REST || db.markets.get(marketId)?.result?.kind !== 'WON') continue;
    const stake = BigInt(maker.outcome === 0 ? price : 1_000 - price) * BigInt(lots) * 10n;
    const [ofStake, ofFee] = [stake / 100n, taker.fee / 2n];
    owed.set(maker.userId, (owed.get(maker.userId) ?? 0n) + (ofStake < ofFee ? ofStake : ofFee));
  }
  for (const userId of PEOPLE) {
    const booked = db.balance('mm_payable', userId);
    mustBe(
      booked === (owed.get(userId) ?? 0n),
      `${userId} has ${booked} of bonus booked, not ${owed.get(userId) ?? 0n}`,
    );
  }
}

/** When all is quiet: everything that was asked for is answered and done once, and what was promised is there. */
export function checkAnswers(
  db: SimDb,
  errands: Iterable<{ readonly key: string; readonly ask: Ask; readonly reply: Reply | null }>,
): void {
  const made = [...db.predictions.keys(), ...db.orders.keys(), ...db.scheduled.keys()];
  const byKey = new Map<string, number>();
  for (const id of made) byKey.set(id.split('.')[0] ?? '', (byKey.get(id.split('.')[0] ?? '') ?? 0) + 1);
  for (const { key, ask, reply } of errands) {
    mustBe(reply !== null, `${key} was never answered`);
    const count = byKey.get(key.slice(1)) ?? 0;
    mustBe(count <= 1, `${key} was done ${count} times`);
    const promised = reply.ok && 'id' in ask.command;
    mustBe(!promised || made.includes(reply.text), `${key} was promised ${reply.text}, which is not there`);
  }
}
