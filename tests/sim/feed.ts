import { GROUP_RULES, streamNo } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import { TICK_FLAGS } from '#domain/prices/ticks/tick.ts';
import type { Tick } from '#domain/prices/ticks/tick.ts';
import { usdt } from '#domain/money.ts';
import type { MarketView } from '#domain/trading/market-view.ts';
import type { Chance } from './chance.ts';
import type { SimClock } from './clock.ts';
import type { Faults } from './faults.ts';
import { stated } from './sources.ts';
import type { Stated } from './sources.ts';

const found = PAIRS.find(({ id }) => id === 'BTC-USD');
if (found === undefined) throw new Error('no BTC-USD');
/** The pair that is played; small caps, so that they bind. */
export const PAIR = {
  ...found,
  bucketCap: 150_000_000n as typeof found.bucketCap,
  pairCap: 400_000_000n as typeof found.pairCap,
};
export const RULE = GROUP_RULES.crypto;
export const STREAM = streamNo(PAIR.no, 'simulated');

const WARM_MS = 5_000;

/** The stream of ticks of one seed, as it is written down: what the checks scan. */
export class SimFeed {
  readonly tape: Tick[] = [];
  readonly #chance: Chance;
  readonly #faults: Faults;
  readonly #clock: SimClock;
  #price = 6_500_000;
  #frozenUntil = 0;
  #awayUntil = 0;
  /** Prices that were lost to the clock, or to a restart, warm up first. */
  #warmUntil = 0;
  #late = false;
  /** Given out too early or twice: held back until its turn, as a receiver by seq does. */
  #held: Tick[] = [];
  /** What the sources stated just now; null: there is one source, or it said nothing. */
  stated: Stated | null = null;
  calm = false;

  constructor(chance: Chance, faults: Faults, clock: SimClock) {
    this.#chance = chance;
    this.#faults = faults;
    this.#clock = clock;
  }

  get last(): Tick | null {
    return this.tape.at(-1) ?? null;
  }

  /** Is somebody stating prices at `now` of the wall clock, and is it to be trusted? */
  isUp(now: number): boolean {
    const last = this.last;
    if (last === null || this.#clock.passed < Math.max(this.#awayUntil, this.#warmUntil)) return false;
    return this.#clock.isTrusted && now - last.t <= RULE.staleAfterMs;
  }

  /** The pair at `now` after the tick that the engine applied last. `dips`: payouts are lower in every third part of a minute. */
  view(now: number, at: { readonly last: Tick | null; readonly dips: boolean }): MarketView {
    const { last } = at;
    const less = at.dips && Math.floor(now / 20_000) % 3 === 0 ? 150 : 0;
    return {
      pair: PAIR,
      kind: 'simulated',
      stream: STREAM,
      status: this.isUp(now) ? 'ONLINE' : 'OFFLINE',
      nextOpen: null,
      minDurationSec: 1,
      payouts: { 30: 8_200 - less, 60: 8_500 - less, 120: 8_600 - less, 180: 8_600 - less, 300: 8_600 - less },
      rule: RULE,
      rulesHash: '00',
      last: last === null ? null : { seq: last.seq, tSource: last.tSource, head: '00' },
      openThrough: () => true,
      caps: { reserve: 20n, practice: usdt(50_000_000_000n) },
      pauses: { quick: null, scheduled: null },
    };
  }

  /** Until when there are no prices. */
  silence(until: number): void {
    this.#awayUntil = Math.max(this.#awayUntil, until);
    this.#late = true;
  }

  /** How long after `now` the next tick comes, ms. */
  nextIn(now: number): number {
    if (this.calm) return 1_000;
    if (this.#awayUntil > now) return this.#awayUntil - now;
    if (this.#chance.hit(this.#faults.outage)) {
      this.silence(now + this.#chance.whole(3_000, 40_000));
      return this.#awayUntil - now;
    }
    if (this.#chance.hit(this.#faults.equalTimes)) return 0;
    return this.#chance.whole(1, 1_200);
  }

  /** A new process: it knows nothing of what the clock was, and warms up where that matters. */
  restarted(): void {
    this.#forgetHeld();
    this.#clock.restarted();
    if (this.#faults.jumps > 0) this.#warm();
  }

  #warm(): void {
    this.#warmUntil = this.#clock.passed + WARM_MS;
  }

  /** The tick of now is written down; gives what reaches the engine, in seq order, the last one perhaps twice. */
  tick(): readonly Tick[] {
    this.stated = null;
    const now = this.#clock.wall();
    // As the product's feeds: no price is stamped by a clock that jumped, nor before the last one.
    if (!this.#clock.isTrusted || now < (this.last?.t ?? 0)) {
      this.#late = true;
      this.#warm();
      return [];
    }
    const tick = this.#make(now);
    if (tick === null) {
      this.#late = true;
      this.#warm();
      return [];
    }
    this.tape.push(tick);
    this.#held.push(tick);
    const again = !this.calm && this.#chance.hit(this.#faults.duplicate);
    if (!this.calm && this.#chance.hit(this.#faults.reorder)) return [];
    const ready = this.flush();
    return again ? [...ready, tick] : ready;
  }

  /** What was held back. */
  flush(): readonly Tick[] {
    const ready = this.#held;
    this.#held = [];
    return ready;
  }

  /** What has not been delivered goes with the tape at a restart. */
  #forgetHeld(): void {
    this.#held = [];
  }

  /** Null: the sources disagree. */
  #make(now: number): Tick | null {
    const before = this.last;
    const seq = (before?.seq ?? 0) + 1;
    let flags = this.#late ? TICK_FLAGS.resumed : 0;
    if (!this.calm) {
      if (this.#chance.hit(this.#faults.gap)) flags |= TICK_FLAGS.gap;
      if (seq > 1 && this.#chance.hit(this.#faults.breaks)) flags |= TICK_FLAGS.break;
      if (this.#chance.hit(this.#faults.frozen)) this.#frozenUntil = now + this.#chance.whole(500, 8_000);
    }
    const frozen = !this.calm && before !== null && now < this.#frozenUntil;
    if (frozen) flags |= TICK_FLAGS.heartbeat;
    const tSource = frozen ? before.tSource : Math.max(before?.tSource ?? 0, now - this.#chance.whole(0, 300));
    this.#price = frozen ? this.#price : this.#moved();
    const made = frozen ? { price: before.price, sources: before.sources, mad: before.mad } : this.#madeAt(now);
    if (made === null) return null;
    this.#late = false;
    return {
      stream: STREAM,
      seq,
      t: Math.max(now, before?.t ?? 0),
      tSource,
      flags,
      ...made,
      record: new Uint8Array([seq & 255, (seq >> 8) & 255]),
      head: new Uint8Array([seq & 255, (seq >> 8) & 255, 1]),
      recorded: null,
    };
  }

  /** One source states the price, or three do and their rule decides; nothing is drawn where they never disagree. */
  #madeAt(now: number): Pick<Tick, 'price' | 'sources' | 'mad'> | null {
    if (this.#faults.disagreement === 0) return { price: this.#price, sources: 1, mad: 0 };
    const errs = !this.calm && this.#chance.hit(this.#faults.disagreement);
    const wild = errs ? this.#chance.pick([1, 2] as const) : 0;
    this.stated = stated(this.#price, this.#chance, { now, last: this.last, wild });
    return this.stated.made;
  }

  #moved(): number {
    if (this.#faults.still > 0) return this.#price;
    const spike = this.#chance.hit(this.#faults.spike) ? this.#chance.whole(-30_000, 30_000) : 0;
    return Math.max(1_000, this.#price + this.#chance.whole(-400, 400) + spike);
  }
}
