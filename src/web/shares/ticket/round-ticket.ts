import { add, subtract, usdt, type Usdt } from '#domain/money.ts';
import { costOf, feeOf, mostLots, setsWorth } from '#domain/trading/orders/share-money.ts';
import type { BookSide, Level, Outcome } from '../book-view.ts';
import {
  HIGHEST_PRICE,
  LOTS_A_SHARE,
  LOWEST_PRICE,
  centsText,
  lotsFor,
  otherSide,
  parseCents,
  parseMoney,
  parseShares,
  priceBelow,
  sharesText,
} from './share-math.ts';

export type Life = 'GTC' | 'GTD' | 'FAK' | 'FOK';

/** What the person has set on the Round tab. Money and shares are two views of one number: the one typed last rules. */
export interface RoundTicket {
  readonly outcome: Outcome;
  readonly side: 'BUY' | 'SELL';
  readonly kind: 'market' | 'limit';
  /** Cents as typed. */
  readonly price: string;
  readonly size: { readonly by: 'money' | 'shares'; readonly text: string };
  readonly life: Life;
  /** Of GTD; null: until `until`. */
  readonly goodForSec: number | null;
  /** The end that an amended order had, as ISO 8601. */
  readonly until: string | null;
  readonly postOnly: 'on' | 'off';
}

export const NEW_TICKET: RoundTicket = {
  outcome: 'UP',
  side: 'BUY',
  kind: 'market',
  price: '50',
  size: { by: 'money', text: '25' },
  life: 'GTC',
  goodForSec: 60,
  until: null,
  postOnly: 'off',
};

export type RoundPhase = 'open' | 'closed' | 'paused' | 'early';

/** What the ticket is judged against. */
export interface RoundScene {
  readonly phase: RoundPhase;
  readonly connected: boolean;
  readonly pairStatus: 'online' | 'offline' | 'closed';
  /** The book as the outcome of the ticket sees it; null while it comes. */
  readonly book: BookSide | null;
  readonly cash: Usdt | null;
  /** Lots of the ticket's outcome that can be sold. */
  readonly free: number;
  readonly feeBps: number;
  readonly minAmount: Usdt;
  /** The most that an order may cost now. */
  readonly maxCost: Usdt;
}

/** What a tap would do at the book as it stands. Money in 10^-6; `price` is the average in milli. */
export interface RoundFigures {
  readonly lots: number;
  readonly price: number | null;
  /** Met at once, and left to rest. */
  readonly taken: number;
  readonly rested: number;
  /** price x shares. */
  readonly cost: Usdt;
  readonly fee: Usdt;
  readonly payout: Usdt;
  /** Of a buy: what is gained if right, lost if wrong, and on a tie at 0.50 with the fee back. */
  readonly win: Usdt;
  readonly lose: Usdt;
  readonly tie: Usdt;
  /** Of a sale: what comes in. */
  readonly receive: Usdt;
  readonly gain: number | null;
  /** (cost + fee) / payout: how often one must be right to keep even. */
  readonly breakEven: number | null;
  /** fee / cost. */
  readonly edge: number | null;
  /** Others that wait at the price before this order. */
  readonly ahead: number;
  /** At most, once what rests is filled. */
  readonly bonus: Usdt;
  /** The worst price a market order takes, milli. */
  readonly worst: number | null;
  /** A market order that asks for more than the book has. */
  readonly short: boolean;
}

/** How far past the last price met a market order may go while it travels, milli. */
const SLACK = 20;

interface Walk {
  readonly lots: number;
  readonly cost: Usdt;
  readonly fee: Usdt;
  readonly last: number | null;
}

interface Wish {
  /** At most so many lots. */
  readonly lots: number;
  /** At most so much money, fee in it. */
  readonly money: Usdt | null;
  /** No price beyond this one. */
  readonly reaches: (price: number) => boolean;
  readonly feeBps: number;
}

/** Takes from the levels, best first, as long as the wish allows. */
function walk(levels: readonly Level[], wish: Wish): Walk {
  let lots = 0;
  let cost = usdt(0n);
  let fee = usdt(0n);
  let last: number | null = null;
  for (const level of levels) {
    if (lots >= wish.lots || !wish.reaches(level.price)) break;
    const room = Math.min(level.lots, wish.lots - lots);
    const left = wish.money === null ? null : subtract(wish.money, add(cost, fee));
    const here = left === null ? room : Math.min(room, mostLots(left, level.price, wish.feeBps));
    if (here <= 0) break;
    lots += here;
    cost = add(cost, costOf(level.price, here));
    fee = add(fee, feeOf(wish.feeBps, level.price, here));
    last = level.price;
    if (here < room) break;
  }
  return { lots, cost, fee, last };
}

/** Price of the ticket in milli; null while the text is none. */
export function limitPrice(ticket: Pick<RoundTicket, 'price'>): number | null {
  return parseCents(ticket.price);
}

/** Lots asked for at a price: typed as shares, or what the money buys, rounded down. */
export function wishedLots(ticket: RoundTicket, price: number | null): number | null {
  if (ticket.size.by === 'shares') return parseShares(ticket.size.text);
  const money = parseMoney(ticket.size.text);
  if (money === null) return null;
  return price === null || price < LOWEST_PRICE ? 0 : lotsFor(money, price);
}

/** What a sale of so many lots brings at a book, fee off; null where the book does not take them all. */
export function saleOf(lots: number, book: BookSide, feeBps: number): Usdt | null {
  const met = walk(book.buyers, { lots, money: null, reaches: () => true, feeBps });
  return met.lots < lots ? null : subtract(met.cost, met.fee);
}

/** The figures shown before the tap. What cannot be read counts as nothing. */
export function figuresOf(ticket: RoundTicket, scene: RoundScene): RoundFigures {
  const levels = (ticket.side === 'BUY' ? scene.book?.sellers : scene.book?.buyers) ?? [];
  return ticket.kind === 'market' ? marketFigures(ticket, scene, levels) : limitFigures(ticket, scene, levels);
}

function marketFigures(ticket: RoundTicket, scene: RoundScene, levels: readonly Level[]): RoundFigures {
  const byMoney = ticket.size.by === 'money' && ticket.side === 'BUY';
  const wished = byMoney ? Number.MAX_SAFE_INTEGER : (wishedLots(ticket, levels[0]?.price ?? null) ?? 0);
  const money = byMoney ? (parseMoney(ticket.size.text) ?? usdt(0n)) : null;
  const met = walk(levels, { lots: wished, money, reaches: () => true, feeBps: scene.feeBps });
  const worst =
    met.last === null
      ? null
      : ticket.side === 'BUY'
        ? priceBelow(Math.min(HIGHEST_PRICE, met.last + SLACK))
        : priceBelow(Math.max(LOWEST_PRICE, met.last - SLACK));
  const left = money === null ? null : subtract(money, add(met.cost, met.fee));
  const wants = left === null ? wished > met.lots : mostLots(left, met.last ?? HIGHEST_PRICE, scene.feeBps) > 0;
  const short = wants && met.lots > 0 && met.lots === levels.reduce((sum, level) => sum + level.lots, 0);
  return { ...shown({ met, rested: 0, price: null, worst, ahead: 0, scene }), short };
}

function limitFigures(ticket: RoundTicket, scene: RoundScene, levels: readonly Level[]): RoundFigures {
  const price = limitPrice(ticket);
  if (price === null || price < LOWEST_PRICE) {
    const met = { lots: 0, cost: usdt(0n), fee: usdt(0n), last: null };
    return shown({ met, rested: 0, price: null, worst: null, ahead: 0, scene });
  }
  const wished = wishedLots(ticket, price) ?? 0;
  const reaches = (at: number) => (ticket.side === 'BUY' ? at <= price : at >= price);
  const met = walk(levels, { lots: wished, money: null, reaches, feeBps: scene.feeBps });
  const rests = ticket.life === 'GTC' || ticket.life === 'GTD';
  const queue = (ticket.side === 'BUY' ? scene.book?.buyers : scene.book?.sellers) ?? [];
  const ahead = queue.find((level) => level.price === price)?.lots ?? 0;
  return shown({ met, rested: rests ? wished - met.lots : 0, price, worst: null, ahead, scene });
}

function shown(order: {
  readonly met: Walk;
  readonly rested: number;
  readonly price: number | null;
  readonly worst: number | null;
  readonly ahead: number;
  readonly scene: RoundScene;
}): RoundFigures {
  const { met, rested, scene } = order;
  const resting = costOf(order.price ?? 0, rested);
  const lots = met.lots + rested;
  const cost = add(met.cost, resting);
  const payout = setsWorth(lots);
  const whole = add(cost, met.fee);
  const bonusCap = feeOf(scene.feeBps, order.price ?? LOWEST_PRICE, rested) / 2n;
  const percent = resting / 100n;
  return {
    lots,
    price: lots === 0 ? order.price : Number(cost) / lots / 10,
    taken: met.lots,
    rested,
    cost,
    fee: met.fee,
    payout,
    win: subtract(payout, whole),
    lose: subtract(usdt(0n), whole),
    tie: subtract(usdt(payout / 2n), cost),
    receive: subtract(cost, met.fee),
    gain: whole === 0n ? null : Number(payout - whole) / Number(whole),
    breakEven: payout === 0n ? null : Number(whole) / Number(payout),
    edge: cost === 0n ? null : Number(met.fee) / Number(cost),
    ahead: order.ahead,
    bonus: usdt(percent < bonusCap ? percent : bonusCap),
    worst: order.worst,
    short: false,
  };
}

/**
 * The ticket with what was chosen anew. A price is said of one outcome and one side: of the other outcome it is 1.00 less it, and a price to
 * buy at says nothing of one to sell at.
 */
export function changedTicket(ticket: RoundTicket, part: Partial<RoundTicket>): RoundTicket {
  const next = { ...ticket, ...part };
  if (part.price !== undefined) return next;
  if (next.side !== ticket.side) return { ...next, price: '' };
  if (next.outcome === ticket.outcome) return next;
  const price = limitPrice(ticket);
  return { ...next, price: price === null ? '' : centsText(otherSide(price)) };
}

/** A row of the book was clicked: its price, and Limit on. */
export function withPrice(ticket: RoundTicket, price: string): RoundTicket {
  return { ...ticket, kind: 'limit', price };
}

/** Shift-click: the price, and all shares up to it. */
export function withLots(ticket: RoundTicket, price: string, lots: number): RoundTicket {
  return { ...withPrice(ticket, price), size: { by: 'shares', text: sharesText(lots) } };
}

/** Shares one step more or less: by ten from a hundred on, else by one; never below one. */
export function stepShares(lots: number, way: 'up' | 'down'): number {
  const shares = Math.floor(lots / LOTS_A_SHARE);
  const step = shares > 100 || (way === 'up' && shares >= 100) ? 10 : 1;
  return Math.max(1, way === 'up' ? shares + step : shares - step) * LOTS_A_SHARE;
}
