import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { FactKind } from '#domain/facts.ts';
import { transaction } from '#server/db/index.ts';
import type { FactSource, Follower } from './contract.ts';
import { LOOK_EVERY_MS, pauseAfter, startLoop, type Loop } from './loop.ts';
import { findCursor, lockCursor, moveCursor } from './store.ts';

/** Rows of a source that are handled in one transaction. */
const AT_A_TIME = 500;

/** One follower on one of its sources. */
export interface Following {
  readonly follower: Follower;
  readonly source: FactSource;
}

/** Goes on with a follower until it is stopped: what it throws stays with it. */
export function goOn(db: Pool, following: Following, log: Pick<Logger, 'warn'>): Loop {
  const { follower, source } = following;
  let failures = 0;
  /** Somebody said that there is more: to look whether there is would be two questions for nothing. */
  let isTold = false;
  const loop = startLoop({
    round: async () => {
      const mustLook = !isTold;
      isTold = false;
      // After a failure one by one: what stands before the fact that cannot be handled is done.
      const more = await step(db, following, { limit: failures === 0 ? AT_A_TIME : 1, mustLook });
      failures = 0;
      return more ? 0 : LOOK_EVERY_MS;
    },
    onFailure: (error) => {
      const ms = pauseAfter(failures);
      failures += 1;
      log.warn(
        { err: error, follower: follower.name, source: source.name, failures, ms },
        'a follower of facts failed',
      );
      return ms;
    },
  });
  const end = source.watch(() => {
    isTold = true;
    loop.wake();
  });
  return {
    wake: () => loop.wake(),
    stop: () => {
      end();
      return loop.stop();
    },
  };
}

/** Handles what comes next, and moves the cursor with it. Answers whether there may be more. */
async function step(
  db: Pool,
  { follower, source }: Following,
  { limit, mustLook }: { readonly limit: number; readonly mustLook: boolean },
): Promise<boolean> {
  const key = { follower: follower.name, source: source.name };
  const kinds: readonly FactKind[] = follower.kinds.filter((kind) => source.owns(kind));
  // Most looks find nothing, and a lock is a write.
  if (mustLook) {
    const [position, head] = await Promise.all([findCursor(db, key), source.head(db)]);
    if (position === head) return false;
  }
  const outcome = await transaction(db, async (tx) => {
    const after = await lockCursor(tx, key);
    if (after === null) return 'nothing';
    const { facts, upTo } = await source.read(tx, { after, kinds, limit, afterMs: follower.afterMs ?? 0 });
    if (upTo === after) return 'nothing';
    if (facts.length > 0) await follower.handle(tx, facts);
    await moveCursor(tx, key, upTo);
    return facts.length > 0 ? 'handled' : 'passed';
  });
  if (outcome === 'handled') follower.onHandled?.();
  return outcome !== 'nothing';
}
