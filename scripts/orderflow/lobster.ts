import { NOBODY, OrderBook } from '#domain/trading/book/order-book.ts';
import type { BookSideName } from '#domain/trading/book/order-book.ts';
import { Findings } from './findings.ts';
import type { LobsterMessage, RecordedBook } from './lobster-files.ts';
import { scaleOf } from './table.ts';

const SIDES = ['ask', 'bid'] as const;

/** The book before the first message, from what is recorded. `told`: the first row was used for it and proves nothing. */
interface Start {
  readonly book: RecordedBook;
  readonly told: boolean;
}

/**
 * Plays LOBSTER messages into the book and compares it with the recorded one after each of them, level by level. A message file only has
 * what happened within the recorded depth: a level that falls out of view is forgotten, one that comes into view from beyond is taken
 * over as recorded (a seed) and compared from the next row on. Visible executions are matched by the book itself.
 */
export function replayLobster(asked: {
  readonly messages: readonly LobsterMessage[];
  readonly start: readonly RecordedBook[];
  readonly books: readonly RecordedBook[];
}): Findings {
  const { messages, books } = asked;
  const replay = new LobsterReplay(asked);
  const start = startOf(asked);
  if (start !== null) replay.seed(start.book);
  messages.forEach((message, row) => {
    replay.apply(message, row);
    const recorded = books[row];
    if (recorded !== undefined) replay.compare(recorded, row, start?.told === true && row === 0 ? 'told' : 'compared');
  });
  if (books.length > 0 && books.length !== messages.length) {
    replay.findings.note(`${messages.length} messages, ${books.length} rows of the recorded book`);
  }
  return replay.finish();
}

/**
 * Row i of a LOBSTER book stands after message i. So the first row of the recorded book, without the first message, is the start; a start
 * file of its own says it by its last row, unless it begins as the recorded book does or is the only one and has many rows.
 */
function startOf({ messages, start, books }: Parameters<typeof replayLobster>[0]): Start | null {
  const first = start[0] ?? books[0];
  const message = messages[0];
  if (first === undefined || message === undefined) return null;
  const same = books[0] !== undefined && JSON.stringify(first) === JSON.stringify(books[0]);
  if (same || (books.length === 0 && start.length > 1)) return { book: without(first, message), told: true };
  return { book: start.at(-1)!, told: false };
}

/** The book before a message, from the one after it. */
function without(book: RecordedBook, { type, side, price, lots }: LobsterMessage): RecordedBook {
  if (type > 4) return book;
  const now = book[side].find((level) => level.price === price)?.lots ?? 0;
  const before = { price, lots: type === 1 ? Math.max(0, now - lots) : now + lots };
  const sign = side === 'bid' ? -1 : 1;
  const levels = [...book[side].filter((level) => level.price !== price), ...(before.lots > 0 ? [before] : [])];
  return { ...book, [side]: levels.toSorted((a, b) => sign * (a.price - b.price)) };
}

class LobsterReplay {
  readonly findings = new Findings();
  readonly #book: OrderBook;
  /** Handles by the order's own id; seeds, whose ids nobody knows, by their side and price. */
  readonly #handles = new Map<string, number>();
  readonly #levelsBefore = { ask: Infinity, bid: Infinity };
  readonly #sums = { rows: 0, levels: 0, seeded: 0, executions: 0, inTurn: 0, unseen: 0 };

  constructor({ messages, start, books }: Parameters<typeof replayLobster>[0]) {
    const prices = messages.map((message) => message.price);
    for (const book of [...start, ...books]) {
      for (const side of SIDES) for (const level of book[side]) prices.push(level.price);
    }
    this.#book = new OrderBook(scaleOf(prices));
  }

  seed(book: RecordedBook): void {
    for (const side of SIDES) for (const { price, lots } of book[side]) this.#seedLevel(side, price, lots);
  }

  apply(message: LobsterMessage, row: number): void {
    if (message.type === 1) this.#add(message, row);
    else if (message.type === 4) this.#execute(message, row);
    else if (message.type === 2 || message.type === 3) this.#take(message, row);
  }

  /** Compares both sides with a recorded row; a row that the start was made from only moves the view. */
  compare(recorded: RecordedBook, row: number, what: 'compared' | 'told'): void {
    const differences = SIDES.map((side) => this.#compareSide(side, recorded)).filter((said) => said !== null);
    if (what === 'told') return;
    this.#sums.rows += 1;
    this.findings.compare(differences.length === 0 ? null : `row ${row + 1}: ${differences.join('; ')}`);
  }

  finish(): Findings {
    const { rows, levels, seeded, executions, inTurn, unseen } = this.#sums;
    const { findings } = this;
    if (rows > 0)
      findings.note(`${rows} rows compared, ${levels} levels; ${seeded} levels came into view and were seeds`);
    findings.note(`${executions} visible executions matched, ${inTurn} of them first in their queue`);
    if (unseen > 0) findings.note(`messages about orders from before the first one, on levels not seeded: ${unseen}`);
    return findings;
  }

  #add({ id, side, price, lots }: LobsterMessage, row: number): void {
    const added = this.#book.add({ owner: NOBODY, side, price, lots, tif: 'GTC', postOnly: false });
    this.#handles.set(id, added.handle);
    if (added.filled > 0) this.findings.compare(`row ${row + 1}: order ${id} crosses the book at ${price}`);
  }

  #execute(message: LobsterMessage, row: number): void {
    const { id, side, price, lots } = message;
    const handle = this.#find(message);
    if (handle === 0) return;
    const best = this.#book.best(side);
    const has = this.#book.peek(handle)!.lots;
    this.#sums.executions += 1;
    const first = this.#book.orders(side).next().value;
    if (best !== price || lots > has) {
      const why = best === price ? `it has ${has}` : `the best price is ${best}`;
      this.findings.compare(`row ${row + 1}: ${lots} of order ${id} executed at ${price}, but ${why}`);
      this.#book.reduce(handle, Math.min(lots, has));
      return;
    }
    if (first?.handle !== handle) {
      // The exchange did not take the oldest here: what it says of this one order is done to it.
      this.#book.reduce(handle, lots);
      this.findings.compare(null);
      return;
    }
    const taker = side === 'bid' ? 'ask' : 'bid';
    const { fills, filled } = this.#book.add({ owner: NOBODY, side: taker, price, lots, tif: 'FAK', postOnly: false });
    const match = fills.at(0);
    this.#sums.inTurn += 1;
    const right = filled === lots && fills.length === 1 && match.handle === handle && match.price === price;
    this.findings.compare(right ? null : `row ${row + 1}: ${lots} of order ${id} did not match`);
  }

  #take(message: LobsterMessage, row: number): void {
    const { type, id, lots } = message;
    const handle = this.#find(message);
    if (handle === 0) return;
    const has = this.#book.peek(handle)!.lots;
    // The lots of a seed are those of many orders: a deletion takes one of these.
    const whole = type === 3 && this.#handles.get(id) === handle;
    if (lots > has || (whole && lots !== has)) {
      this.findings.compare(`row ${row + 1}: ${lots} taken off order ${id}, which has ${has}`);
    }
    this.#book.reduce(handle, whole ? has : Math.min(lots, has));
  }

  /** The resting order that a message names, or the seed of its level; 0 where neither is known. */
  #find({ id, side, price }: LobsterMessage): number {
    for (const name of [id, nameOf(side, price)]) {
      const handle = this.#handles.get(name) ?? 0;
      if (this.#book.peek(handle) !== null) return handle;
    }
    this.#sums.unseen += 1;
    return 0;
  }

  #compareSide(side: BookSideName, recorded: RecordedBook): string | null {
    const record = recorded[side];
    const inView = record.length === recorded.depth;
    const ours = this.#book.levels(side);
    const wrong = ours.slice(0, record.length).findIndex(({ price, lots }, level) => {
      const said = record[level]!;
      return said.price !== price || said.lots !== lots;
    });
    this.#sums.levels += Math.min(ours.length, record.length);
    const vacated = Math.max(0, this.#levelsBefore[side] - ours.length);
    const beyond = record.slice(ours.length);
    this.#levelsBefore[side] = record.length;
    if (wrong >= 0) {
      const [level, said] = [ours[wrong]!, record[wrong]!];
      return `${side} ${wrong + 1} is ${level.lots} at ${level.price}, recorded ${said.lots} at ${said.price}`;
    }
    if (beyond.length > vacated || (beyond.length > 0 && !inView && this.#sums.rows > 0)) {
      return `${side} ${ours.length + 1} is missing, recorded ${beyond[0]!.lots} at ${beyond[0]!.price}`;
    }
    if (ours.length > record.length && !inView) {
      return `${side} ${record.length + 1} is ${ours[record.length]!.lots} at ${ours[record.length]!.price}, not recorded`;
    }
    for (const { price, lots } of beyond) this.#seedLevel(side, price, lots);
    this.#sums.seeded += beyond.length;
    this.#forget(side, recorded.depth);
    return null;
  }

  /** Takes out what stands beyond the recorded depth: what becomes of it there is not recorded. */
  #forget(side: BookSideName, depth: number): void {
    const last = this.#book.levels(side, depth + 1)[depth];
    if (last === undefined) return;
    const sign = side === 'bid' ? -1 : 1;
    for (const order of Array.from(this.#book.orders(side))) {
      if (sign * (order.price - last.price) >= 0) this.#book.cancel(order.handle);
    }
  }

  #seedLevel(side: BookSideName, price: number, lots: number): void {
    this.#handles.set(nameOf(side, price), this.#book.rest({ owner: NOBODY, side, price, lots }));
  }
}

function nameOf(side: BookSideName, price: number): string {
  return `${side} ${price}`;
}
