import { PAIR_GROUPS } from '#domain/prices/pair.ts';
import type { Bus } from '#server/bus/index.ts';
import type { Config } from '#server/config/config.ts';
import type { PairBoard } from '#server/prices/wire.ts';

const ASK_EVERY_MS = 200;
const PATIENCE_MS = 20_000;

const NAMES = { crypto: 'crypto', forex: 'currencies', comms: 'commodities', stocks: 'stocks' } as const;

/** Which prices people see, in a few words: per group where groups differ. */
export function pricesShown(feed: Config['feed'], boards: readonly PairBoard[]): string {
  const groups = PAIR_GROUPS.flatMap((group) => {
    const kind = boards.find(({ pair }) => pair.group === group)?.kind;
    return kind === undefined ? [] : [{ name: NAMES[group], says: saysOf(kind, { feed, boards }) }];
  });
  const same = new Set(groups.map(({ says }) => says));
  if (same.size === 1) return [...same].join('');
  return groups.map(({ name, says }) => `${name} ${says}`).join(', ');
}

function saysOf(
  kind: PairBoard['kind'],
  { feed, boards }: { readonly feed: Config['feed']; readonly boards: readonly PairBoard[] },
): string {
  if (kind === 'live') return 'live';
  if (kind === 'simulated') return feed === 'auto' ? 'simulated (no source answered)' : 'simulated';
  const files = new Set(boards.flatMap(({ replay }) => replay?.file ?? [])).size;
  return `recorded (${files} ${files === 1 ? 'file' : 'files'})`;
}

/** Asks until prices flow, and says which; null when none do for 20 s, or the engine is gone. */
export async function whenPricesShow({ bus, feed }: { bus: Bus; feed: Config['feed'] }): Promise<string | null> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const boards = await answerOrNothing(bus);
    if (boards.some(({ status }) => status === 'ONLINE' || status === 'DEGRADED')) return pricesShown(feed, boards);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return null;
}

async function answerOrNothing(bus: Bus): Promise<readonly PairBoard[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly PairBoard[]>((resolve) => {
    timer = setTimeout(() => resolve([]), 2_000);
  });
  const answer = bus.request('prices.board', null).catch(() => []);
  const boards = await Promise.race([answer, late]);
  clearTimeout(timer);
  return boards;
}
