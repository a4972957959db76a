import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { FactKind, RecordedKind } from '#domain/facts.ts';
import type { Facts, FactSource, Follower, FollowerLag, Told } from './contract.ts';
import { goOn, type Following } from './following.ts';
import { Hearing, type Listener } from './hearing.ts';
import { LagWatch } from './lag.ts';
import { listenForFacts } from './listening.ts';
import { LOOK_EVERY_MS, pauseAfter, startLoop } from './loop.ts';
import { createRecordedFacts } from './recorded-facts.ts';
import { deletePassed, findCursor, findHead, numberFacts, passedByAll, placeCursor } from './store.ts';
import { DAY_MS } from '#domain/time.ts';

const KEPT_MS = 7 * DAY_MS;
/** What waits behind an older transaction is looked at again then. */
const BEHIND_OTHERS_MS = 20;
const MEASURED_EVERY_MS = 5_000;

export interface FactParts {
  readonly db: Pool;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Besides what is recorded: what the engine tells with its batches. */
  readonly sources: readonly FactSource[];
}

/** The facts of an installation, as one process sees them. Several may run on one database: each fact is handled by one of them. */
export function createFacts({ db, log, sources }: FactParts): Facts {
  const recorded = createRecordedFacts();
  const followings: Following[] = [];
  const listeners: Listener[] = [];
  const running: { stop(): Promise<void> }[] = [];

  const start = async () => {
    for (const { follower, source } of followings) {
      await placeCursor(db, { follower: follower.name, source: source.name }, await source.head(db));
    }
    const hearing = new Hearing(db, listeners);
    await hearing.open();
    const numbering = startNumbering({ db, log, hearing, wake: () => recorded.wake() });
    const listening = listenForFacts(db, () => numbering.wake());
    running.push(
      { stop: listening },
      numbering,
      ...followings.map((following) => goOn(db, following, log)),
      startMeasuring({ db, log, followings }),
    );
  };
  return {
    follow: <K extends FactKind>(follower: Follower<K>) => {
      if (followings.some((known) => known.follower.name === follower.name)) {
        throw new Error(`two followers of facts are named ${follower.name}`);
      }
      const asked = follower as unknown as Follower;
      for (const source of [recorded, ...sources]) {
        if (asked.kinds.some((kind) => source.owns(kind))) followings.push({ follower: asked, source });
      }
    },
    hear: <K extends RecordedKind>(kinds: readonly K[], listener: (fact: Told<K>) => void) => {
      listeners.push({ kinds, listener: listener as unknown as (fact: Told) => void });
    },
    start,
    stop: async () => {
      await Promise.all(running.splice(0).map((one) => one.stop()));
    },
    lags: async () => {
      const found: FollowerLag[] = [];
      for (const { follower, source } of followings) {
        const position = await findCursor(db, { follower: follower.name, source: source.name });
        if (position === null) continue;
        const lag = await source.lag(db, position);
        found.push({ follower: follower.name, source: source.name, position, ...lag });
      }
      return found.toSorted((one, other) => one.follower.localeCompare(other.follower));
    },
    purge: async () => {
      const upTo = await passedByAll(db, recorded.name);
      if (upTo !== null) await deletePassed(db, { upTo, olderThanMs: KEPT_MS });
    },
  };
}

/** Numbers what was recorded, tells those who hear, and wakes the followers. */
function startNumbering({
  db,
  log,
  hearing,
  wake,
}: Pick<FactParts, 'db' | 'log'> & { readonly hearing: Hearing; readonly wake: () => void }) {
  let failures = 0;
  let before: string | null = null;
  return startLoop({
    round: async () => {
      const someWait = await numberFacts(db);
      await hearing.look();
      // Another process may have numbered them.
      const head = await findHead(db);
      if (head !== before) wake();
      before = head;
      failures = 0;
      return someWait ? BEHIND_OTHERS_MS : LOOK_EVERY_MS;
    },
    onFailure: (error) => {
      log.warn({ err: error }, 'facts were not numbered');
      return Math.min(5_000, pauseAfter(failures++));
    },
  });
}

function startMeasuring({ db, log, followings }: Pick<FactParts, 'db' | 'log'> & { readonly followings: Following[] }) {
  const watch = new LagWatch(log);
  return startLoop({
    round: async () => {
      for (const following of followings) await watch.look(db, following);
      return MEASURED_EVERY_MS;
    },
    onFailure: (error) => {
      log.warn({ err: error }, 'the lag of the followers was not measured');
      return MEASURED_EVERY_MS;
    },
  });
}
