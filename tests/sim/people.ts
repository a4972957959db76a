import { usdt } from '#domain/money.ts';
import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import type { OrderCommand, PlaceOrder } from '#domain/trading/orders/contract.ts';
import { Chance } from './chance.ts';
import { PEOPLE } from './engine.ts';
import type { Ask } from './engine.ts';
import type { LaterAsk } from './scheduled.ts';
import { PAIR } from './feed.ts';
import type { SimDb } from './sim-db.ts';

/** What one person has at the start, 10^-6. */
export const FUNDS = 2_000_000_000n;
/** The person with a limit, and the limit, 10^-6. */
export const LIMITED = 'ann';
export const LIMIT = 300_000_000n;

const FREE: TradingEligibility = {
  emailConfirmed: true,
  name: 'APPROVED',
  pausedUntil: null,
  selfExcluded: false,
  sessionEndsAt: null,
  limits: { stakeMax: null, lossDay: null, lossWeek: null, lossMonth: null },
  houseStakeMax: null,
  blocked: false,
  restricted: false,
};
/** What holds a person back. */
export function standingOf(userId: string): TradingEligibility {
  return userId === LIMITED ? BOUND : FREE;
}

const BOUND: TradingEligibility = { ...FREE, limits: { ...FREE.limits, lossDay: usdt(LIMIT) } };

/** One command of somebody: what it is follows from the seed, its number and the tables. */
export interface Wish {
  readonly no: number;
  readonly chance: Chance;
  readonly userId: string;
  readonly kind: 'predict' | 'buy' | 'sellShares' | 'cancel' | 'sellBack';
}

export function wishOf(seed: number, no: number): Wish {
  const chance = new Chance(seed, `wish ${no}`);
  const userId = chance.pick(PEOPLE);
  const die = chance.next();
  const kind =
    die < 0.28 ? 'predict' : die < 0.62 ? 'buy' : die < 0.82 ? 'sellShares' : die < 0.88 ? 'cancel' : 'sellBack';
  return { no, chance, userId, kind };
}

/** The request of a wish, its id drawn anew at each sending; null: there is nothing to ask for. */
export function askOf(wish: Wish, id: string, at: { readonly db: SimDb; readonly now: number }): Ask | null {
  const { chance, userId } = wish;
  const eligibility = standingOf(userId);
  if (wish.kind === 'predict') return predictionOf(wish, id, eligibility);
  if (wish.kind === 'buy') return { kind: 'order', command: buyOf(wish, { id, eligibility, now: at.now }) };
  const mine = [...at.db.orders.values()].filter((order) => order.userId === userId && order.endedAt === null);
  if (wish.kind === 'cancel') {
    const order = mine.length === 0 ? null : chance.pick(mine);
    if (order === null) return null;
    const command: OrderCommand = chance.hit(0.2)
      ? { kind: 'cancel_all', because: 'user', realm: 'real', userId, marketId: null }
      : { kind: 'cancel', realm: 'real', userId, orderId: order.id };
    return { kind: 'order', command };
  }
  const held = [...at.db.positions.values()].filter((one) => one.userId === userId && one.lots !== 0);
  if (held.length === 0) return null;
  const position = chance.pick(held);
  const free = Math.abs(position.lots) - position.reserved;
  const lots = chance.hit(0.4) ? free : Math.max(100, Math.floor(free / chance.whole(1, 3)));
  const base = buyOf(wish, { id, eligibility, now: at.now });
  const command: PlaceOrder = {
    ...base,
    marketId: position.marketId,
    outcome: position.lots > 0 ? 0 : 1,
    side: 'SELL',
    lots,
    amount: null,
    price: base.type === 'MARKET' ? 10 : base.price,
  };
  return { kind: 'order', command };
}

function predictionOf({ chance, userId }: Wish, id: string, eligibility: TradingEligibility): Ask {
  const cents = chance.hit(0.2) ? chance.whole(100, 30_000) : chance.whole(100, 6_000);
  return {
    kind: 'predict',
    command: {
      id,
      salt: '00',
      userId,
      eligibility,
      realm: 'real',
      pairId: PAIR.id,
      direction: chance.pick(['UP', 'DOWN']),
      stake: usdt(BigInt(cents) * 10_000n),
      durationSec: chance.pick([30, 30, 60, 60, 120, 120, 180, 300]),
      payoutBps: 8_000,
    },
  };
}

function buyOf(
  wish: Wish,
  at: { readonly id: string; readonly eligibility: TradingEligibility; readonly now: number },
): PlaceOrder {
  const { chance, userId } = wish;
  const market = chance.hit(0.3);
  const byAmount = market && chance.hit(0.5);
  const rests = chance.pick(['GTC', 'GTC', 'GTC', 'GTD', 'FAK', 'FOK'] as const);
  const timeInForce = market ? chance.pick(['FAK', 'FOK'] as const) : rests;
  const lots = chance.hit(0.25) ? chance.whole(100, 12_000) : chance.whole(1, 15) * 100;
  return {
    kind: 'place',
    id: at.id,
    realm: 'real',
    userId,
    marketId: chance.hit(0.75) ? 'round-0' : 'round-1',
    outcome: chance.hit(0.5) ? 0 : 1,
    side: 'BUY',
    type: market ? 'MARKET' : 'LIMIT',
    price: market ? chance.pick([990, 700]) : (chance.hit(0.7) ? chance.whole(47, 53) : chance.whole(30, 70)) * 10,
    lots: byAmount ? null : lots,
    amount: byAmount ? usdt(BigInt(chance.whole(100, 9_000)) * 10_000n) : null,
    timeInForce,
    postOnly: !market && (timeInForce === 'GTC' || timeInForce === 'GTD') && chance.hit(0.15),
    expiresAt: timeInForce === 'GTD' ? at.now + chance.whole(1_000, 90_000) : null,
    eligibility: at.eligibility,
  };
}

/** The request of a wish about entries that open later; null: there is nothing to ask for. */
export function laterAskOf(
  seed: number,
  no: number,
  at: { readonly db: SimDb; readonly now: number; readonly price: number | null },
): LaterAsk | null {
  const chance = new Chance(seed, `later ${no}`);
  const userId = chance.hit(0.3) ? LIMITED : chance.pick(PEOPLE);
  const mine = [...at.db.scheduled.values()].filter((entry) => entry.userId === userId && entry.endedAt === null);
  if (chance.hit(0.15)) {
    if (mine.length === 0) return null;
    const which = chance.hit(0.2) ? { all: true as const } : { entryId: chance.pick(mine).id };
    return { kind: 'unlater', command: { userId, which } };
  }
  if (at.price === null) return null;
  const far = chance.hit(0.2) ? 30_000 : 1_200;
  const soon = chance.hit(0.1) ? 120_000 : 20_000;
  const when = chance.hit(0.6)
    ? { price: at.price + chance.whole(-far, far) }
    : { at: at.now + chance.whole(500, soon) };
  return {
    kind: 'later',
    command: {
      id: `${no}.0`,
      userId,
      eligibility: standingOf(userId),
      direction: chance.pick(['UP', 'DOWN']),
      stake: usdt(BigInt(chance.hit(0.2) ? chance.whole(100, 20_000) : chance.whole(100, 4_000)) * 10_000n),
      durationSec: chance.pick([30, 30, 60, 120, 300]),
      minPayoutBps: chance.pick([7_000, 8_000, 8_100, 8_200, 8_500]),
      when,
    },
  };
}

/** A request in words, for whoever plays it again. */
export function describe({ command }: Ask): string {
  return JSON.stringify(command, (key, value: unknown) =>
    key === 'eligibility' || key === 'salt' ? undefined : typeof value === 'bigint' ? value.toString() : value,
  );
}
