import type { Pair } from '#domain/prices/pair.ts';
import { seedOf, SimulatedPath } from '#domain/prices/simulated-path.ts';
import type { FeedPort, FeedTools, Source, SourceSink } from './source.ts';

export const SIMULATED_SOURCE = 'simulated';
/** Pairs are looked at this often, ms. */
const BEAT_MS = 125;
/** A pair's next price comes after 250 ms to this, ms. */
const SLOWEST_MS = 1_250;

interface Walker {
  readonly pair: Pair;
  readonly path: SimulatedPath;
  steppedAt: number;
  nextAt: number;
}

/** One source that states made-up prices of all its pairs. Goes on from the last tick of each. */
export function createSimulatedSource(options: {
  readonly pairs: readonly Pair[];
  readonly ports: ReadonlyMap<string, FeedPort>;
  readonly seed: number;
  readonly tools: FeedTools;
}): Source {
  const { pairs, ports, seed, tools } = options;
  const began = tools.clock.now();
  const walkers = pairs.map((pair) => walkerOf({ pair, last: ports.get(pair.id)?.last?.price ?? null, seed, began }));
  let cancel: (() => void) | null = null;

  const beat = (sink: SourceSink) => {
    const now = tools.clock.now();
    sink.alive({ source: SIMULATED_SOURCE, stated: now });
    for (const walker of walkers) if (now >= walker.nextAt) state(walker, now, sink);
    cancel = tools.timers.after(BEAT_MS, () => beat(sink));
  };

  return {
    name: SIMULATED_SOURCE,
    pairIds: pairs.map((pair) => pair.id),
    start(sink) {
      sink.state({ source: SIMULATED_SOURCE, state: 'live' });
      beat(sink);
    },
    stop() {
      cancel?.();
      return Promise.resolve();
    },
  };
}

function walkerOf({
  pair,
  last,
  seed,
  began,
}: {
  pair: Pair;
  last: number | null;
  seed: number;
  began: number;
}): Walker {
  const home = Number(pair.simulated.start);
  const price = last === null ? home : last / 10 ** pair.scale;
  // A stream that goes on takes another path than the one it began with.
  const ownSeed = seedOf(last === null ? seed : seed ^ last, pair.id);
  const path = new SimulatedPath({ seed: ownSeed, price, home, volatility: pair.simulated.volatility });
  return { pair, path, steppedAt: began, nextAt: began };
}

function state(walker: Walker, now: number, sink: SourceSink): void {
  const { pair, path } = walker;
  const seconds = Math.max(0, Math.min(5_000, now - walker.steppedAt)) / 1_000;
  const price = seconds === 0 ? path.price : path.step(seconds);
  walker.steppedAt = now;
  walker.nextAt = now + 250 + Math.floor(path.uniform() * (SLOWEST_MS - 250));
  sink.quote({
    source: SIMULATED_SOURCE,
    pairId: pair.id,
    price: price.toFixed(pair.scale),
    tVenue: null,
    tReceive: now,
    id: null,
  });
}
