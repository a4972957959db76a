import { NOBODY, OrderBook } from '#domain/trading/book/order-book.ts';
import type { BookSideName } from '#domain/trading/book/order-book.ts';
import type { Match } from '#domain/trading/book/match-list.ts';
import type { CmeMessage } from './cme-files.ts';
import { Findings } from './findings.ts';
import { scaleOf } from './table.ts';

/** Rows that report a match: the rows behind them change the book. */
const REPORTS = new Set(['T', 'F']);

/** A trade and the rows that say who was filled by it. */
interface Trade {
  readonly trade: CmeMessage;
  readonly fills: readonly CmeMessage[];
}

/**
 * Plays CME orders into the book: after each event no level is negative and bids stand below asks; each trade is matched by fills of
 * resting orders for just its lots, at its price. A and M rows rest as they are told; the matching is done by the book when the trade comes,
 * and the C and M rows behind it must then agree.
 */
export function replayCme(asked: {
  readonly start: readonly CmeMessage[];
  readonly messages: readonly CmeMessage[];
}): Findings {
  const replay = new CmeReplay([...asked.start, ...asked.messages]);
  for (const message of asked.start) if (!REPORTS.has(message.action)) replay.change(message, 'start');
  const { messages } = asked;
  // A file may begin within an event: fills whose trade was cut off.
  const begin = messages.findIndex(({ action }) => action !== 'F');
  for (let row = Math.max(0, begin); row < messages.length; row += 1) {
    const message = messages[row]!;
    if (message.action === 'T') {
      const fills = fillsBehind(messages, row);
      replay.trade({ trade: message, fills }, `row ${row + 1}`);
      row += fills.length;
    } else if (message.action === 'F') {
      replay.findings.compare(`row ${row + 1}: a fill of order ${message.id} without a trade`);
    } else {
      replay.change(message, `row ${row + 1}`);
    }
    if (messages[row]!.last) replay.endEvent(`row ${row + 1}`);
  }
  return replay.finish();
}

function fillsBehind(messages: readonly CmeMessage[], row: number): CmeMessage[] {
  let end = row + 1;
  while (messages[end]?.action === 'F' && !messages[end - 1]!.last) end += 1;
  return messages.slice(row + 1, end);
}

class CmeReplay {
  readonly findings = new Findings();
  readonly #book: OrderBook;
  readonly #handles = new Map<string, number>();
  /** Orders filled in this event, and the lots they must have left when it ends. */
  readonly #filled = new Map<string, number>();
  /** Those of them that no row has changed in the book as told. */
  readonly #unconfirmed = new Set<string>();
  /** Orders gather for the opening auction and may cross until its trade. */
  #open = false;
  readonly #sums = { events: 0, trades: 0, inTurn: 0, refreshed: 0, unseen: 0 };

  constructor(messages: readonly CmeMessage[]) {
    this.#book = new OrderBook(scaleOf(messages.filter(({ action }) => action !== 'R').map(({ price }) => price)));
  }

  /** An A, C, M or R row: what the book is told. */
  change(message: CmeMessage, where: string): void {
    const { action, id } = message;
    this.#unconfirmed.delete(id);
    if (action === 'R') this.#clear();
    else if (action === 'A') this.#add(message, where);
    else if (action === 'C') this.#cancel(message, where);
    else if (action === 'M') this.#modify(message, where);
    else this.findings.compare(`${where}: order ${id} comes with action ${action}`);
  }

  trade({ trade, fills }: Trade, where: string): void {
    this.#open = true;
    this.#sums.trades += 1;
    const difference = trade.side === null ? this.#auction(trade, fills) : this.#match(trade, fills);
    this.findings.compare(difference === null ? null : `${where}: ${difference}`);
  }

  endEvent(where: string): void {
    this.#sums.events += 1;
    const crossed = this.#open && this.#book.isCrossed();
    const [bid, ask] = [this.#book.best('bid'), this.#book.best('ask')];
    const [unconfirmed] = this.#unconfirmed;
    this.findings.compare(
      crossed
        ? `${where}: the book is crossed, bid ${bid} and ask ${ask}`
        : unconfirmed === undefined
          ? null
          : `${where}: order ${unconfirmed} was filled, but its row in the book did not follow`,
    );
    this.#filled.clear();
    this.#unconfirmed.clear();
  }

  finish(): Findings {
    const { events, trades, inTurn, refreshed, unseen } = this.#sums;
    const { findings } = this;
    findings.note(`${events} events looked through for negative levels and a crossed book, ${trades} trades`);
    findings.note(`${inTurn} of the trades met the orders that come first in the queue`);
    findings.note(`orders that showed new lots after a fill: ${refreshed}`);
    if (unseen > 0) findings.note(`rows about orders that were never shown: ${unseen}`);
    findings.note(`orders that rest at the end: ${this.#book.size}`);
    return findings;
  }

  #clear(): void {
    for (const handle of this.#handles.values()) this.#book.cancel(handle);
    this.#handles.clear();
  }

  #add(message: CmeMessage, where: string): void {
    if (this.#resting(message.id) !== null) this.findings.compare(`${where}: order ${message.id} is added again`);
    this.#put(message);
  }

  #cancel({ id, lots }: CmeMessage, where: string): void {
    const resting = this.#resting(id);
    const left = this.#filled.get(id);
    if (resting === null) {
      // An order that was filled whole is taken out by its own row.
      if (left === undefined) this.#sums.unseen += 1;
      return;
    }
    if (lots > resting.lots) {
      this.findings.compare(`${where}: ${lots} lots of order ${id} cancelled, which has ${resting.lots}`);
    }
    if (lots >= resting.lots) this.#book.cancel(resting.handle);
    else this.#book.reduce(resting.handle, lots);
  }

  #modify(message: CmeMessage, where: string): void {
    const { id, price, lots, side } = message;
    if (lots <= 0 || side === null) {
      this.findings.compare(`${where}: order ${id} is made ${lots} lots`);
      return;
    }
    const resting = this.#resting(id);
    if (resting === null && !this.#filled.has(id)) this.#sums.unseen += 1;
    if (this.#filled.has(id) && resting?.lots !== lots) this.#sums.refreshed += 1;
    if (resting === null || resting.price !== price || resting.side !== side || lots > resting.lots) {
      // A new price or more lots costs the place.
      this.#put(message);
    } else if (lots < resting.lots) {
      this.#book.reduce(resting.handle, resting.lots - lots);
    }
  }

  #put({ id, side, price, lots }: CmeMessage): void {
    if (side === null) throw new Error(`order ${id} has no side`);
    this.#book.cancel(this.#handles.get(id) ?? 0);
    this.#handles.set(id, this.#book.rest({ owner: NOBODY, side, price, lots }));
  }

  /** A trade of an incoming order: its makers' fills are its lots, at its price. A row of its own order may stand among them. */
  #match({ id, side, price, lots }: CmeMessage, rows: readonly CmeMessage[]): string | null {
    if (side === null) throw new Error('an auction has no taker');
    const makers = rows.filter((row) => row.side !== side);
    const own = rows.find((row) => row.side === side && row.id !== id);
    const sum = makers.reduce((all, row) => all + row.lots, 0);
    if (own !== undefined) return `order ${own.id} is filled on the taker's side`;
    if (sum !== lots) return `${lots} traded at ${price}, fills of ${sum}`;
    const taker = { owner: NOBODY, side, price };
    const met: Match[] = [];
    const first = this.#queue(taker, lots);
    const inTurn = makers.every((row, index) => this.#handles.get(row.id) === first[index]);
    if (inTurn && this.#book.reach(taker, (_price, some) => some) >= lots) {
      met.push(...this.#book.add({ ...taker, lots, tif: 'FAK', postOnly: false }).fills.toArray());
    }
    if (met.length === makers.length && met.every((match, index) => match.lots === makers[index]!.lots)) {
      this.#sums.inTurn += 1;
      met.forEach(({ left }, index) => this.#fill(makers[index]!.id, left));
      return met.every((match) => match.price === price) ? null : `a resting order has another price than ${price}`;
    }
    if (met.length > 0) return `the book matched ${met.length} orders, recorded ${makers.length}`;
    return this.#fillEach(makers, price);
  }

  /** Handles that a taker of these lots would meet, in their order. */
  #queue(taker: { readonly side: BookSideName; readonly price: number }, lots: number): number[] {
    const handles: number[] = [];
    let left = lots;
    for (const order of this.#book.orders(taker.side === 'bid' ? 'ask' : 'bid')) {
      const beyond = taker.side === 'bid' ? order.price > taker.price : order.price < taker.price;
      if (left <= 0 || beyond) break;
      handles.push(order.handle);
      left -= order.lots;
    }
    return handles;
  }

  /** Fills that the exchange gave out of turn, or to orders with more lots than they show. */
  #fillEach(makers: readonly CmeMessage[], price: number): string | null {
    for (const { id, lots, side } of makers) {
      const resting = this.#resting(id);
      if (resting === null) {
        this.#sums.unseen += this.#filled.has(id) ? 0 : 1;
        continue;
      }
      if (resting.side !== side || resting.price !== price) {
        return `order ${id} rests at ${resting.price} and was filled at ${price}`;
      }
      this.#fill(id, this.#book.reduce(resting.handle, Math.min(lots, resting.lots)));
    }
    return null;
  }

  /** The trade of an auction: as many lots of bids as of asks, all at prices they allow. */
  #auction({ price, lots }: CmeMessage, rows: readonly CmeMessage[]): string | null {
    const sum = { bid: 0, ask: 0, unseen: 0 };
    for (const { id, lots: some } of rows) {
      const resting = this.#resting(id);
      sum[resting?.side ?? 'unseen'] += some;
      if (resting === null) continue;
      if (resting.side === 'bid' ? resting.price < price : resting.price > price) {
        return `order ${id} at ${resting.price} was filled at ${price}`;
      }
      if (some > resting.lots) return `${some} of order ${id} filled, which has ${resting.lots}`;
      this.#fill(id, this.#book.reduce(resting.handle, some));
    }
    const whole = sum.bid + sum.ask + sum.unseen;
    if (whole !== 2 * lots || sum.bid > lots || sum.ask > lots) {
      return `${lots} traded in the auction, fills of ${sum.bid} bids, ${sum.ask} asks and ${sum.unseen} not shown`;
    }
    return null;
  }

  #fill(id: string, left: number): void {
    this.#filled.set(id, left);
    this.#unconfirmed.add(id);
  }

  #resting(id: string): ReturnType<OrderBook['peek']> {
    return this.#book.peek(this.#handles.get(id) ?? 0);
  }
}
