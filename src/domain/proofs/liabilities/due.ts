import { HOUR_MS } from '../../time.ts';

/** When a snapshot is taken by itself. month: at an hour of each month that nobody knows before; hour: each hour, in a sandbox. */
export type SnapshotPace = 'month' | 'hour';

/** The time that one snapshot stands for: `2026-11`, or `2026-11-20T17` in a sandbox. `iso`: a time as ISO 8601 in UTC. */
export function slotOf(iso: string, pace: SnapshotPace): string {
  return pace === 'month' ? iso.slice(0, 7) : iso.slice(0, 13);
}

/**
 * Is the snapshot of this month taken in this hour? Asked once in each hour: of the n hours that are left (this one too) each is as likely as
 * any other, and the last one takes it. Nobody can know the hour before it comes, for nothing is drawn earlier.
 */
export function isDrawn(
  { now, monthEnd }: { readonly now: number; readonly monthEnd: number },
  draw: (below: bigint) => bigint,
): boolean {
  const left = Math.ceil((monthEnd - now) / HOUR_MS);
  return left <= 1 || draw(BigInt(left)) === 0n;
}
