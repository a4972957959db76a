/** What was counted in one market, and from when on it is a flag. Lots of 0.01 share. */

export const WATCH_FLAGS = ['holder', 'both_ways', 'linked', 'before_result', 'cancelled'] as const;
export type WatchFlagName = (typeof WATCH_FLAGS)[number];

export interface WatchFlag {
  readonly name: WatchFlagName;
  /** One account, or two. */
  readonly people: readonly string[];
  /** Percent of an outcome, fills, lots, or orders: by the name. */
  readonly count: number;
}

export interface WatchThresholds {
  readonly largeLots: number;
  readonly holderPercent: number;
  readonly bothWays: number;
  readonly cancelledOrders: number;
}

/** What the tables say of a market. `there` and `back`: fills in each direction between two accounts. */
export interface Watched {
  readonly holders: readonly { readonly userId: string; readonly lots: number; readonly percent: number }[];
  readonly pairs: readonly {
    readonly people: readonly [string, string];
    readonly there: number;
    readonly back: number;
    readonly isLinked: boolean;
  }[];
  readonly early: readonly { readonly userId: string; readonly lots: number }[];
  readonly cancelled: readonly { readonly userId: string; readonly orders: number }[];
}

/** What stands out in a market, in the order of `WATCH_FLAGS`. */
export function watchFlags(seen: Watched, from: WatchThresholds): readonly WatchFlag[] {
  const holders = seen.holders.filter(
    ({ lots, percent }) => Math.abs(lots) >= from.largeLots && percent >= from.holderPercent,
  );
  const bothWays = seen.pairs.filter(({ there, back }) => Math.min(there, back) >= from.bothWays);
  const linked = seen.pairs.filter(({ isLinked }) => isLinked);
  const early = seen.early.filter(({ lots }) => lots >= from.largeLots);
  const cancelled = seen.cancelled.filter(({ orders }) => orders >= from.cancelledOrders);
  return [
    ...holders.map(({ userId, percent }) => ({ name: 'holder' as const, people: [userId], count: percent })),
    ...bothWays.map(({ people, there, back }) => ({ name: 'both_ways' as const, people, count: there + back })),
    ...linked.map(({ people, there, back }) => ({ name: 'linked' as const, people, count: there + back })),
    ...early.map(({ userId, lots }) => ({ name: 'before_result' as const, people: [userId], count: lots })),
    ...cancelled.map(({ userId, orders }) => ({ name: 'cancelled' as const, people: [userId], count: orders })),
  ];
}
