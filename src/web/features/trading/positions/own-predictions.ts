import type { NotificationKind } from '#protocol/notification-kinds.ts';
import type { NotificationMessage } from '#protocol/notifications.ts';
import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import type { Client } from '#web/api/client.ts';
import { everyPage, WHOLE_PAGE } from '#web/api/every-page.ts';
import { SyncedStore } from '#web/live/synced-store.ts';
import { serverClock } from '#web/live/server-clock.ts';
import type { Frame } from '#web/live/socket.ts';
import { ended, merge, missingFrom, type Predictions } from './predictions.ts';
import type { Verifications } from '../ticket/eligibility.ts';
import { waitingAfter } from '../scheduled/waiting.ts';

export interface Balance {
  /** Exact decimal texts. */
  readonly cash: string;
  readonly locked: string;
}

export interface Known {
  readonly all: Predictions;
  /** When each that ended on this screen was told, server ms. */
  readonly endedAt: ReadonlyMap<string, number>;
  readonly balance: Balance | null;
  /** Highest amount that the house takes of this person, exact decimal text; null: none but the pair's. */
  readonly predictionMax: string | null;
  /** What is checked of the person; null: not known yet. */
  readonly verifications: Verifications | null;
  /** How many messages have told of the person: of their limits, of how they sign in. */
  readonly told: number;
  /** Entries that wait for a price or a time, the newest first. */
  readonly waiting: readonly ScheduledWire[];
}

export const NOTHING: Known = {
  all: new Map(),
  endedAt: new Map(),
  balance: null,
  predictionMax: null,
  verifications: null,
  told: 0,
  waiting: [],
};
/** Kinds of messages after which the person may stand otherwise. */
const OF_THE_PERSON: ReadonlySet<NotificationKind> = new Set(['limits', 'security']);
const CLOSED_SHOWN = '30';

/** Own predictions and balance outside of React: answers, lists and socket frames come in in any order. */
export class OwnPredictions extends SyncedStore<Known> {
  #waiting: (() => void)[] = [];

  constructor() {
    super(() => NOTHING);
  }

  /** Takes predictions in; gives those that ended by it. They never go back, so that their order does not matter. */
  add(news: readonly PredictionWire[]): readonly PredictionWire[] {
    const { all, endedAt } = this.get();
    const after = merge(all, news);
    if (after === all) return [];
    const over = ended(all, after);
    const now = serverClock.now();
    const told = over.length === 0 ? endedAt : new Map([...endedAt, ...over.map((one) => [one.id, now] as const)]);
    this.set({ ...this.get(), all: after, endedAt: told });
    return over;
  }

  /** Resolves once the open ones are read whole by a read that begins from now on. */
  untilRead(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A read begins; the answer is to be called when the open ones are whole. */
  beginRead(): () => void {
    const waiting = [...this.#waiting];
    return () => {
      this.#waiting = this.#waiting.filter((resolve) => !waiting.includes(resolve));
      for (const resolve of waiting) resolve();
    };
  }

  /** The socket said it. */
  hearBalance(balance: Balance): void {
    this.hear((known) => ({ ...known, balance }));
  }

  /** An answer that is on its way says the cash, an exact decimal text; what the socket says meanwhile is newer. */
  async readCash(answer: Promise<string>): Promise<void> {
    await this.read(answer, (known, cash) => ({
      ...known,
      balance: { cash, locked: known.balance?.locked ?? '0.00' },
    }));
  }

  async readProfile(client: Client): Promise<void> {
    await this.read(client.call('user.profile'), (known, profile) => ({
      ...known,
      balance: { cash: profile.totalBalanceStr, locked: profile.balances.lockedStr },
      predictionMax: profile.predictionMaxStr,
      verifications: profile.verifications,
    }));
  }

  /** A message came for the bell. */
  hearMessage({ item }: NotificationMessage): void {
    if (item === null || !OF_THE_PERSON.has(item.kind)) return;
    this.set({ ...this.get(), told: this.get().told + 1 });
  }

  hearWaiting(frame: Frame): void {
    this.set({ ...this.get(), waiting: waitingAfter(this.get().waiting, frame) });
  }
}

/**
 * Reads the balance, the lists of the API and, one by one, those that ended while we were away. Each is taken in when it is there; what
 * fails leaves the others as they come, and what is known of it as it was. Resolves when all have ended.
 */
export async function readOwn(
  client: Client,
  book: OwnPredictions,
  take: (news: readonly PredictionWire[]) => void,
): Promise<void> {
  const whole = book.beginRead();
  const openList = everyPage((page) =>
    client.call('trade.predictions', { query: { status: 'open', limit: WHOLE_PAGE, ...page } }),
  );
  const settledList = client.call('trade.predictions', { query: { status: 'settled', limit: CLOSED_SHOWN } });
  const [open, settled] = await Promise.allSettled([
    openList.then((list) => (take(list), list)),
    settledList.then(({ items }) => (take(items), items)),
    book.readProfile(client),
  ]);
  if (open.status === 'rejected') return;
  whole();
  const ends = missingFrom(book.get().all, [...open.value, ...(settled.status === 'fulfilled' ? settled.value : [])]);
  await Promise.allSettled(ends.map(async (id) => take([await client.call('trade.prediction', { params: { id } })])));
}
