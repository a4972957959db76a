import { pino } from 'pino';
import type { Config } from '#server/config/config.ts';
import { systemClock } from '#server/clock.ts';
import { createSources } from '#server/prices/adapters/index.ts';
import { loadPairs } from '#server/prices/index.ts';
import type { Quote, Source } from '#server/prices/source.ts';
import { systemTimers } from '#server/prices/timers.ts';
import { judgeClock } from './database.ts';
import { about, type Finding } from './finding.ts';

/** How long sources are listened to, ms. */
const LISTEN_MS = 6_000;

/** What was heard of a source. */
export interface Heard {
  readonly pairs: number;
  readonly asked: number;
  /** How far the clock of the venue is ahead of ours, ms, by the message that was the least late; null: it states no times. */
  readonly ahead: number | null;
}

/** Listens to every live source for a moment. Other kinds of feed have nobody to ask. */
export async function examineFeeds(config: Config, listenMs = LISTEN_MS): Promise<readonly Finding[]> {
  const say = about('feeds');
  if (config.feed === 'simulated') return [say.ok('Prices are simulated: nobody is to be asked.')];
  if (config.feed === 'replay') return [say.ok(`Prices are played back from ${config.replay.dir}.`)];
  const pairs = loadPairs();
  const tools = { clock: systemClock, timers: systemTimers, stateDir: config.dataDir };
  const sources = createSources({ config, pairs, tools, log: pino({ level: 'silent' }) });
  const heard = await listen(sources, listenMs);
  return judgeFeeds(config, heard);
}

async function listen(sources: readonly Source[], ms: number): Promise<ReadonlyMap<string, Heard>> {
  const pairs = new Map(sources.map(({ name }) => [name, new Set<string>()]));
  const ahead = new Map<string, number>();
  const sink = {
    quote({ source, pairId, tVenue, tReceive }: Quote) {
      pairs.get(source)?.add(pairId);
      if (tVenue === null) return;
      // What came late makes the venue look behind: the message that was least late says most.
      ahead.set(source, Math.max(ahead.get(source) ?? Number.NEGATIVE_INFINITY, tVenue - tReceive));
    },
    alive: () => undefined,
    state: () => undefined,
  };
  for (const source of sources) source.start(sink);
  await new Promise((resolve) => setTimeout(resolve, ms));
  await Promise.all(sources.map((source) => source.stop()));
  return new Map(
    sources.map(({ name, pairIds }) => [
      name,
      { pairs: pairs.get(name)?.size ?? 0, asked: pairIds.length, ahead: ahead.get(name) ?? null },
    ]),
  );
}

/** A live feed without a source is a fault; one source that is away is worth a look, for a price is the middle of several. */
export function judgeFeeds({ feed }: Pick<Config, 'feed'>, heard: ReadonlyMap<string, Heard>): readonly Finding[] {
  const say = about('feeds');
  const away = [...heard].filter(([, { pairs }]) => pairs === 0).map(([name]) => name);
  if (away.length === heard.size) {
    return [
      feed === 'auto'
        ? say.warning('No source answers: prices will be simulated.')
        : say.fault(`No source answers (${away.join(', ')}): nobody can predict. Is the way out of this machine open?`),
    ];
  }
  const clocks = [...heard].flatMap(([name, { ahead }]) => (ahead === null ? [] : [{ name, ahead }]));
  const nearest = clocks.toSorted((a, b) => Math.abs(a.ahead) - Math.abs(b.ahead))[0];
  return [
    ...[...heard].map(([name, { pairs, asked }]) =>
      pairs === 0 ? say.warning(`${name} says nothing.`) : say.ok(`${name} has prices of ${pairs} of ${asked} pairs.`),
    ),
    // Each venue may be wrong; all of them are not.
    ...(nearest === undefined ? [] : [judgeClock(nearest.name, { ahead: nearest.ahead, unsure: 250 })]),
  ];
}
