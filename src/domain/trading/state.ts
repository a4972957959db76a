import type { Tick } from '../prices/ticks/tick.ts';
import { createCrowd, joinCrowd, leaveCrowd } from './crowd.ts';
import type { Crowd } from './crowd.ts';
import { addRisk, createExposure, removeRisk } from './exposure.ts';
import type { Exposure } from './exposure.ts';
import { closeStake, createLosses, openStake } from './losses.ts';
import type { Losses } from './losses.ts';
import { riskOf } from './open-prediction.ts';
import type { LifeEffect, OpenPrediction } from './open-prediction.ts';
import { createRateLimiter } from './rate.ts';
import type { RateLimiter } from './rate.ts';
import { StreamBook } from './stream-book.ts';

/** All that decisions hang on besides the database's balances; rebuilt from tables at start and after a failed commit. */
export interface TradingState {
  readonly books: Map<number, StreamBook>;
  readonly exposure: Exposure;
  readonly crowd: Crowd;
  readonly losses: Losses;
  readonly limiter: RateLimiter;
}

export function createState(limiter: RateLimiter = createRateLimiter()): TradingState {
  return { books: new Map(), exposure: createExposure(), crowd: createCrowd(), losses: createLosses(), limiter };
}

export function bookOf(state: TradingState, stream: number): StreamBook {
  let book = state.books.get(stream);
  if (book === undefined) state.books.set(stream, (book = new StreamBook()));
  return book;
}

/** Takes in an open prediction: a new one, or one read back. */
export function admit(state: TradingState, open: OpenPrediction): void {
  addRisk(state.exposure, riskOf(open.prediction));
  joinCrowd(state.crowd, open.prediction);
  const { realm, userId, stake } = open.prediction;
  if (realm === 'real') openStake(state.losses, userId, stake);
  bookOf(state, open.stream).add(open);
}

/** Takes back what `admit` took in and no batch stored; false: it waits for its entry no more, and the state is as it was. */
export function retract(state: TradingState, open: OpenPrediction): boolean {
  if (!bookOf(state, open.stream).takeBack(open)) return false;
  removeRisk(state.exposure, riskOf(open.prediction));
  leaveCrowd(state.crowd, open.prediction);
  const { realm, userId, stake } = open.prediction;
  if (realm === 'real') closeStake(state.losses, userId, stake);
  return true;
}

/** Applies a tick: what it decided, with the finished ones taken out of exposure. */
export function applyTick(state: TradingState, tick: Tick): LifeEffect[] {
  return released(state, bookOf(state, tick.stream).apply(tick));
}

/** Applies the clock (wall ms): entries and exits that did not come in time. */
export function applyClock(state: TradingState, now: number): LifeEffect[] {
  return [...state.books.values()].flatMap((book) => released(state, book.sweep(now)));
}

/** Voids all that is open on a stream that is not played any more. */
export function voidStream(state: TradingState, stream: number): LifeEffect[] {
  return released(state, bookOf(state, stream).voidAll());
}

function released(state: TradingState, effects: LifeEffect[]): LifeEffect[] {
  for (const effect of effects) {
    if (effect.kind !== 'finished') continue;
    removeRisk(state.exposure, riskOf(effect.open.prediction));
    leaveCrowd(state.crowd, effect.open.prediction);
  }
  return effects;
}
