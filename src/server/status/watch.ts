import { followPart, WATCHED_PARTS, type PartView, type WatchedPart } from '#domain/status/watch.ts';
import { transaction } from '#server/db/index.ts';
import type { Readiness, StatusParts } from './contract.ts';
import { beginWatch, endOutage, insertOutage, lockWatch, openOutages, saveLook } from './store.ts';

type Parts = Pick<StatusParts, 'db' | 'clock' | 'readiness'>;

/** What of the product works, as people would call it. */
function seenUp({ parts }: Readiness): Readonly<Record<WatchedPart, boolean>> {
  const { database, engine, disk, feed, signer } = parts;
  return { site: database, trading: database && engine && disk, prices: feed, proofs: signer };
}

/** Looks at the parts again and again, for the process that trades; what it sees is kept. */
export function createWatch({ db, clock, readiness }: Parts): { look(): Promise<void> } {
  let views: Map<WatchedPart, PartView> | null = null;
  /** When this process looked last, ms. */
  let own: number | null = null;

  return {
    look: async () => {
      const ready = await readiness();
      if (ready.ownership === 'standby') return;
      const up = seenUp(ready);
      const now = clock.now();
      await transaction(db, async (tx) => {
        const watch = await lockWatch(tx);
        if (watch === null) {
          // What is being set up is not out.
          if (Object.values(up).every(Boolean)) await beginWatch(tx, now);
          return;
        }
        const { seenAt } = watch;
        // Another process looks: an engine that starts beside it is not out.
        if (ready.ownership === 'starting' && own !== null && seenAt > own) return;
        const before = views ?? (await viewsOf(tx, seenAt));
        const after = new Map<WatchedPart, PartView>();
        for (const part of WATCHED_PARTS) {
          const seen = before.get(part) ?? { lastUp: seenAt, misses: 0, isOut: false };
          const { view, event } = followPart(seen, { up: up[part], now, seen: seenAt });
          after.set(part, view);
          if (event?.kind === 'began') await insertOutage(tx, { part, ...event });
          else if (event?.kind === 'ended') await endOutage(tx, { part, to: event.to });
        }
        await saveLook(tx, now);
        views = after;
        own = now;
      }).catch((error: unknown) => {
        // What was not stored is seen anew.
        views = null;
        throw error;
      });
    },
  };
}

/** What the process before this one left. */
async function viewsOf(tx: Parameters<typeof openOutages>[0], seenAt: number): Promise<Map<WatchedPart, PartView>> {
  const open = new Set((await openOutages(tx)).map(({ part }) => part));
  return new Map(WATCHED_PARTS.map((part) => [part, { lastUp: seenAt, misses: 0, isOut: open.has(part) }]));
}
