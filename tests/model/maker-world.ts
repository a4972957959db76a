/** Rounds of the house maker against takers of one kind, with the real rules: schedule, averages, volatility meter, quotes. */
import { usdt } from '#domain/money.ts';
import { seededUniform } from '#domain/prices/simulated-path.ts';
import { VolatilityMeter } from '#domain/prices/volatility.ts';
import { fairOf } from '#domain/trading/maker/fair.ts';
import { MAKER_LOSS_CAP, quoteRound, worthOf } from '#domain/trading/maker/quotes.ts';
import type { MakerInventory } from '#domain/trading/maker/quotes.ts';
import { sigmaOf } from '#domain/trading/maker/sigma.ts';
import type { Quote } from '#domain/trading/orders/contract.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import { StreamEnds } from '#domain/trading/rounds/stream-ends.ts';
import { timesOf } from '#domain/trading/rounds/windows.ts';
import type { RoundTimes } from '#domain/trading/rounds/windows.ts';

export type TakerKind =
  /** Buys either side by a coin, whatever it costs. */
  | { readonly kind: 'random' }
  /** Knows the true volatility of the round, and buys what is cheap by it. */
  | { readonly kind: 'informed' }
  /** Knows the price `earlyMs` ahead, and buys what is cheap by it. */
  | { readonly kind: 'foresighted'; readonly earlyMs: number };

/** What one round came to, USDT. */
interface RoundResult {
  readonly maker: number;
  readonly taker: number;
  readonly fees: number;
  readonly shares: number;
  readonly fills: number;
}

export interface MakerResult {
  readonly rounds: number;
  readonly fills: number;
  readonly shares: number;
  /** Means of a round and their standard errors. */
  readonly maker: Mean;
  readonly taker: Mean;
  readonly fees: Mean;
  /** The worst round of the maker. */
  readonly worst: number;
}

interface Mean {
  readonly mean: number;
  readonly error: number;
}

const T0 = 1_763_650_800_000;
const TICK_MS = 250;
const STALE_MS = 2_000;
const WINDOW_SEC = 300;
/** Price units of 10^-2, and the usual deviation of a second: about 60 % a year is 1.07e-4. */
const START_PRICE = 6_500_000;
const SIGMA = 1e-4;
/** The logarithm of the true volatility wanders from round to round. */
const WANDER = { stays: 0.8, adds: 0.25 } as const;
/** Random and informed takers come once in so many seconds, and want so many shares. */
const EVERY_SECONDS = 5;
const SHARES = { least: 1, most: 20 } as const;
/** A taker who reckons buys when this much is left for them, per share. */
const LEAST_EDGE = 0.002;
const LOTS_A_SHARE = 100;

interface Taken {
  inventory: MakerInventory;
  /** Shares of UP (first) and DOWN (second) that takers hold, lots. */
  up: number;
  down: number;
  paid: bigint;
  fees: bigint;
  fills: number;
}

class World {
  readonly uniform: () => number;
  readonly meter = new VolatilityMeter();
  logSigma = 0;
  price = START_PRICE;
  seq = 0;
  #spare: number | null = null;

  constructor(seed: number) {
    this.uniform = seededUniform(seed);
    const count = 86_400;
    this.meter.seed({ t: T0 - 3_600_000, squares: count * SIGMA ** 2, count });
  }

  normal(): number {
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return spare;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - this.uniform()));
    const angle = 2 * Math.PI * this.uniform();
    this.#spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  }
}

/** Buys of one command: from the best quote on, as long as `wanted` lots and `isWorth` allow. */
function take(
  taken: Taken,
  quotes: readonly Quote[],
  order: { wanted: number; isWorth: (quote: Quote) => boolean },
): void {
  let left = order.wanted;
  for (const quote of quotes) {
    const lots = Math.min(left, quote.lots);
    if (lots < 1 || !order.isWorth(quote)) return;
    left -= lots;
    const price = quote.side === 'ask' ? quote.price : 1_000 - quote.price;
    taken.paid += BigInt(price * lots * 10);
    taken.fees += feeOf(quote.price, lots);
    taken.fills += 1;
    if (quote.side === 'ask') taken.up += lots;
    else taken.down += lots;
    taken.inventory = bought(taken.inventory, quote, lots);
  }
}

/** ceil(rate x shares x p(1-p)) in 10^-6. */
function feeOf(price: number, lots: number): bigint {
  return (BigInt(FEE_BPS.round) * BigInt(lots) * BigInt(price * (1_000 - price)) + 999_999n) / 1_000_000n;
}

function feePerShare(price: number): number {
  return (FEE_BPS.round / 10_000) * (price / 1_000) * (1 - price / 1_000);
}

/** The maker buys UP with a bid and DOWN with an ask; sets net to cash at once. */
function bought(held: MakerInventory, quote: Quote, lots: number): MakerInventory {
  const isBid = quote.side === 'bid';
  const other = isBid ? Math.max(0, -held.lots) : Math.max(0, held.lots);
  const closed = Math.min(other, lots);
  const perLot = BigInt((isBid ? quote.price : 1_000 - quote.price) * 10);
  const freed = other === 0 ? 0n : (held.cost * BigInt(closed)) / BigInt(other);
  const gained = BigInt(closed) * (10_000n - perLot) - freed;
  return {
    lots: held.lots + (isBid ? lots : -lots),
    cost: usdt(held.cost - freed + perLot * BigInt(lots - closed)),
    realised: usdt(held.realised + gained),
  };
}

interface Walk {
  readonly t: number;
  readonly price: number;
}

/** Prices of one round from before it takes orders to the first tick at its end. */
function walkOf(world: World, times: RoundTimes): { ticks: Walk[]; sigma: number } {
  world.logSigma = WANDER.stays * world.logSigma + WANDER.adds * world.normal();
  const sigma = SIGMA * Math.exp(world.logSigma);
  const ticks: Walk[] = [];
  for (let t = times.opensAt - TICK_MS; t <= times.endMs; t += TICK_MS) {
    world.price *= Math.exp(sigma * Math.sqrt(TICK_MS / 1_000) * world.normal());
    ticks.push({ t, price: Math.round(world.price) });
  }
  return { ticks, sigma };
}

function playRound(world: World, times: RoundTimes, taker: TakerKind): RoundResult {
  const round = { pairId: 'P', windowSec: WINDOW_SEC, startMs: times.startMs };
  const ends = new StreamEnds({ staleAfterMs: STALE_MS });
  const { ticks, sigma } = walkOf(world, times);
  const taken: Taken = {
    inventory: { lots: 0, cost: usdt(0n), realised: usdt(0n) },
    up: 0,
    down: 0,
    paid: 0n,
    fees: 0n,
    fills: 0,
  };
  const ahead = taker.kind === 'foresighted' ? taker.earlyMs : 0;
  for (const [index, { t, price }] of ticks.entries()) {
    ends.apply({ seq: ++world.seq, t, tSource: t, price, flags: 0 });
    world.meter.add(t, price);
    // Takers come between two ticks; one with foresight comes so late that the next price is what they know.
    const now = taker.kind === 'foresighted' ? t + Math.max(1, TICK_MS - ahead) : t + 1;
    const comes = taker.kind === 'foresighted' || world.uniform() < TICK_MS / 1_000 / EVERY_SECONDS;
    const known = ends.sumsOf(round, now);
    if (!comes || known === null) continue;
    const assumed = sigmaOf({ measured: world.meter.read(), yearly: 0.6, speed: 1 }, times.endMs - now);
    const quotes = quoteRound({
      times,
      now,
      fresh: true,
      price,
      known,
      sigma: assumed,
      inventory: taken.inventory,
      lossCap: MAKER_LOSS_CAP.round,
    });
    const shares = SHARES.least + Math.floor(world.uniform() * (SHARES.most - SHARES.least + 1));
    const side = world.uniform() < 0.5 ? 'ask' : 'bid';
    if (taker.kind === 'random') {
      take(
        taken,
        quotes.filter((quote) => quote.side === side),
        { wanted: shares * LOTS_A_SHARE, isWorth: () => true },
      );
      continue;
    }
    const seen = ticks[index + Math.floor((now - t + ahead) / TICK_MS)]?.price ?? price;
    const { up } = fairOf({ times, price: seen, known, sigma: taker.kind === 'informed' ? sigma : assumed });
    for (const each of ['ask', 'bid'] as const) {
      const isWorth = (quote: Quote) => {
        const edge = (up - quote.price / 1_000) * (quote.side === 'ask' ? 1 : -1);
        return edge - feePerShare(quote.price) > LEAST_EDGE;
      };
      take(
        taken,
        quotes.filter((quote) => quote.side === each),
        { wanted: shares * LOTS_A_SHARE, isWorth },
      );
    }
  }
  return settled(taken, ends.verdictOf(round)?.outcome);
}

function settled(taken: Taken, outcome: string | undefined): RoundResult {
  if (outcome !== 'UP' && outcome !== 'DOWN' && outcome !== 'TIE') throw new Error(`the round ended ${outcome}`);
  const { up, down } = worthOf(taken.inventory);
  const maker = outcome === 'UP' ? up : outcome === 'DOWN' ? down : (up + down) / 2n;
  const won = outcome === 'UP' ? taken.up * 2 : outcome === 'DOWN' ? taken.down * 2 : taken.up + taken.down;
  const taker = BigInt(won) * 5_000n - taken.paid - taken.fees;
  // What takers win, the maker loses, but for the fees: else the books are wrong.
  if (maker + taker + taken.fees !== 0n) throw new Error(`${maker} + ${taker} + ${taken.fees} is not 0`);
  const plain = (units: bigint) => Number(units) / 1e6;
  return {
    maker: plain(maker),
    taker: plain(taker),
    fees: plain(taken.fees),
    shares: (taken.up + taken.down) / LOTS_A_SHARE,
    fills: taken.fills,
  };
}

/** Plays `rounds` rounds of five minutes one after the other. Same seed, same result. */
export function playMaker(taker: TakerKind, options: { readonly seed: number; readonly rounds: number }): MakerResult {
  const world = new World(options.seed);
  const results: RoundResult[] = [];
  for (let no = 0; no < options.rounds; no++) {
    results.push(
      playRound(world, timesOf({ windowSec: WINDOW_SEC, startMs: T0 + (2 * no + 1) * WINDOW_SEC * 1_000 }), taker),
    );
  }
  const sum = (pick: (result: RoundResult) => number) => results.reduce((total, result) => total + pick(result), 0);
  return {
    rounds: results.length,
    fills: sum(({ fills }) => fills),
    shares: sum(({ shares }) => shares),
    maker: meanOf(results.map(({ maker }) => maker)),
    taker: meanOf(results.map(({ taker: won }) => won)),
    fees: meanOf(results.map(({ fees }) => fees)),
    worst: Math.min(...results.map(({ maker }) => maker)),
  };
}

function meanOf(values: readonly number[]): Mean {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / Math.max(1, values.length - 1);
  return { mean, error: Math.sqrt(variance / values.length) };
}
