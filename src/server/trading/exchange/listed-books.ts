import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Realm } from '#domain/realm.ts';
import { FEE_BPS } from '#domain/trading/orders/market.ts';
import type { Market, MarketResult, MarketStatus } from '#domain/trading/orders/market.ts';
import { splitKey } from '#domain/trading/orders/state.ts';
import { saveRulesText } from '../batch/store-load.ts';
import { loadListed } from './store-listed.ts';

/** Books of events are looked for this often, ms. */
const EVERY_MS = 200;

/** What the people of an event want of its book. `settle`: pay it out by `result`, a void too. */
export type WantedOfBook = 'open' | 'pause' | 'close' | 'settle';

/** The book of an event's market in one realm. Times in ms. */
export interface ListedBook {
  readonly id: string;
  readonly realm: Realm;
  readonly opensAt: number;
  readonly cutOffAt: number;
  readonly wanted: WantedOfBook;
  /** Null until it is to be paid out; it never changes then. */
  readonly result: MarketResult | null;
  /** All that was ordered on it is paid: what it was is in the tables. */
  readonly isPaid: boolean;
  /** The event whose books end together, and the book's place among them. Null: it stands alone. */
  readonly linkedTo: string | null;
  readonly place: number;
  /** Whoever meets an order there waits. */
  readonly isLive: boolean;
  /** Hex, and the canonical text that it is of. */
  readonly rulesHash: string;
  readonly rules: string;
  /** Chance of YES before anybody trades, thousandths: where the house maker begins. */
  readonly opening: number;
  /** What it was when its event opened, where it was split since; 0: it came out of one that was split. Null: `opening`. */
  readonly begun: number | null;
  /** The last time that an outcome of its event was split. Null: none was. */
  readonly split: {
    readonly id: string;
    readonly from: string;
    readonly into: readonly { readonly book: string; readonly part: number }[];
  } | null;
  /** When its rules were clarified last, until when people may leave since, and for which price of YES, thousandths. Null: they were not. */
  readonly exit: {
    readonly at: number;
    readonly until: number;
    readonly price: number;
  } | null;
  /** Who may not trade it: `people` by name; `version`: of the kinds of people that whoever orders says they are none of, null: there are none. Null: of practice. */
  readonly guard: { readonly version: number | null; readonly people: ReadonlySet<string> } | null;
  /** Number of its first fill after the fact that decided it: those from there on are undone before it is paid. Null: there is none. */
  readonly pastFrom: number | null;
}

/** Books of events that were opened: what their subject says of them, read again and again. A book stays known until it was paid and forgotten. */
export class ListedBooks {
  readonly #parts: { readonly db: Pool; readonly log: Logger };
  readonly #books = new Map<string, ListedBook>();
  /** Ids of the books that end together, by their event and realm. */
  readonly #linked = new Map<string, Set<string>>();
  /** A book of each event that was split, by the split and realm. */
  readonly #split = new Map<string, string>();
  #known = 0;
  #running = false;
  #nextAt = -Infinity;

  constructor(parts: { readonly db: Pool; readonly log: Logger }) {
    this.#parts = parts;
  }

  of(marketId: string): ListedBook | null {
    return this.#books.get(marketId) ?? null;
  }

  /** The books that end together with one, in the order of their outcomes; none of a book that stands alone. */
  linkedWith({ linkedTo, realm }: Pick<ListedBook, 'linkedTo' | 'realm'>): readonly ListedBook[] {
    const ids = linkedTo === null ? undefined : this.#linked.get(`${linkedTo} ${realm}`);
    return [...(ids ?? [])].flatMap((id) => this.#books.get(id) ?? []).toSorted((a, b) => a.place - b.place);
  }

  /** A book of each event of which an outcome was split and is not yet in the books. */
  notSplit(done: ReadonlySet<string>): readonly ListedBook[] {
    return [...this.#split].flatMap(([key, id]) => (done.has(key) ? [] : (this.#books.get(id) ?? [])));
  }

  /** Goes on to ask now and then. Returns at once. */
  poll(now: number): void {
    if (this.#running || Math.abs(now - this.#nextAt) < EVERY_MS) return;
    this.#running = true;
    this.#nextAt = now;
    this.load()
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'books of events could not be read'))
      .finally(() => (this.#running = false));
  }

  /** Takes up what changed since. The rules of a book are stored before anybody can order on it. */
  async load(): Promise<void> {
    const { db } = this.#parts;
    for (const { book, revision } of await loadListed(db, this.#known)) {
      if (this.#books.get(book.id)?.rulesHash !== book.rulesHash)
        await saveRulesText(db, {
          hash: book.rulesHash,
          group: 'event',
          canonical: book.rules,
        });
      this.#books.set(book.id, book);
      if (book.linkedTo !== null) this.#link(`${book.linkedTo} ${book.realm}`, book.id);
      if (book.split !== null) this.#split.set(splitKey({ ...book, id: book.split.id }), book.id);
      this.#known = Math.max(this.#known, revision);
    }
  }

  #link(key: string, id: string): void {
    const ids = this.#linked.get(key) ?? new Set();
    this.#linked.set(key, ids.add(id));
  }
}

/** The market of a book as it is before anybody has ordered on it. */
export function newBook(book: ListedBook, now: number): Market {
  return {
    id: book.id,
    realm: book.realm,
    kind: 'event',
    pairId: null,
    linkedTo: book.linkedTo,
    outcomes: ['YES', 'NO'],
    status: statusOf(book, now),
    feeBps: FEE_BPS.event,
    opensAt: book.opensAt,
    cutOffAt: book.cutOffAt,
    endsAt: book.cutOffAt,
    fills: 0,
    volume: 0,
    result: null,
  };
}

/** The market of a book on which nobody ever ordered, open or over. */
export function untradedBook(book: ListedBook, now: number): Market {
  const market = newBook(book, now);
  const { result } = book;
  if (result === null) return market;
  return { ...market, result, status: result.kind === 'VOID' ? 'VOIDED' : 'SETTLED' };
}

function statusOf({ wanted, opensAt, cutOffAt }: ListedBook, now: number): MarketStatus {
  if (wanted === 'close' || wanted === 'settle' || now >= cutOffAt) return 'CUT_OFF';
  if (now < opensAt) return 'SCHEDULED';
  return wanted === 'pause' ? 'PAUSED' : 'OPEN';
}
