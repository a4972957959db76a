import { ClockGuard } from '#domain/prices/clock-guard.ts';
import type { Chance } from './chance.ts';
import type { Faults } from './faults.ts';

/** By how much a wall clock is set forward or back at once, ms. */
const JUMPS = [5_000, -5_000, 2_000, -2_000] as const;
/** It is never further from the truth than this: somebody sets it right. */
const FURTHEST_MS = 10_000;
/** How much it gains or loses as it goes, parts of a million. */
const DRIFTS = [200, 500, -200, -500] as const;

/** The wall clock of the machine beside the time that passes, both in ms. Prices trust it as far as the product's guard does. */
export class SimClock {
  readonly #passing: () => number;
  #guard = new ClockGuard();
  readonly #jumpRate: number;
  #ppm: number;
  #from: { readonly passed: number; readonly wall: number };
  /** The most by which it was set back at once, ms. */
  setBack = 0;

  constructor(passing: () => number, chance: Chance, faults: Faults) {
    this.#passing = passing;
    this.#jumpRate = faults.jumps;
    this.#ppm = faults.drift > 0 ? chance.pick(DRIFTS) : 0;
    this.#from = { passed: passing(), wall: passing() };
  }

  /** Time that passes, ms: no clock shows it. */
  get passed(): number {
    return this.#passing();
  }

  /** A new process knows nothing of what the clock was before. */
  restarted(): void {
    this.#guard = new ClockGuard();
  }

  /** What the clock on the wall shows, whole ms. */
  wall(): number {
    const passed = this.#passing() - this.#from.passed;
    return this.#from.wall + Math.floor(passed * (1 + this.#ppm / 1e6));
  }

  /** May prices be stamped by it? */
  get isTrusted(): boolean {
    return !this.#guard.faulty({ wall: this.wall(), monotonic: this.#passing() });
  }

  /** Somebody may set it, so many times as likely as in any second. True: it was. */
  isSet(chance: Chance, times: number): boolean {
    if (!chance.hit(this.#jumpRate * times)) return false;
    const off = this.wall() - this.#passing();
    const by = chance.pick(JUMPS.filter((one) => Math.abs(off + one) <= FURTHEST_MS));
    this.#from = { passed: this.#passing(), wall: this.wall() + by };
    this.setBack = Math.max(this.setBack, -by);
    return true;
  }

  /** No more faults: it goes on as it stands, and gains and loses nothing. */
  steady(): void {
    this.#from = { passed: this.#passing(), wall: this.wall() };
    this.#ppm = 0;
  }
}
