import { durationsOf } from '#domain/trading/durations.ts';
import { stakeBounds } from '#domain/trading/gates.ts';
import { toDecimal } from '#domain/money.ts';
import { PAIR_GROUPS } from '#domain/prices/pair.ts';
import type { Realm } from '#domain/realm.ts';
import { priceToNumber, toIsoOrNull } from '#protocol/codecs.ts';
import type { PairsWire, PairWire } from '#protocol/trading.ts';
import type { Bus } from '#server/bus/bus.ts';
import type { Clock } from '#server/clock.ts';
import type { PairBoard } from '#server/prices/wire.ts';

/** A board older than this is asked for again before it is shown. */
const FRESH_MS = 1_000;
const ENGINE_PATIENCE_MS = 3_000;

/** The web thread's copy of all pairs: refreshed on demand, kept current by what the engine publishes. */
export interface PairCache {
  /** Rejects with EngineAway when the engine does not answer. */
  all(): Promise<readonly PairBoard[]>;
  pairs(realm: Realm): Promise<PairsWire>;
  find(pairId: string): Promise<PairBoard | null>;
}

/** The engine thread is starting, restarting or gone: worth another try. */
export class EngineAway extends Error {
  override readonly name = 'EngineAway';
}

export function createPairCache(parts: { bus: Bus; clock: Clock }): PairCache {
  const { bus, clock } = parts;
  let boards = new Map<string, PairBoard>();
  let readAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    const fresh = await askEngine(bus.request('prices.board', null));
    boards = new Map(fresh.map((board) => [board.pair.id, board]));
    readAt = clock.monotonic();
  };

  const current = async (): Promise<ReadonlyMap<string, PairBoard>> => {
    if (clock.monotonic() - readAt >= FRESH_MS) {
      pending ??= refresh().finally(() => {
        pending = null;
      });
      await pending;
    }
    return boards;
  };

  bus.subscribe('prices.pair', (board) => void boards.set(board.pair.id, board));
  bus.subscribe('prices.tick', ({ pair, seq, t, price, head }) => {
    const board = boards.get(pair);
    if (board === undefined) return;
    boards.set(pair, { ...board, last: { seq, t, tSource: board.last?.tSource ?? t, price, head } });
  });

  return {
    all: async () => [...(await current()).values()],
    pairs: async (realm) => toPairsWire([...(await current()).values()], realm),
    find: async (pairId) => (await current()).get(pairId) ?? null,
  };
}

/** A command waits for the disk; past this, ms, whoever gave it asks again with its key (docs/decisions/0092). */
export const COMMAND_PATIENCE_MS = 10_000;

/** Waits for an answer of the engine thread; EngineAway when it fails or takes too long. */
export async function askEngine<T>(answer: Promise<T>, patienceMs = ENGINE_PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EngineAway(`no answer of the engine in ${patienceMs} ms`)), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    throw error instanceof EngineAway ? error : new EngineAway('the engine did not answer', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Pairs by group, in the order of the engine. */
export function toPairsWire(boards: readonly PairBoard[], realm: Realm): PairsWire {
  const groups: PairsWire = { crypto: [], forex: [], comms: [], stocks: [] };
  for (const group of PAIR_GROUPS) {
    groups[group] = boards.filter((board) => board.pair.group === group).map((board) => toPairWire(board, realm));
  }
  return groups;
}

/** A pair as one realm sees it: durations, payouts and limits differ. */
export function toPairWire(board: PairBoard, realm: Realm): PairWire {
  const { pair, replay } = board;
  const durations = [...durationsOf(pair, realm, board.minDurationSec)];
  const stakes = stakeBounds(board, realm);
  const payouts = Object.fromEntries(
    durations.flatMap((sec) => {
      const bps = board.payouts[sec];
      return bps === undefined ? [] : [[String(sec), bps / 10_000]];
    }),
  );
  const shown = durations.find((sec) => sec >= 60 && payouts[sec] !== undefined);
  const price = (value: number) => priceToNumber(value, pair.scale);
  const priceOrNull = (value: number | null) => (value === null ? null : price(value));
  return {
    id: pair.id,
    market: pair.group,
    name: pair.name,
    base: pair.base,
    quote: pair.quote,
    payout: (shown === undefined ? undefined : payouts[shown]) ?? pair.basePayoutBps / 10_000,
    payouts,
    precision: pair.scale,
    status: WIRE_STATUS[board.status],
    isEnabledPair: WIRE_STATUS[board.status] === 'online',
    nextOpen: toIsoOrNull(board.nextOpen),
    nextClose: toIsoOrNull(board.nextClose),
    minStake: Number(toDecimal(stakes.min)),
    maxStake: Number(toDecimal(stakes.max)),
    durations,
    price: priceOrNull(board.last?.price ?? null),
    priceTime: board.last?.t ?? null,
    change24h: board.change24h,
    // Ticks come between two boards: the price is never outside its day.
    high24h: priceOrNull(board.high24h === null ? null : Math.max(board.high24h, board.last?.price ?? board.high24h)),
    low24h: priceOrNull(board.low24h === null ? null : Math.min(board.low24h, board.last?.price ?? board.low24h)),
    spark: board.spark.map(price),
    crowd: board.crowdUp === null ? null : { up: board.crowdUp },
    degraded: board.status === 'DEGRADED',
    reason: board.reason,
    feed: {
      kind: board.kind,
      sources: board.sources.map((source) => ({ ...source })),
      ...(replay === null
        ? {}
        : { file: replay.file, anchor: replay.anchor, firstTs: replay.firstTs, speed: replay.speed }),
    },
  };
}

const WIRE_STATUS = {
  ONLINE: 'online',
  DEGRADED: 'online',
  WARMING: 'offline',
  OFFLINE: 'offline',
  CLOSED: 'closed',
} as const;
