import type { Logger } from 'pino';
import type { ClockGuard } from '#domain/prices/clock-guard.ts';
import type { FeedKind, Pair, PairGroup } from '#domain/prices/pair.ts';
import type { Config } from '#server/config/config.ts';
import { createMarketFeed } from './market-feed.ts';
import { createReplay } from './replay/index.ts';
import { createSimulatedSource } from './simulated.ts';
import type { CreateReplay, FeedDriver, FeedTools, Source } from './source.ts';

export interface DriverOptions {
  readonly config: Config;
  readonly pairs: readonly Pair[];
  readonly kinds: ReadonlyMap<PairGroup, FeedKind>;
  readonly sources: readonly Source[];
  readonly toolsOf: (kind: FeedKind) => FeedTools;
  readonly guard: ClockGuard;
  readonly log: Logger;
  /** Of simulated paths: without it the path cannot be known from the outside. */
  readonly seed: number;
  readonly createReplay?: CreateReplay;
}

/** One driver for each kind that feeds a group in this process. */
export function createDrivers(options: DriverOptions): readonly FeedDriver[] {
  const used = new Set(options.kinds.values());
  return [...used].map((kind) => driverOf(kind, options));
}

function driverOf(kind: FeedKind, options: DriverOptions): FeedDriver {
  const { config, guard, log } = options;
  const pairs = options.pairs.filter((pair) => options.kinds.get(pair.group) === kind);
  const tools = options.toolsOf(kind);
  if (kind === 'replay') return (options.createReplay ?? createReplay)({ config, pairs, tools, log });
  if (kind === 'live') return createMarketFeed({ kind, pairs, tools, guard, log, sources: () => options.sources });
  const { seed } = options;
  return createMarketFeed({
    kind,
    pairs,
    tools,
    guard,
    log,
    sources: (ports) => [createSimulatedSource({ pairs, ports, seed, tools })],
  });
}
