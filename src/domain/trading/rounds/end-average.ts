import { TICK_FLAGS } from '../../prices/ticks/tick.ts';
import type { Tick } from '../../prices/ticks/tick.ts';
import { EXIT_TIMEOUT_MS } from '../exit.ts';

/** What an average needs of a tick. */
export type PriceTick = Pick<Tick, 'seq' | 't' | 'tSource' | 'price' | 'flags'>;

/** One end of a round: its moment E, its averaging window w and S, all ms. */
export interface EndTerms {
  readonly endMs: number;
  readonly averagingMs: number;
  readonly staleAfterMs: number;
}

/** A(E): sum of price x overlap in price units x ms, never divided. Its proof is the tick run firstSeq..lastSeq. */
export interface EndValue {
  readonly sum: bigint;
  /** The last tick at or before E - w. */
  readonly firstSeq: number;
  /** The first tick at or after E. */
  readonly lastSeq: number;
}

/** Why an end has no value. `unknown`: no tick at or before E - w. `late`: no tick came within 10 min of E. */
export interface EndFault {
  readonly why: 'stale' | 'gap' | 'unknown' | 'late';
  /** When it began, ms: the void value counts fills before it. */
  readonly at: number;
  /** The tick that shows it, after the one before it; where none has come, that which will. null: no tick can (`unknown`). */
  readonly seq: number | null;
}

export type EndState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'value'; readonly value: EndValue }
  | { readonly kind: 'fault'; readonly fault: EndFault };

const WAITING: EndState = { kind: 'waiting' };
const AWAY = TICK_FLAGS.gap | TICK_FLAGS.resumed | TICK_FLAGS.break;

/**
 * A(E) of docs/rules/settlement.md#rounds, tick by tick in seq order: the sum of p_k x (overlap of [t_k, t_{k+1}) with [E-w, E)).
 * Ticks before the window are cheap, so it can be started with the stored tick at or before E - w.
 */
export class EndAverager {
  readonly terms: EndTerms;
  #state: EndState = WAITING;
  #sum = 0n;
  #standing: PriceTick | null = null;
  #firstSeq = 0;

  constructor(terms: EndTerms) {
    this.terms = terms;
  }

  get state(): EndState {
    return this.#state;
  }

  /** Takes the next tick; one that was taken before is skipped. Never throws. */
  apply(tick: PriceTick): void {
    if (this.#state.kind !== 'waiting' || tick.seq <= (this.#standing?.seq ?? 0)) return;
    const { endMs, averagingMs } = this.terms;
    const from = endMs - averagingMs;
    if (tick.t <= from) this.#firstSeq = tick.seq;
    else if (this.#standing === null) return this.#fail('unknown', from, null);
    else this.#stand(this.#standing, tick);
    this.#standing = tick;
    if (this.#state.kind !== 'waiting' || tick.t < endMs) return;
    if (tick.t - endMs > EXIT_TIMEOUT_MS) return this.#fail('late', endMs, tick.seq);
    this.#state = { kind: 'value', value: { sum: this.#sum, firstSeq: this.#firstSeq, lastSeq: tick.seq } };
  }

  /** The sum over the part of the window that has passed at `now`: the last price stands until then. `now` is not before the last tick. */
  sumAt(now: number): bigint {
    if (this.#state.kind === 'value') return this.#state.value.sum;
    if (this.#standing === null) return 0n;
    const { endMs, averagingMs } = this.terms;
    const from = Math.max(this.#standing.t, endMs - averagingMs);
    const to = Math.min(now, endMs);
    return this.#sum + (to > from ? BigInt(this.#standing.price) * BigInt(to - from) : 0n);
  }

  /** The clock at `now` (wall ms): 10 min after E without a tick there is no value. */
  sweep(now: number): void {
    if (this.#state.kind === 'waiting' && now - this.terms.endMs > EXIT_TIMEOUT_MS)
      this.#fail('late', this.terms.endMs, this.#standing === null ? null : this.#standing.seq + 1);
  }

  /** The price of `tick` stood until `next`. */
  #stand(tick: PriceTick, next: PriceTick): void {
    const { endMs, averagingMs, staleAfterMs } = this.terms;
    const from = Math.max(tick.t, endMs - averagingMs);
    const to = Math.min(next.t, endMs);
    if (from >= to) return;
    if (to - tick.tSource > staleAfterMs)
      return this.#fail('stale', Math.max(from, tick.tSource + staleAfterMs), next.seq);
    if ((next.flags & AWAY) !== 0) return this.#fail('gap', from, next.seq);
    this.#sum += BigInt(tick.price) * BigInt(to - from);
  }

  #fail(why: EndFault['why'], at: number, seq: number | null): void {
    this.#state = { kind: 'fault', fault: { why, at, seq } };
  }
}

/** A(E) out of a run of ticks in seq order: as far as they go. */
export function endStateOf(terms: EndTerms, ticks: Iterable<PriceTick>): EndState {
  const averager = new EndAverager(terms);
  for (const tick of ticks) averager.apply(tick);
  return averager.state;
}

/** A / w as a price in units of 10^-scale, rounded half up: what people are shown as the price to beat. */
export function meanPrice(value: Pick<EndValue, 'sum'>, averagingMs: number): number {
  const w = BigInt(averagingMs);
  const twice = 2n * value.sum + w;
  const floor = twice / (2n * w);
  return Number(twice < 0n && floor * 2n * w !== twice ? floor - 1n : floor);
}
