import type { ScheduledWire } from '#protocol/scheduled.ts';
import type { Frame } from '#web/live/socket.ts';

/** What waits after a frame of the channel `scheduled`: a snapshot is the whole list, a change is one entry. */
export function waitingAfter(was: readonly ScheduledWire[], frame: Frame): readonly ScheduledWire[] {
  if (frame.snapshot === true) return frame.data as readonly ScheduledWire[];
  const entry = frame.data as ScheduledWire;
  return [...(entry.status === 'WAITING' ? [entry] : []), ...was.filter(({ id }) => id !== entry.id)];
}

/** Own entries of a pair that wait for a price: what its chart shows of them. */
export function waitingForPrice(entries: readonly ScheduledWire[], pair: string): readonly ScheduledWire[] {
  return entries.filter((entry) => entry.pair === pair && entry.status === 'WAITING' && entry.price !== null);
}
