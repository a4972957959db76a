import type { Logger } from 'pino';
import { PAIR_GROUPS, type FeedKind, type Pair, type PairGroup } from '#domain/prices/pair.ts';
import type { Config } from '#server/config/config.ts';
import type { FeedTools, Quote, Source, SourceSink, SourceState } from './source.ts';

/** `auto` waits this long for a first price of a group (docs/rules/feeds.md#kinds-of-feed), ms. */
const ANSWER_WITHIN_MS = 5_000;

export interface Decision {
  readonly kinds: ReadonlyMap<PairGroup, FeedKind>;
  /** Live sources, started already where `auto` asked them; their sink can be set once. */
  readonly sources: readonly Source[];
}

/** What feeds each group in this process: fixed here, never mid-run (docs/rules/feeds.md#kinds-of-feed). */
export async function decideKinds(options: {
  readonly config: Config;
  readonly pairs: readonly Pair[];
  readonly tools: FeedTools;
  readonly log: Logger;
  readonly createSources: () => readonly Source[];
}): Promise<Decision> {
  const { config, pairs } = options;
  if (config.feed !== 'auto' && config.feed !== 'live') return { kinds: allOf(config.feed), sources: [] };
  const sources = options.createSources();
  if (config.feed === 'live') return { kinds: allOf('live'), sources };
  const heldSources = sources.map(holdSource);
  const groupOf = new Map(pairs.map((pair) => [pair.id, pair.group]));
  const asked = new Set(sources.flatMap((source) => source.pairIds.flatMap((id) => groupOf.get(id) ?? [])));
  const answered = await waitForGroups({ heldSources, groupOf, asked, tools: options.tools });
  const kinds = new Map<PairGroup, FeedKind>(
    PAIR_GROUPS.map((group) => [group, answered.has(group) ? 'live' : 'simulated']),
  );
  options.log.info({ kinds: Object.fromEntries(kinds) }, 'feed of each group');
  if (answered.size === 0) {
    await Promise.all(sources.map((source) => source.stop()));
    return { kinds, sources: [] };
  }
  return { kinds, sources: heldSources };
}

function allOf(kind: FeedKind): ReadonlyMap<PairGroup, FeedKind> {
  return new Map(PAIR_GROUPS.map((group) => [group, kind]));
}

async function waitForGroups(options: {
  readonly heldSources: readonly HeldSource[];
  readonly groupOf: ReadonlyMap<string, PairGroup>;
  readonly asked: ReadonlySet<PairGroup>;
  readonly tools: FeedTools;
}): Promise<ReadonlySet<PairGroup>> {
  const { heldSources, groupOf, asked, tools } = options;
  const answered = new Set<PairGroup>();
  if (asked.size === 0) return answered;
  await new Promise<void>((resolve) => {
    const cancel = tools.timers.after(ANSWER_WITHIN_MS, resolve);
    const onQuote = (quote: Quote) => {
      const group = groupOf.get(quote.pairId);
      if (group !== undefined) answered.add(group);
      if (answered.size < asked.size) return;
      cancel();
      resolve();
    };
    for (const source of heldSources) source.probe(onQuote);
  });
  return answered;
}

interface HeldSource extends Source {
  /** Starts the source and shows its quotes; nothing is kept but the state of its connections. */
  probe(onQuote: (quote: Quote) => void): void;
}

/** A source that may run before its real sink is known. */
function holdSource(source: Source): HeldSource {
  let sink: SourceSink | null = null;
  let onQuote: (quote: Quote) => void = () => undefined;
  const newest = new Map<string, Quote>();
  const states = new Map<string, SourceState>();
  const relay: SourceSink = {
    quote(quote) {
      onQuote(quote);
      if (sink === null) newest.set(quote.pairId, quote);
      else sink.quote(quote);
    },
    alive: (sign) => sink?.alive(sign),
    state(change) {
      if (sink === null && change.pairIds === undefined) states.set(change.source, change.state);
      sink?.state(change);
    },
  };
  return {
    name: source.name,
    pairIds: source.pairIds,
    probe(listener) {
      onQuote = listener;
      source.start(relay);
    },
    start(realSink) {
      sink = realSink;
      onQuote = () => undefined;
      for (const [name, state] of states) realSink.state({ source: name, state });
      for (const quote of newest.values()) realSink.quote(quote);
      newest.clear();
    },
    stop: () => source.stop(),
  };
}
