import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderBody } from '#protocol/exchange.ts';
import { add, usdt } from '#domain/money.ts';
import { ticketOf } from './amending.ts';
import { orderOf } from './round-order.ts';
import { roundProblem } from './round-problem.ts';
import {
  NEW_TICKET,
  changedTicket,
  figuresOf,
  saleOf,
  stepShares,
  withLots,
  withPrice,
  type RoundScene,
  type RoundTicket,
} from './round-ticket.ts';

const BOOK = {
  sellers: [
    { price: 570, lots: 32_000 },
    { price: 580, lots: 32_000 },
  ],
  buyers: [
    { price: 550, lots: 28_500 },
    { price: 540, lots: 43_500 },
  ],
};
const scene = (part: Partial<RoundScene> = {}): RoundScene => ({
  phase: 'open',
  connected: true,
  pairStatus: 'online',
  book: BOOK,
  cash: usdt(1_000_000_000n),
  free: 0,
  feeBps: 600,
  minAmount: usdt(1_000_000n),
  maxCost: usdt(2_000_000_000n),
  ...part,
});
const ticket = (part: Partial<RoundTicket> = {}): RoundTicket => ({ ...NEW_TICKET, ...part });
const limit = (price: string, part: Partial<RoundTicket> = {}) => ticket({ kind: 'limit', price, ...part });

describe('a market order that asks for more than the book has', () => {
  const short = (part: Partial<RoundTicket>, at: Partial<RoundScene> = {}) =>
    figuresOf(ticket({ kind: 'market', ...part }), scene(at)).short;
  const size = (by: 'money' | 'shares', text: string) => ({ size: { by, text } });

  it('says so, by money and by shares, for buying and for selling', () => {
    // 640 shares at 57 and 58 cents: $368 and a fee of about $9.
    expect([short(size('money', '350')), short(size('money', '400'))]).toEqual([false, true]);
    expect([short(size('shares', '640')), short(size('shares', '640.01'))]).toEqual([false, true]);
    const sold = (text: string) => short({ side: 'SELL', ...size('shares', text) }, { free: 100_000 });
    expect([sold('720'), sold('721')]).toEqual([false, true]);
  });

  it('says nothing of an empty book, nor of an order with a limit', () => {
    expect(short(size('money', '400'), { book: { sellers: [], buyers: [] } })).toBe(false);
    expect(figuresOf(limit('60', size('shares', '900')), scene()).short).toBe(false);
  });
});

describe('a limit order that rests', () => {
  it('is the picture of the design: $25 at 55 cents are 45 shares for $24.75', () => {
    const figures = figuresOf(limit('55'), scene());
    expect(figures).toMatchObject({ lots: 4_545, taken: 0, rested: 4_545, fee: 0n, edge: 0, ahead: 28_500 });
    const whole = figuresOf(limit('55', { size: { by: 'shares', text: '45' } }), scene());
    expect(whole).toMatchObject({ cost: 24_750_000n, payout: 45_000_000n, win: 20_250_000n, lose: -24_750_000n });
    expect(whole.tie).toBe(-2_250_000n);
    expect(whole.breakEven).toBe(0.55);
    // 1 % of the stake, not above half of the taker fee of that fill.
    expect(whole.bonus).toBe(247_500n);
  });

  it('pay 0.45, win 1.00, +122 %', () => {
    const figures = figuresOf(limit('45', { size: { by: 'shares', text: '1' } }), scene());
    expect(figures.cost).toBe(450_000n);
    expect(figures.payout).toBe(1_000_000n);
    expect(Math.round((figures.gain ?? 0) * 100)).toBe(122);
  });

  it('farming at 95 cents earns less than half a fee', () => {
    const figures = figuresOf(
      limit('95', { size: { by: 'shares', text: '100' } }),
      scene({ book: { sellers: [], buyers: [] } }),
    );
    expect(figures.bonus).toBe(142_500n);
  });
});

describe('an order that meets the book', () => {
  it('takes the better price first and rests with what is left', () => {
    const figures = figuresOf(limit('57', { size: { by: 'shares', text: '400' } }), scene());
    expect(figures).toMatchObject({ taken: 32_000, rested: 8_000, lots: 40_000 });
    expect(figures.cost).toBe(228_000_000n);
  });

  it('a market buy keeps the fee inside the amount, and one lot more would not fit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 30_000 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const figures = figuresOf(ticket({ size: { by: 'money', text } }), scene());
        const money = BigInt(cents) * 10_000n;
        expect(add(figures.cost, figures.fee) <= money).toBe(true);
        expect(money - figures.cost - figures.fee < 7_000n).toBe(true);
      }),
    );
  });

  it('needs to be right more often than the price says, by the fee', () => {
    const figures = figuresOf(ticket({ size: { by: 'shares', text: '45' } }), scene());
    expect(figures.edge).toBeCloseTo(0.06 * 0.43, 5);
    expect(figures.breakEven).toBeCloseTo(0.57 + 0.06 * 0.57 * 0.43, 5);
    expect(figures.worst).toBe(590);
  });

  it('a sale brings the price less the fee', () => {
    const figures = figuresOf(ticket({ side: 'SELL', size: { by: 'shares', text: '10' } }), scene({ free: 1_000 }));
    expect(figures.receive).toBe(5_500_000n - 148_500n);
    expect(figures.worst).toBe(530);
  });
});

describe('what stands in the way', () => {
  it.each<[string, Partial<RoundTicket>, Partial<RoundScene>, string | null]>([
    ['nothing', {}, {}, null],
    ['a closed market', {}, { pairStatus: 'closed', connected: false }, 'marketClosed'],
    ['no connection', {}, { connected: false }, 'reconnecting'],
    ['an offline pair', {}, { pairStatus: 'offline' }, 'offline'],
    ['a pause', {}, { phase: 'paused' }, 'paused'],
    ['the cut-off', {}, { phase: 'closed' }, 'roundClosed'],
    ['too early', {}, { phase: 'early' }, 'notYet'],
    ['no quotes', {}, { book: { sellers: [], buyers: [] } }, 'noQuotes'],
    ['no amount', { size: { by: 'money', text: '' } }, {}, 'sizeMissing'],
    ['an amount of nothing', { size: { by: 'money', text: '0' } }, {}, 'sizeMissing'],
    ['too much', { size: { by: 'money', text: '50' } }, { maxCost: usdt(49_000_000n) }, 'tooMuch'],
    [
      'too many at a limit',
      { kind: 'limit', price: '60', size: { by: 'shares', text: '300' } },
      { maxCost: usdt(150_000_000n) },
      'tooMuch',
    ],
    [
      'a sale costs nothing',
      { side: 'SELL', size: { by: 'shares', text: '50' } },
      { free: 10_000, maxCost: usdt(1_000_000n) },
      null,
    ],
    ['too little', { size: { by: 'money', text: '0.5' } }, {}, 'tooLittle'],
    ['no price', { kind: 'limit', price: 'x' }, {}, 'priceMissing'],
    ['half a cent in the middle', { kind: 'limit', price: '55.5' }, {}, 'priceStep'],
    ['tenths at the edge', { kind: 'limit', price: '95.5' }, {}, null],
    ['too few shares', { kind: 'limit', size: { by: 'shares', text: '0.5' } }, {}, 'tooFew'],
    ['too few at market', { size: { by: 'shares', text: '0.99' } }, {}, 'tooFew'],
    ['one share at market', { size: { by: 'shares', text: '1' } }, {}, null],
    ['a part of a share sold', { side: 'SELL', size: { by: 'shares', text: '0.5' } }, { free: 150 }, 'tooFew'],
    ['a small holding sold at market', { side: 'SELL', size: { by: 'shares', text: '0.5' } }, { free: 50 }, null],
    [
      'a small holding sold at a limit',
      { side: 'SELL', kind: 'limit', size: { by: 'shares', text: '0.5' } },
      { free: 50 },
      null,
    ],
    ['more than a small holding', { side: 'SELL', size: { by: 'shares', text: '0.6' } }, { free: 50 }, 'noShares'],
    [
      'a part of a small holding',
      { side: 'SELL', kind: 'limit', size: { by: 'shares', text: '0.4' } },
      { free: 50 },
      'soldWhole',
    ],
    ['little money of a sale', { side: 'SELL', size: { by: 'money', text: '0.55' } }, { free: 100 }, null],
    ['no shares to sell', { side: 'SELL', size: { by: 'shares', text: '5' } }, {}, 'noShares'],
    ['post only that would meet', { kind: 'limit', price: '57', postOnly: 'on' }, {}, 'wouldCross'],
    ['all or nothing', { kind: 'limit', price: '56', life: 'FOK' }, {}, 'notAllNow'],
    ['no money', {}, { cash: usdt(5_000_000n) }, 'noBalance'],
    ['no book is no hindrance to a limit', { kind: 'limit', price: '56' }, { book: null }, null],
  ])('%s', (...[, part, where, problem]) => {
    expect(roundProblem(ticket(part), scene(where))).toBe(problem);
  });
});

describe('the order that goes out', () => {
  const target = { marketId: 'm', now: Date.UTC(2026, 10, 20, 17) };
  it.each<[string, RoundTicket, object]>([
    ['a market buy by money', ticket(), { type: 'MARKET', amount: '25.00', worstPrice: '0.590' }],
    [
      'a market sale',
      ticket({ side: 'SELL', size: { by: 'shares', text: '5' } }),
      { type: 'MARKET', shares: '5', worstPrice: '0.530', side: 'SELL' },
    ],
    ['a limit', limit('55'), { type: 'LIMIT', price: '0.550', shares: '45.45', timeInForce: 'GTC' }],
    ['post only', limit('55', { postOnly: 'on' }), { postOnly: true }],
    ['with an end', limit('55', { life: 'GTD' }), { timeInForce: 'GTD', expiresAt: '2026-11-20T17:01:00.000Z' }],
  ])('%s', (_name, given, sent) => {
    const body = orderOf(given, scene({ free: 1_000 }), target);
    expect(orderBody.safeParse(body).success).toBe(true);
    expect(body).toMatchObject(sent);
  });

  it('never says post only of an order that must be met at once', () => {
    expect(orderOf(limit('57', { life: 'FAK', postOnly: 'on' }), scene(), target)).not.toHaveProperty('postOnly');
  });
});

describe('moves of the ticket', () => {
  it('takes a price, or a price and all shares up to it', () => {
    expect(withPrice(ticket(), '58')).toMatchObject({ kind: 'limit', price: '58', size: { by: 'money' } });
    expect(withLots(ticket(), '58', 64_000).size).toEqual({ by: 'shares', text: '640' });
  });

  it.each([
    [4_545, 'up', 4_600],
    [4_500, 'down', 4_400],
    [10_000, 'up', 11_000],
    [11_000, 'down', 10_000],
    [100, 'down', 100],
  ] as const)('shares %i %s are %i', (from, way, to) => {
    expect(stepShares(from, way)).toBe(to);
  });

  it.each([
    ['62', '38'],
    ['45.5', '54.5'],
    ['99.9', '0.1'],
    ['x', ''],
    ['', ''],
  ])('turns a price of %s for Up into %s for Down, and clears it for a sale', (price, other) => {
    const typed = { ...NEW_TICKET, kind: 'limit', price } as const;
    expect(changedTicket(typed, { outcome: 'DOWN' }).price).toBe(other);
    expect(changedTicket(typed, { outcome: 'UP' }).price).toBe(price);
    expect(changedTicket(typed, { side: 'SELL' }).price).toBe('');
    expect(changedTicket(typed, { outcome: 'DOWN', side: 'SELL' }).price).toBe('');
    expect(changedTicket(typed, { kind: 'market' }).price).toBe(price);
    expect(changedTicket(typed, { outcome: 'DOWN', price: '40' }).price).toBe('40');
  });

  it('says what a sale brings, where the book takes all of it', () => {
    // 285 shares at 0.55, fee 6 % of price x (1 - price), rounded up.
    const whole = { ...NEW_TICKET, side: 'SELL', kind: 'market', size: { by: 'shares', text: '285' } } as const;
    expect(saleOf(28_500, BOOK, 600)).toBe(figuresOf(whole, scene({ free: 28_500 })).receive);
    expect(saleOf(28_500, BOOK, 0)).toBe(156_750_000n);
    expect(saleOf(72_001, BOOK, 600)).toBeNull();
  });

  it('reads an order back to amend it', () => {
    const order = {
      outcome: 'DOWN',
      side: 'BUY' as const,
      price: 0.455,
      remaining: 12.5,
      postOnly: true,
      expiresAt: null,
    };
    expect(ticketOf(order)).toMatchObject({ outcome: 'DOWN', price: '45.5', postOnly: 'on', size: { text: '12.5' } });
    expect(ticketOf(order)).toMatchObject({ life: 'GTC', until: null });
    const until = '2026-11-20T17:30:00.000Z';
    const amending = { ...NEW_TICKET, ...ticketOf({ ...order, expiresAt: until }) };
    const target = { marketId: 'm', now: Date.parse('2026-11-20T17:20:00Z') };
    expect(orderOf(amending, scene(), target)).toMatchObject({ timeInForce: 'GTD', expiresAt: until });
    // Another span, chosen while it is amended, counts from then.
    const other = orderOf({ ...amending, goodForSec: 60 }, scene(), target);
    expect(other).toMatchObject({ expiresAt: '2026-11-20T17:21:00.000Z' });
  });
});
