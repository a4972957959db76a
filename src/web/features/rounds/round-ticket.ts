import { add, subtract, usdt, type Usdt } from '#domain/money.ts';
import type { OrderBody } from '#protocol/exchange.ts';
import type { BookSide, Level, Outcome } from './book-view.ts';
import {
  HIGHEST_PRICE,
  LOTS_A_SHARE,
  LOWEST_PRICE,
  costOf,
  feeOf,
  isPrice,
  lotsFor,
  parseCents,
  parseMoney,
  parseShares,
  payoutOf,
  priceBelow,
  priceText,
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
  readonly minLots: number;
  readonly minAmount: Usdt;
}

export type RoundProblem =
  | 'reconnecting'
  | 'marketClosed'
  | 'offline'
  | 'paused'
  | 'roundClosed'
  | 'notYet'
  | 'noQuotes'
  | 'priceMissing'
  | 'priceStep'
  | 'sizeMissing'
  | 'tooFew'
  | 'tooLittle'
  | 'noShares'
  | 'wouldCross'
  | 'notAllNow'
  | 'noBalance';

/** Problems of the round: the button carries the reason. The others say what to fix. */
export const BLOCKING_ROUND: ReadonlySet<RoundProblem> = new Set([
  'reconnecting',
  'marketClosed',
  'offline',
  'paused',
  'roundClosed',
  'notYet',
]);

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
    const here = left === null ? room : Math.min(room, lotsWithFee(left, level.price, wish.feeBps));
    if (here <= 0) break;
    lots += here;
    cost = add(cost, costOf(here, level.price));
    fee = add(fee, feeOf(here, level.price, wish.feeBps));
    last = level.price;
    if (here < room) break;
  }
  return { lots, cost, fee, last };
}

/** Lots that fit into so much money with the taker fee of them. */
function lotsWithFee(money: Usdt, price: number, feeBps: number): number {
  let lots = lotsFor(money, price);
  // The fee is at most 6 % of the cost: a few steps of proportion, then one by one.
  for (let turn = 0; turn < 3 && lots > 0; turn += 1) {
    const whole = add(costOf(lots, price), feeOf(lots, price, feeBps));
    if (whole <= money) break;
    lots = Math.min(lots - 1, Number((BigInt(lots) * money) / whole));
  }
  while (lots > 0 && add(costOf(lots, price), feeOf(lots, price, feeBps)) > money) lots -= 1;
  while (add(costOf(lots + 1, price), feeOf(lots + 1, price, feeBps)) <= money) lots += 1;
  return lots;
}

/** Price of the ticket in milli; null while the text is none. */
export function limitPrice(ticket: Pick<RoundTicket, 'price'>): number | null {
  return parseCents(ticket.price);
}

/** Lots asked for at a price: typed as shares, or what the money buys, rounded down. */
function wishedLots(ticket: RoundTicket, price: number | null): number | null {
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
  return shown({ met, rested: 0, price: null, worst, ahead: 0, scene });
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
  const resting = costOf(rested, order.price ?? 0);
  const lots = met.lots + rested;
  const cost = add(met.cost, resting);
  const payout = payoutOf(lots);
  const whole = add(cost, met.fee);
  const bonusCap = feeOf(rested, order.price ?? LOWEST_PRICE, scene.feeBps) / 2n;
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
  };
}

/** The first thing that stands in the way, in the order of the server's gates; null when a tap can go out. */
export function roundProblem(ticket: RoundTicket, scene: RoundScene): RoundProblem | null {
  const market = problemOfMarket(scene);
  if (market !== null) return market;
  const price = ticket.kind === 'limit' ? limitPrice(ticket) : null;
  if (ticket.kind === 'limit' && price === null) return 'priceMissing';
  if (price !== null && !isPrice(price)) return 'priceStep';
  if (ticket.size.by === 'money' ? parseMoney(ticket.size.text) === null : parseShares(ticket.size.text) === null) {
    return 'sizeMissing';
  }
  return problemOfSize(ticket, scene);
}

function problemOfMarket(scene: RoundScene): RoundProblem | null {
  if (scene.pairStatus === 'closed') return 'marketClosed';
  if (!scene.connected) return 'reconnecting';
  if (scene.pairStatus === 'offline') return 'offline';
  if (scene.phase === 'paused') return 'paused';
  if (scene.phase === 'closed') return 'roundClosed';
  return scene.phase === 'early' ? 'notYet' : null;
}

function problemOfSize(ticket: RoundTicket, scene: RoundScene): RoundProblem | null {
  const levels = (ticket.side === 'BUY' ? scene.book?.sellers : scene.book?.buyers) ?? [];
  if (ticket.kind === 'market' && levels.length === 0) return 'noQuotes';
  const figures = figuresOf(ticket, scene);
  const money = parseMoney(ticket.size.text);
  if (ticket.size.by === 'money' ? money === 0n : parseShares(ticket.size.text) === 0) return 'sizeMissing';
  if (ticket.kind === 'market' && ticket.size.by === 'money' && money !== null && money < scene.minAmount) {
    return 'tooLittle';
  }
  const wished = ticket.kind === 'limit' ? (wishedLots(ticket, limitPrice(ticket)) ?? 0) : figures.lots;
  if (wished < (ticket.kind === 'limit' ? scene.minLots : 1)) return 'tooFew';
  if (ticket.side === 'SELL' && wished > scene.free) return 'noShares';
  if (ticket.kind === 'limit' && ticket.postOnly === 'on' && figures.taken > 0) return 'wouldCross';
  if (ticket.kind === 'limit' && ticket.life === 'FOK' && figures.taken < wished) return 'notAllNow';
  if (ticket.side === 'BUY' && scene.cash !== null && add(figures.cost, figures.fee) > scene.cash) return 'noBalance';
  return null;
}

/** When an order for a set time ends (wall ms); null: with its round, or at once. */
export function endOf(ticket: Pick<RoundTicket, 'life' | 'goodForSec' | 'until'>, now: number): number | null {
  if (ticket.life !== 'GTD') return null;
  if (ticket.goodForSec !== null) return now + ticket.goodForSec * 1000;
  return ticket.until === null ? null : Date.parse(ticket.until);
}

/** The order a tap sends; `now` in ms for the end of GTD. Call it only without a problem. */
export function orderOf(
  ticket: RoundTicket,
  scene: RoundScene,
  target: { readonly marketId: string; readonly now: number },
): OrderBody {
  const figures = figuresOf(ticket, scene);
  const shared = { marketId: target.marketId, outcome: ticket.outcome, side: ticket.side };
  if (ticket.kind === 'market') {
    const worstPrice = priceText(figures.worst ?? (ticket.side === 'BUY' ? HIGHEST_PRICE : LOWEST_PRICE));
    const size =
      ticket.size.by === 'money' && ticket.side === 'BUY'
        ? { amount: plainMoney(ticket.size.text) }
        : { shares: sharesText(figures.lots) };
    return { ...shared, type: 'MARKET', ...size, worstPrice };
  }
  const price = limitPrice(ticket) ?? LOWEST_PRICE;
  const end = endOf(ticket, target.now);
  const ends = end === null ? {} : { expiresAt: new Date(end).toISOString() };
  const rests = ticket.life === 'GTC' || ticket.life === 'GTD';
  return {
    ...shared,
    type: 'LIMIT',
    price: priceText(price),
    shares: sharesText(wishedLots(ticket, price) ?? 0),
    timeInForce: ticket.life,
    ...ends,
    ...(rests && ticket.postOnly === 'on' ? { postOnly: true } : {}),
  };
}

function plainMoney(text: string): string {
  const money = parseMoney(text) ?? usdt(0n);
  return `${money / 1_000_000n}.${String((money % 1_000_000n) / 10_000n).padStart(2, '0')}`;
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

/** The ticket that amends an order: its words and its end, with what still rests. */
export function ticketOf(order: {
  readonly outcome: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: number;
  readonly remaining: number;
  readonly postOnly: boolean;
  readonly expiresAt: string | null;
}): Omit<RoundTicket, 'goodForSec'> & Partial<RoundTicket> {
  return {
    outcome: order.outcome === 'DOWN' ? 'DOWN' : 'UP',
    side: order.side,
    kind: 'limit',
    price: String(Math.round(order.price * 1000) / 10),
    size: { by: 'shares', text: String(order.remaining) },
    postOnly: order.postOnly ? 'on' : 'off',
    ...(order.expiresAt === null
      ? { life: 'GTC', until: null }
      : { life: 'GTD', goodForSec: null, until: order.expiresAt }),
  };
}
