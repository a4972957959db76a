import type { Logger } from 'pino';
import type { ClockGuard } from '#domain/prices/clock-guard.ts';
import { insideOnePeriod } from '#domain/prices/hours.ts';
import type { FeedKind, Pair } from '#domain/prices/pair.ts';
import { isDiskFull } from '#server/disk-room.ts';
import { bothClocks } from './both-clocks.ts';
import { AHEAD_MS } from './pair-market.ts';
import { TickMaker } from './ticks/tick-maker.ts';
import type { FeedDriver, FeedPort, FeedTools, Source, SourceSink } from './source.ts';

/** Pairs are looked at this often: heartbeats, ticks held back by the 250 ms rule, staleness, market hours. */
const BEAT_MS = 50;
/** Ages of sources are told this often. */
const SOURCES_EVERY_MS = 1_000;

export interface MarketFeedOptions {
  readonly kind: Exclude<FeedKind, 'replay'>;
  readonly pairs: readonly Pair[];
  readonly tools: FeedTools;
  readonly guard: ClockGuard;
  readonly log: Logger;
  /** Called with the recovered ports, so that a source can go on from the last price. */
  readonly sources: (ports: ReadonlyMap<string, FeedPort>) => readonly Source[];
}

/** Live and simulated prices: what the sources say becomes ticks by the same rules. */
export function createMarketFeed(options: MarketFeedOptions): FeedDriver {
  const { kind, pairs, tools, guard, log } = options;
  const traders = new Map<string, TickMaker>();
  let sources: readonly Source[] = [];
  let cancel: (() => void) | null = null;
  let toldSourcesAt = 0;
  let ahead: ReadonlySet<string> = new Set();

  const trusted = () => !guard.faulty(bothClocks(tools.clock));
  const now = () => tools.clock.now();

  /** One pair that fails (a full disk) goes offline by itself; the others go on. */
  const safely = (trader: TickMaker, act: () => void) => {
    try {
      act();
    } catch (error) {
      trader.fail(now());
      const alarm = isDiskFull(error) ? { alarm: 'disk' } : {};
      log.error({ ...alarm, err: error, pair: trader.port.pair.id }, 'a tick could not be written');
    }
  };

  const beat = () => {
    const at = now();
    const clockFine = trusted();
    for (const trader of traders.values()) safely(trader, () => trader.advance(at, { clockFine }));
    if (at - toldSourcesAt >= SOURCES_EVERY_MS || at < toldSourcesAt) {
      toldSourcesAt = at;
      for (const trader of traders.values()) trader.tellSources(at);
      ahead = tellClocks(ahead, new Set([...traders.values()].flatMap(({ market }) => market.ahead())), log);
    }
    cancel = tools.timers.after(BEAT_MS, beat);
  };

  const each = (source: string, pairIds: readonly string[] | undefined, act: (trader: TickMaker) => void) => {
    const ids = pairIds ?? sources.find((one) => one.name === source)?.pairIds ?? [];
    for (const id of ids) {
      const trader = traders.get(id);
      if (trader !== undefined) act(trader);
    }
  };

  const sink: SourceSink = {
    quote(quote) {
      const trader = traders.get(quote.pairId);
      if (trader !== undefined) safely(trader, () => trader.quote(quote, { now: now(), clockFine: trusted() }));
    },
    alive: ({ source, pairIds, stated }) =>
      each(source, pairIds, (trader) => trader.market.alive(source, { stated, now: now() })),
    state: ({ source, pairIds, state }) => each(source, pairIds, (trader) => trader.market.state(source, state, now())),
  };

  return {
    kind,
    start(ports) {
      for (const pair of pairs) {
        const port = ports.get(pair.id);
        if (port !== undefined) traders.set(pair.id, new TickMaker(port));
      }
      sources = options.sources(ports);
      for (const source of sources) source.start(sink);
      beat();
      return Promise.resolve();
    },
    openThrough({ pairId, from, to }) {
      const pair = traders.get(pairId)?.port.pair;
      return pair !== undefined && insideOnePeriod(pair.hours, from, to);
    },
    async stop() {
      cancel?.();
      await Promise.all(sources.map((source) => source.stop()));
    },
  };
}

/** Tells of each source once when its clock is found ahead, and once when it is right again. Gives those that are now. */
function tellClocks(before: ReadonlySet<string>, now: ReadonlySet<string>, log: Logger): ReadonlySet<string> {
  for (const source of now) {
    if (before.has(source)) continue;
    log.error({ alarm: 'source', source, aheadMs: AHEAD_MS }, 'the clock of a price source is ahead: it is left out');
  }
  for (const source of before) if (!now.has(source)) log.info({ source }, 'the clock of a price source is right again');
  return now;
}
