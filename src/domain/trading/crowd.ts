import { usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import { REALM_NO } from '../realm.ts';
import type { Realm } from '../realm.ts';
import type { Prediction } from './prediction.ts';

/** Below this much open stake of a pair and duration its crowd says nothing: 100 USDT (docs/rules/predictions.md#payout). */
const LEAST_STAKE: Usdt = usdt(100_000_000n);

/** The meter is shown from this many people on (docs/rules/predictions.md#crowd). */
export const CROWD_PEOPLE = 30;

/** Open stakes by side. */
export interface Sides {
  up: bigint;
  down: bigint;
}

interface PairCrowd extends Sides {
  /** Open predictions by person. */
  readonly people: Map<string, number>;
}

/** Who is open where. The real realm moves payouts; the meter shows the real crowd, or practice where there is no real one. */
export interface Crowd {
  /** `<pair id>:<duration ms>` of the real realm. */
  readonly byDuration: Map<string, Sides>;
  /** `<realm number>:<pair id>`. */
  readonly byPair: Map<string, PairCrowd>;
}

export function createCrowd(): Crowd {
  return { byDuration: new Map(), byPair: new Map() };
}

export function joinCrowd(crowd: Crowd, prediction: Prediction): void {
  count(crowd, prediction, 1);
}

export function leaveCrowd(crowd: Crowd, prediction: Prediction): void {
  count(crowd, prediction, -1);
}

/** u of the payout formula, 0..1: UP share of the open real stake of a pair and duration; 0.5 while that is under 100 USDT. */
export function upShareOf(crowd: Crowd, pairId: string, durationMs: number): number {
  const sides = crowd.byDuration.get(`${pairId}:${durationMs}`);
  if (sides === undefined || sides.up + sides.down < LEAST_STAKE) return 0.5;
  return share(sides);
}

/** UP share of the open stake of a pair for people to see, in whole percent as a fraction; null below 30 people. */
export function crowdMeter(crowd: Crowd, pairId: string): number | null {
  for (const realm of ['real', 'demo'] as const satisfies readonly Realm[]) {
    const pair = crowd.byPair.get(`${REALM_NO[realm]}:${pairId}`);
    if (pair !== undefined && pair.people.size >= CROWD_PEOPLE) return Math.round(share(pair) * 100) / 100;
  }
  return null;
}

function count(crowd: Crowd, prediction: Prediction, sign: 1 | -1): void {
  const { realm, pairId, userId, durationMs } = prediction;
  const by = prediction.stake * BigInt(sign);
  const side = prediction.direction === 'UP' ? 'up' : 'down';
  if (realm === 'real') entryOf(crowd.byDuration, `${pairId}:${durationMs}`, emptySides)[side] += by;
  const pair = entryOf(crowd.byPair, `${REALM_NO[realm]}:${pairId}`, emptyPair);
  pair[side] += by;
  const open = (pair.people.get(userId) ?? 0) + sign;
  if (open === 0) pair.people.delete(userId);
  else pair.people.set(userId, open);
}

function share(sides: Sides): number {
  return Number((sides.up * 1_000_000n) / (sides.up + sides.down)) / 1_000_000;
}

function emptySides(): Sides {
  return { up: 0n, down: 0n };
}

function emptyPair(): PairCrowd {
  return { ...emptySides(), people: new Map() };
}

function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
