import { streamNo } from '#domain/prices/pair.ts';
import type { Pair } from '#domain/prices/pair.ts';
import { pauseOf, type Product } from '#domain/settings/modes.ts';
import { boundsOf, capsOf } from '#domain/settings/settings.ts';
import { crowdMeter, upShareOf } from '#domain/trading/crowd.ts';
import type { Crowd } from '#domain/trading/crowd.ts';
import { DEMO_DURATION_SEC } from '#domain/trading/durations.ts';
import type { TimingRule } from '#domain/trading/entry.ts';
import type { MarketView } from '#domain/trading/market-view.ts';
import { payoutBps } from '#domain/trading/payout.ts';
import type { StreamBook } from '#domain/trading/stream-book.ts';
import type { PairFeed, Prices } from '#server/prices/contract.ts';
import type { PairBoard } from '#server/prices/wire.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { RulesBook } from './batch/rules-book.ts';

/** How late the crowd meter is, ms (docs/rules/predictions.md#crowd). */
const CROWD_DELAY_MS = 60_000;

/** Of a pair that is offline for want of stored rules. */
const NO_TIMING: TimingRule = { deltaMs: 0, maxEntryWaitMs: 0, staleAfterMs: 0 };

interface Quote {
  readonly payouts: Readonly<Record<number, number>>;
  readonly crowdUp: number | null;
}

/** What the engine adds to the feeds: payouts by duration and the crowd meter, worked out every 10 s. */
export class PairSnapshots {
  readonly #prices: Prices;
  readonly #rules: RulesBook;
  readonly #settings: LiveSettings;
  readonly #pairs: ReadonlyMap<string, Pair>;
  readonly #quotes = new Map<string, Quote>();
  readonly #meters: { readonly t: number; readonly up: ReadonlyMap<string, number | null> }[] = [];

  constructor(prices: Prices, { rules, settings }: { readonly rules: RulesBook; readonly settings: LiveSettings }) {
    this.#prices = prices;
    this.#rules = rules;
    this.#settings = settings;
    this.#pairs = new Map(prices.pairs.map((pair) => [pair.id, pair]));
  }

  /** Works out payouts and meters at `now` (wall ms). */
  refresh(crowd: Crowd, now: number): void {
    this.#meters.push({ t: now, up: new Map(this.#prices.pairs.map(({ id }) => [id, crowdMeter(crowd, id)])) });
    while ((this.#meters[1]?.t ?? Infinity) <= now - CROWD_DELAY_MS) this.#meters.shift();
    const late = this.#meters[0];
    const shown = late !== undefined && late.t <= now - CROWD_DELAY_MS ? late.up : null;
    for (const pair of this.#prices.pairs) {
      this.#quotes.set(pair.id, { payouts: this.#payoutsOf(pair, crowd), crowdUp: shown?.get(pair.id) ?? null });
    }
  }

  /** All pairs, or one, as the web thread sees them. */
  boardOf(pair: Pair): PairBoard {
    const feed = this.#prices.feed(pair.id);
    const quote = this.#quotes.get(pair.id) ?? { payouts: {}, crowdUp: null };
    return { ...feed, pair: boundsOf(feed.pair, this.#settings.values), last: lastOf(feed), ...quote };
  }

  /** A pair as the gates of a prediction see it now; null for an unknown pair. One whose rules are not stored yet is offline. */
  viewOf(pairId: string, book: (stream: number) => StreamBook): MarketView | null {
    const pair = this.#pairs.get(pairId);
    if (pair === undefined) return null;
    const feed = this.#prices.feed(pairId);
    const rules = this.#rules.of(feed);
    const stream = streamNo(pair.no, feed.kind);
    const last = book(stream).last;
    const pauseIn = (product: Product) => pauseOf(this.#settings.modeOf(product, pairId));
    return {
      pair: boundsOf(pair, this.#settings.values),
      caps: capsOf(this.#settings.values),
      pauses: { quick: pauseIn('quick'), scheduled: pauseIn('scheduled') },
      kind: feed.kind,
      stream,
      status: rules === null && feed.status !== 'CLOSED' ? 'OFFLINE' : feed.status,
      nextOpen: feed.nextOpen,
      minDurationSec: feed.minDurationSec,
      payouts: this.#quotes.get(pairId)?.payouts ?? {},
      rule: rules?.rule ?? NO_TIMING,
      rulesHash: rules?.hash ?? '',
      last: last && { seq: last.seq, tSource: last.tSource, head: Buffer.from(last.head).toString('hex') },
      openThrough: (from, to) => this.#prices.openThrough(pairId, from, to),
    };
  }

  #payoutsOf(pair: Pair, crowd: Crowd): Record<number, number> {
    const volatility = this.#prices.volatility(pair.id);
    const durations = new Set([DEMO_DURATION_SEC, ...pair.durations]);
    return Object.fromEntries(
      [...durations].map((durationSec) => [
        durationSec,
        payoutBps({
          baseBps: pair.basePayoutBps,
          durationSec,
          volatility,
          upShare: upShareOf(crowd, pair.id, durationSec * 1_000),
        }),
      ]),
    );
  }
}

const HINT_BYTES = 8;

function headHint({ head }: { readonly head: Uint8Array }): string {
  return Buffer.from(head.subarray(0, HINT_BYTES)).toString('hex');
}

function lastOf({ last }: PairFeed): PairBoard['last'] {
  return last && { seq: last.seq, t: last.t, tSource: last.tSource, price: last.price, head: headHint(last) };
}
