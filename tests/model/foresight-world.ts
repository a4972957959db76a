/** A market whose prices somebody sees before the exchange does, over the real rule of entry and exit. */
import { usdt } from '#domain/money.ts';
import { seededUniform } from '#domain/prices/simulated-path.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import type { TimingRule } from '#domain/trading/entry.ts';
import { entered } from '#domain/trading/open-prediction.ts';
import type { LifeEffect, OpenPrediction } from '#domain/trading/open-prediction.ts';
import type { Direction, Prediction } from '#domain/trading/prediction.ts';
import { StreamBook } from '#domain/trading/stream-book.ts';

export const PAYOUT_BPS = 9_200;
const STAKE = usdt(10_000_000n);
const DURATION_MS = 30_000;
/** The true price moves each 50 ms; sources state it about each 250 ms, and what they state arrives 20 to 120 ms later. */
const MOVE_MS = 50;
const TICK_MS = 250;
const LATENCY = { least: 20, spread: 100 } as const;
/** One chance to predict in so many ms, and a part of a tick: what a bot sees at one chance says nothing of the next. */
const CHANCE_MS = 1_250;
/** Price units a second, as a standard deviation: fine enough that ties are rare. */
const UNITS_A_SECOND = 600;
const PRICE = 6_500_000;
/** The bot predicts when the price that it knows is this far from the last tick: half of what half a second moves it. */
const LEAST_MOVE = 0.5 * UNITS_A_SECOND * Math.sqrt(0.5);

export interface Bot {
  /** How early it sees the true price, ms; null: it flips a coin. */
  readonly earlyMs: number | null;
}

export interface Played {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  readonly voids: number;
  /** Predictions whose entry tick was ingested before they were admitted, or stated less than delta after it. */
  readonly known: number;
  /** Mean profit of a prediction per unit staked, and its standard error. */
  readonly edge: number;
  readonly error: number;
}

/** How many moves are remembered: more than anybody looks back or ahead. */
const REMEMBERED = 4_096;

/** Prices of the world by time, ms from 0, made as they are asked for. */
class TruePrice {
  readonly #uniform: () => number;
  readonly #path = new Float64Array(REMEMBERED);
  #made = 0;
  #price = PRICE;

  constructor(seed: number) {
    this.#uniform = seededUniform(seed);
  }

  at(t: number): number {
    const move = Math.floor(t / MOVE_MS);
    while (this.#made <= move) this.#move();
    if (move < this.#made - REMEMBERED) throw new Error(`the price of ${t} is forgotten`);
    return this.#path[move % REMEMBERED]!;
  }

  #move(): void {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#uniform()));
    this.#price += UNITS_A_SECOND * Math.sqrt(MOVE_MS / 1_000) * radius * Math.cos(2 * Math.PI * this.#uniform());
    this.#path[this.#made % REMEMBERED] = this.#price;
    this.#made += 1;
  }
}

/** A moment at which the bot predicts, and what has been ingested by then. */
export interface Chance {
  readonly t: number;
  readonly last: Tick;
  readonly direction: Direction;
}

export interface WorldOptions {
  readonly seed: number;
  readonly predictions: number;
  readonly bot: Bot;
}

/** Plays ticks and chances in the order of time until the bot has predicted so often; then half a minute more. */
export function playWorld(
  options: WorldOptions,
  actor: { readonly onTick: (tick: Tick) => void; readonly onChance: (chance: Chance) => void },
): void {
  const uniform = seededUniform(options.seed);
  const truth = new TruePrice(options.seed + 1);
  let seq = 0;
  let last: Tick | null = null;
  let pending = tickOf(truth, ++seq, uniform);
  const ingest = (until: number) => {
    for (; pending.t <= until; pending = tickOf(truth, ++seq, uniform)) actor.onTick((last = pending));
  };
  let made = 0;
  let t = 1_000;
  for (; made < options.predictions; t += CHANCE_MS) {
    const at = t + Math.floor(uniform() * TICK_MS);
    ingest(at);
    if (last === null) continue;
    const direction = wish(options.bot, { truth, at, last, uniform });
    if (direction === null) continue;
    made += 1;
    actor.onChance({ t: at, last, direction });
  }
  ingest(t + DURATION_MS + 5_000);
}

function wish(bot: Bot, now: { truth: TruePrice; at: number; last: Tick; uniform: () => number }): Direction | null {
  if (bot.earlyMs === null) return now.uniform() < 0.5 ? 'UP' : 'DOWN';
  const move = now.truth.at(now.at + bot.earlyMs) - now.last.price;
  if (Math.abs(move) < LEAST_MOVE) return null;
  return move > 0 ? 'UP' : 'DOWN';
}

function tickOf(truth: TruePrice, seq: number, uniform: () => number): Tick {
  const tSource = seq * TICK_MS + Math.floor(uniform() * MOVE_MS);
  const t = tSource + LATENCY.least + Math.floor(uniform() * LATENCY.spread);
  const price = Math.round(truth.at(tSource));
  return {
    stream: 4,
    seq,
    t,
    tSource,
    price,
    flags: 0,
    sources: 3,
    mad: 0,
    record: NOTHING,
    head: NOTHING,
    recorded: null,
  };
}

const NOTHING = new Uint8Array(0);

function predictionOf(chance: Chance, no: number): Prediction {
  return {
    id: `p${no}`,
    realm: 'demo',
    userId: 'bot',
    pairId: 'BTC-USD',
    feed: 'live',
    direction: chance.direction,
    stake: STAKE,
    payoutBps: PAYOUT_BPS,
    durationMs: DURATION_MS,
    status: 'ADMITTED',
    outcome: null,
    voidReason: null,
    admittedAt: chance.t,
    kAdm: chance.last.seq,
    hAdm: '',
    salt: '',
    rulesHash: '',
    shard: 0,
    batch: 1,
    entry: null,
    expiresAt: null,
    exit: null,
    credit: null,
    settledAt: null,
  };
}

/**
 * Plays predictions by the real rule, or by a deliberately wrong one that enters at the last tick known at the admission, and counts.
 */
export function playPredictions(
  options: WorldOptions & { readonly entry: 'real' | 'last tick'; readonly rule: TimingRule },
): Played {
  const { rule } = options;
  const book = new StreamBook();
  const sourceTimes = new Map<number, number>();
  const counts = { wins: 0, losses: 0, ties: 0, voids: 0, known: 0 };
  let no = 0;
  const count = (effect: LifeEffect) => {
    if (effect.kind !== 'finished') return;
    const { outcome } = effect.finish.verdict;
    if (outcome === 'VOID') counts.voids += 1;
    else if (outcome === 'TIE') counts.ties += 1;
    else if (outcome === 'WIN') counts.wins += 1;
    else counts.losses += 1;
    const { entry, admittedAt, kAdm } = effect.open.prediction;
    if (entry === null) return;
    const stated = sourceTimes.get(entry.seq) ?? 0;
    if (entry.seq <= kAdm || entry.t <= admittedAt || stated < admittedAt + rule.deltaMs) counts.known += 1;
  };
  playWorld(options, {
    onTick(tick) {
      sourceTimes.set(tick.seq, tick.tSource);
      sourceTimes.delete(tick.seq - 1_000);
      book.apply(tick).forEach(count);
    },
    onChance(chance) {
      const prediction = predictionOf(chance, (no += 1));
      const open: OpenPrediction = { prediction, stream: 4, rule, entryRecords: null, entryStored: false };
      if (options.entry === 'last tick') open.prediction = entered(prediction, chance.last);
      book.add(open);
    },
  });
  return { ...counts, ...edgeOf(counts) };
}

function edgeOf({ wins, losses, ties }: { wins: number; losses: number; ties: number }): {
  edge: number;
  error: number;
} {
  const settled = wins + losses + ties;
  const gain = PAYOUT_BPS / 10_000;
  const edge = (wins * gain - losses) / settled;
  const square = (wins * gain ** 2 + losses) / settled;
  return { edge, error: Math.sqrt((square - edge ** 2) / settled) };
}
