import { PRODUCTS } from '#domain/settings/modes.ts';
import { placingP95, placingStep } from '#domain/status/placing.ts';
import { STATUS_DAYS, uptimeByDay, uptimeOf } from '#domain/status/uptime.ts';
import { LONGEST_GAP_MS, WATCHED_PARTS } from '#domain/status/watch.ts';
import { DAY_MS } from '#domain/time.ts';
import { toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { OutageWire, StatusWire } from '#protocol/status/status.ts';
import type { Status, StatusParts } from './contract.ts';
import { addPlaced, findWatch, outagesSince, placedSince, type OutageRow, type WatchRow } from './store.ts';
import { createWatch } from './watch.ts';

/** It is put together again after this, ms. */
const FRESH_MS = 5_000;
/** Placing is told of so many days, today among them. */
const PLACING_DAYS = 7;
const MOST_OUTAGES = 100;

export function createStatus(parts: StatusParts): Status {
  const { db, clock } = parts;
  const watch = createWatch(parts);
  const steps = new Map<number, number>();
  let last: { readonly at: number; readonly status: Promise<StatusWire> } | null = null;

  const storePlaced = async () => {
    if (steps.size === 0) return;
    const taken = new Map(steps);
    await addPlaced(db, { now: clock.now(), steps: taken });
    // What could not be stored is stored with the next look; what came meanwhile stays.
    for (const [step, count] of taken) {
      const left = (steps.get(step) ?? 0) - count;
      if (left > 0) steps.set(step, left);
      else steps.delete(step);
    }
  };

  return {
    read: () => {
      const at = clock.monotonic();
      if (last !== null && at - last.at < FRESH_MS) return last.status;
      const status = readStatus(parts);
      last = { at, status };
      // A failure is nobody's answer but this one's.
      status.catch(() => {
        last = null;
      });
      return status;
    },
    placed: (ms) => {
      const step = placingStep(ms);
      steps.set(step, (steps.get(step) ?? 0) + 1);
    },
    look: async () => {
      await watch.look();
      await storePlaced();
    },
  };
}

async function readStatus({ db, clock, settings, support, withdrawalTimes }: StatusParts): Promise<StatusWire> {
  const now = clock.now();
  const [watch, outages, placed, times, withdrawals] = await Promise.all([
    findWatch(db),
    outagesSince(db, now - STATUS_DAYS * DAY_MS),
    placedSince(db, now - (PLACING_DAYS - 1) * DAY_MS),
    support.times(),
    withdrawalTimes.read(),
  ]);
  const modes = PRODUCTS.map((product) => settings.modeOf(product, ''));
  return {
    at: toIso(now),
    since: toIsoOrNull(watch?.since ?? null),
    parts: WATCHED_PARTS.map((id) => {
      const own = outages.filter(({ part }) => part === id);
      return { id, ...stateOf(own, watch, now), ...uptimes(own, watch, now) };
    }),
    paused: modes.flatMap(({ product, mode, until }) =>
      mode === 'open' ? [] : [{ product, mode, until: toIsoOrNull(until) }],
    ),
    outages: grouped(outages).slice(0, MOST_OUTAGES),
    placing: {
      days: PLACING_DAYS,
      count: placed.reduce((sum, { count }) => sum + count, 0),
      p95Ms: placingP95(placed),
    },
    withdrawals,
    support: times,
  };
}

function stateOf(own: readonly OutageRow[], watch: WatchRow | null, now: number) {
  if (watch === null || now - watch.seenAt > LONGEST_GAP_MS) return { state: 'unknown', downSince: null } as const;
  const open = own.find(({ to }) => to === null);
  return open === undefined
    ? ({ state: 'up', downSince: null } as const)
    : ({ state: 'down', downSince: toIso(open.from) } as const);
}

function uptimes(own: readonly OutageRow[], watch: WatchRow | null, now: number) {
  // What nobody has looked at yet is not told as having worked.
  const to = watch === null ? now : Math.min(now, watch.seenAt + LONGEST_GAP_MS);
  const since = watch?.since ?? to;
  const ofLast = (days: number) => uptimeOf(own, { from: Math.max(since, now - days * DAY_MS), to });
  return {
    uptime: { day: ofLast(1), month: ofLast(30), quarter: ofLast(STATUS_DAYS) },
    days: uptimeByDay(own, { since, now }).map(({ day, share }) => ({ share, day: toIso(day).slice(0, 10) })),
  };
}

/** Parts that were out for one reason from one moment on are one outage, over when the last of them was back; what is still out is one of its own. */
function grouped(rows: readonly OutageRow[]): OutageWire[] {
  const groups = new Map<string, OutageRow[]>();
  for (const row of rows) {
    const key = `${row.from} ${row.cause} ${row.to === null}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const to = first.to === null ? null : Math.max(...group.map((row) => Number(row.to)));
    const ids = new Set(group.map(({ part }) => part));
    const parts = WATCHED_PARTS.filter((part) => ids.has(part));
    return [{ from: toIso(first.from), to: toIsoOrNull(to), cause: first.cause, parts }];
  });
}
