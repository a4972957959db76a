import { subtract, usdt } from '../money.ts';
import type { Usdt } from '../money.ts';
import type { Pair } from '../prices/pair.ts';
import type { Realm } from '../realm.ts';

/** Expiries of the same 10 s, by T_adm + duration, share a bucket (docs/rules/predictions.md#exposure). */
export const EXPOSURE_BUCKET_MS = 10_000;

/** Possible profit of one practising person in one bucket, while an operator has set nothing else. */
export const DEMO_BUCKET_CAP: Usdt = usdt(50_000_000_000n);

/** Part of the house's bank that stays untouched, percent, while an operator has set nothing else. */
export const BANK_RESERVE_PERCENT = 20n;

/** Summed worst cases of what is open: no netting, since entries differ. */
export interface Exposure {
  /** `<pair id>:<bucket>` of the real realm. */
  readonly buckets: Map<string, Usdt>;
  /** `<pair id>` of the real realm. */
  readonly pairs: Map<string, Usdt>;
  /** `<user id>:<bucket>` of the demo realm. */
  readonly demo: Map<string, Usdt>;
  /** Of the real realm, all pairs. */
  total: Usdt;
}

/** One prediction as exposure sees it; `worst` is its profit if right. */
export interface Risk {
  readonly realm: Realm;
  readonly userId: string;
  readonly pairId: string;
  readonly admittedAt: number;
  readonly durationMs: number;
  readonly worst: Usdt;
}

export function createExposure(): Exposure {
  return { buckets: new Map(), pairs: new Map(), demo: new Map(), total: usdt(0n) };
}

/** What risk is held against. `houseBank` is read for real money only. */
export interface ExposureCaps {
  readonly pair: Pick<Pair, 'bucketCap' | 'pairCap'>;
  readonly houseBank: Usdt;
  /** Part of the bank that stays untouched, percent. */
  readonly reserve: bigint;
  /** Possible profit of one practising person in one bucket. */
  readonly practice: Usdt;
}

/** The least that the house's bank may hold while `total` (10^-6) of worst case is open: it and the reserve (percent). Rounded up. */
export function bankFor(total: Usdt, reserve: bigint): Usdt {
  const part = 100n - reserve;
  return usdt((total * 100n + part - 1n) / part);
}

/** How much worst case still fits for this risk's pair, bucket, person and bank; never below zero. */
export function freeExposure(exposure: Exposure, risk: Omit<Risk, 'worst'>, caps: ExposureCaps): Usdt {
  const bucket = bucketOf(risk);
  if (risk.realm === 'demo') return left(caps.practice, exposure.demo.get(`${risk.userId}:${bucket}`));
  const bank = usdt((caps.houseBank * (100n - caps.reserve)) / 100n);
  const rooms = [
    left(caps.pair.bucketCap, exposure.buckets.get(`${risk.pairId}:${bucket}`)),
    left(caps.pair.pairCap, exposure.pairs.get(risk.pairId)),
    left(bank, exposure.total),
  ];
  return rooms.reduce((least, room) => (room < least ? room : least));
}

/** Counts an admitted prediction in. */
export function addRisk(exposure: Exposure, risk: Risk): void {
  move(exposure, risk, risk.worst);
}

/** Takes a finished prediction out again. */
export function removeRisk(exposure: Exposure, risk: Risk): void {
  move(exposure, risk, subtract(usdt(0n), risk.worst));
}

function move(exposure: Exposure, risk: Risk, by: Usdt): void {
  const bucket = bucketOf(risk);
  if (risk.realm === 'demo') {
    bump(exposure.demo, `${risk.userId}:${bucket}`, by);
    return;
  }
  bump(exposure.buckets, `${risk.pairId}:${bucket}`, by);
  bump(exposure.pairs, risk.pairId, by);
  exposure.total = usdt(exposure.total + by);
}

function bump(sums: Map<string, Usdt>, key: string, by: Usdt): void {
  const sum = usdt((sums.get(key) ?? 0n) + by);
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}

function bucketOf(risk: Pick<Risk, 'admittedAt' | 'durationMs'>): number {
  return Math.floor((risk.admittedAt + risk.durationMs) / EXPOSURE_BUCKET_MS);
}

function left(cap: Usdt, used: Usdt | undefined): Usdt {
  const room = cap - (used ?? 0n);
  return usdt(room > 0n ? room : 0n);
}
