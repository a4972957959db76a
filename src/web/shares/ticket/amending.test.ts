import { describe, expect, it } from 'vitest';
import { usdt } from '#domain/money.ts';
import type { OrderBody, OrderWire } from '#protocol/exchange.ts';
import {
  againOf,
  amended,
  purseWithout,
  replacementOf,
  replaceOrder,
  type Amending,
  type Replacing,
} from './amending.ts';
import type { Means, Purse } from './ticket-needs.ts';

const order = (id: string, part: Partial<OrderWire> = {}): OrderWire =>
  ({ id, status: 'OPEN', filled: 0, placedAt: '2026-11-20T17:00:00.000Z', endReason: null, ...part }) as OrderWire;

describe('amending', () => {
  const body = { type: 'LIMIT', marketId: 'm', outcome: 'UP', side: 'BUY', price: '0.500', shares: '20' } as const;
  it('takes off what was filled on the way', () => {
    const gone = order('a', { filled: 7.5, status: 'CANCELLED' });
    expect(amended(body, order('a', { filled: 5 }), gone)).toMatchObject({ shares: '17.5' });
    expect(amended({ ...body, shares: '2' }, order('a', { filled: 5 }), gone)).toBeNull();
    expect(amended(body, order('a'), order('a', { status: 'FILLED', filled: 20 }))).toBeNull();
  });
});

const UP = { marketId: 'm', outcome: 'UP' } as const;
const buy = order('a', {
  side: 'BUY',
  outcome: 'UP',
  price: 0.5,
  remaining: 20,
  heldStr: '10.000000',
  market: { marketId: 'm' } as OrderWire['market'],
});
const means = (purse: Purse, most = 50_000_000n): Means => ({ ...purse, feeBps: 600, maxCost: usdt(most) });
const sale: OrderWire = { ...buy, side: 'SELL', heldStr: '0.000000' };

describe('what cancelling an order gives back', () => {
  const purse = { cash: usdt(3_000_000n), free: 150 };

  it('is the cash of a buy, whatever is placed then', () => {
    expect(purseWithout(buy, purse, UP)).toEqual({ cash: 13_000_000n, free: 150 });
    expect(purseWithout(buy, purse, { ...UP, outcome: 'DOWN' })).toEqual({ cash: 13_000_000n, free: 150 });
    expect(purseWithout(buy, { ...purse, cash: null }, UP).cash).toBeNull();
  });

  it('is the shares of a sale, to sell in the same market alone', () => {
    expect(purseWithout(sale, purse, UP)).toEqual({ cash: 3_000_000n, free: 2_150 });
    expect(purseWithout(sale, purse, { ...UP, outcome: 'DOWN' })).toEqual(purse);
    expect(purseWithout(sale, purse, { ...UP, marketId: 'n' })).toEqual(purse);
  });

  it('is nothing once the order has ended', () => {
    expect(purseWithout({ ...buy, status: 'FILLED' }, purse, UP)).toEqual(purse);
  });
});

describe('what takes the place of an order', () => {
  const limit = { ...UP, type: 'LIMIT', side: 'BUY', price: '0.600', shares: '20', timeInForce: 'GTC' } as const;
  // 20 at 0.60 and 0.06 x 20 x 0.24 of fee: 10.00 of it is held by the order that goes.
  const ENOUGH = 12_288_000n;
  const change = (cash: bigint, part: Partial<Amending> = {}): Amending => {
    const now = part.now ?? buy;
    return { was: buy, now, means: means(purseWithout(now, { cash: usdt(cash), free: 0 }, UP)), ...part };
  };

  it('goes out where its worst cost is there with the cash that comes back', () => {
    expect(replacementOf(limit, change(ENOUGH - 10_000_000n))).toEqual({ body: limit });
    expect(replacementOf(limit, change(ENOUGH - 10_000_001n))).toEqual({ problem: 'noBalance' });
    const resting: OrderBody = { ...limit, postOnly: true };
    expect(replacementOf(resting, change(2_000_000n))).toEqual({ body: resting });
    expect(replacementOf(resting, change(1_999_999n))).toEqual({ problem: 'noBalance' });
  });

  it('costs no more than an order may, whatever comes back', () => {
    const own = purseWithout(buy, { cash: usdt(50_000_000n), free: 0 }, UP);
    expect(replacementOf(limit, change(0n, { means: means(own, ENOUGH) }))).toEqual({ body: limit });
    expect(replacementOf(limit, change(0n, { means: means(own, ENOUGH - 1n) }))).toEqual({ problem: 'tooMuch' });
  });

  it('sells what is free with the shares that come back, and no more', () => {
    const more: OrderBody = { ...limit, side: 'SELL', shares: '20.5' };
    const selling = (free: number) =>
      change(0n, { was: sale, now: sale, means: means(purseWithout(sale, { cash: usdt(0n), free }, UP)) });
    expect(replacementOf(more, selling(50))).toEqual({ body: more });
    expect(replacementOf(more, selling(49))).toEqual({ problem: 'noShares' });
  });

  it('is a share at least, or sells the whole of a smaller holding', () => {
    const few: OrderBody = { ...limit, shares: '0.99' };
    expect(replacementOf(few, change(ENOUGH))).toEqual({ problem: 'tooFew' });
    const rest = order('a', { ...buy, status: 'PARTLY_FILLED', filled: 19.5, remaining: 0.5, heldStr: '0.250000' });
    expect(replacementOf(limit, change(ENOUGH, { now: rest }))).toEqual({ problem: 'tooFew' });
    const half: OrderWire = { ...sale, remaining: 0.5 };
    const sells: OrderBody = { ...limit, side: 'SELL', shares: '0.5' };
    const selling = (free: number) =>
      change(0n, { was: half, now: half, means: means(purseWithout(half, { cash: usdt(0n), free }, UP)) });
    expect(replacementOf(sells, selling(0))).toEqual({ body: sells });
    expect(replacementOf(sells, selling(40))).toEqual({ problem: 'soldWhole' });
    expect(replacementOf(sells, selling(70))).toEqual({ problem: 'tooFew' });
  });

  it('is less by what was filled since the ticket took it, and needs less', () => {
    const now = order('a', { ...buy, status: 'PARTLY_FILLED', filled: 15, remaining: 5, heldStr: '2.500000' });
    // 5 at 0.60 and 0.072 of fee.
    expect(replacementOf(limit, change(572_000n, { now }))).toMatchObject({ body: { shares: '5' } });
    expect(replacementOf(limit, change(571_999n, { now }))).toEqual({ problem: 'noBalance' });
    const filled = order('a', { ...buy, status: 'FILLED', filled: 20, remaining: 0, heldStr: '0.000000' });
    expect(replacementOf(limit, change(ENOUGH, { now: filled }))).toEqual({ problem: 'filled' });
  });
});

describe('replacing an order', () => {
  const body = { ...UP, type: 'LIMIT', side: 'BUY', price: '0.600', shares: '20' } as const;
  /** What was asked of the server, and said to the person; a cancel answers with `gone`. */
  async function replaced(
    cash: bigint,
    gone: OrderWire | null,
    given: { body: OrderBody; was: OrderWire } = { body, was: buy },
  ) {
    const steps: unknown[] = [];
    const ports: Replacing = {
      cancel: async (id) => {
        steps.push(['cancel', id]);
        return gone;
      },
      place: async (sent) => {
        steps.push(['place', sent.shares]);
        return null;
      },
      onNotReplaced: (problem) => steps.push(['said', problem]),
    };
    const { was } = given;
    const own = means(purseWithout(was, { cash: usdt(cash), free: 0 }, UP));
    await replaceOrder(ports, given.body, { was, now: was, means: own });
    return steps;
  }
  const gone = order('a', { ...buy, status: 'CANCELLED', remaining: 0 });

  it('sells what is left of a whole holding, however little', async () => {
    const selling = { ...body, side: 'SELL' } as const;
    const sold = order('a', { ...sale, status: 'CANCELLED', filled: 19.5, remaining: 0 });
    expect(await replaced(0n, sold, { body: selling, was: sale })).toEqual([
      ['cancel', 'a'],
      ['place', '0.5'],
    ]);
  });

  it('cancels nothing that would be refused anew', async () => {
    expect(await replaced(2_287_999n, gone)).toEqual([['said', 'noBalance']]);
    expect(await replaced(2_288_000n, gone)).toEqual([
      ['cancel', 'a'],
      ['place', '20'],
    ]);
  });

  it('places nothing where the cancel was refused, or came too late', async () => {
    expect(await replaced(5_000_000n, null)).toEqual([['cancel', 'a']]);
    const filled = order('a', { ...gone, status: 'FILLED', filled: 20 });
    expect(await replaced(5_000_000n, filled)).toEqual([
      ['cancel', 'a'],
      ['said', 'filled'],
    ]);
    // Half a share: no order, and said so.
    const almost = order('a', { ...gone, filled: 19.5 });
    expect(await replaced(5_000_000n, almost)).toEqual([
      ['cancel', 'a'],
      ['said', 'tooFew'],
    ]);
    const partly = order('a', { ...gone, filled: 12 });
    expect(await replaced(5_000_000n, partly)).toEqual([
      ['cancel', 'a'],
      ['place', '8'],
    ]);
  });
});

describe('taking a cancel back', () => {
  const NOW = Date.UTC(2026, 10, 20, 17, 5);
  const AT = { now: NOW, free: 0 };
  const before = order('a', {
    type: 'LIMIT',
    outcome: 'UP',
    side: 'BUY',
    price: 0.455,
    remaining: 20,
    expiresAt: null,
    postOnly: true,
    market: { marketId: 'm' } as OrderWire['market'],
  });
  const gone = order('a', { status: 'CANCELLED' });

  it('places the same again', () => {
    expect(againOf(before, gone, AT)).toEqual({
      marketId: 'm',
      outcome: 'UP',
      side: 'BUY',
      type: 'LIMIT',
      price: '0.455',
      shares: '20',
      postOnly: true,
    });
    const expiresAt = '2026-11-20T17:06:00.000Z';
    expect(againOf({ ...before, expiresAt }, gone, AT)).toMatchObject({ timeInForce: 'GTD', expiresAt });
  });

  it('is less by what was filled on the way, and nothing where all was, or where its time is over', () => {
    expect(againOf(before, order('a', { status: 'CANCELLED', filled: 12 }), AT)).toMatchObject({ shares: '8' });
    expect(againOf(before, order('a', { status: 'FILLED', filled: 20 }), AT)).toBeNull();
    expect(againOf({ ...before, expiresAt: '2026-11-20T17:05:00.000Z' }, gone, AT)).toBeNull();
    expect(againOf({ ...before, type: 'MARKET' }, gone, AT)).toBeNull();
  });

  it('is nothing where less than a share is left, but of a sale of all that is held', () => {
    const half = order('a', { status: 'CANCELLED', filled: 19.5 });
    expect(againOf(before, half, AT)).toBeNull();
    expect(againOf({ ...before, side: 'SELL' }, half, AT)).toMatchObject({ shares: '0.5' });
    expect(againOf({ ...before, side: 'SELL' }, half, { ...AT, free: 10 })).toBeNull();
  });
});
