import { fromDecimal } from '#domain/money.ts';
import { plainNumber, plainPercent } from '#web/ui/typed-number.ts';
import { problem } from '../ticket/ticket.ts';
import type { Ticket, TicketProblem, TicketScene } from '../ticket/ticket.ts';

/** What a prediction is to wait for, as it was typed. */
export interface ScheduledDraft {
  readonly kind: 'price' | 'time';
  readonly price: string;
  /** `HH:MM` of the viewer's zone. */
  readonly time: string;
  /** Percent. */
  readonly least: string;
}

export type ScheduledProblem = TicketProblem | 'price' | 'other_price' | 'time' | 'least';

/** Decimal text of a price that was typed; null while it is none, or has more decimals than its pair. */
export function readPrice(text: string, precision: number): string | null {
  const plain = plainNumber(text) ?? '';
  const read = fromDecimal(plain, Math.min(precision, 6));
  return read === null || read <= 0n ? null : plain;
}

/** When the viewer's clocks show this time next (ms): within a day. null while it is no time. */
export function nextAt(time: string, now: number): number | null {
  const parts = /^(\d\d):(\d\d)/.exec(time);
  if (parts === null) return null;
  const at = new Date(now);
  at.setHours(Number(parts[1]), Number(parts[2]), 0, 0);
  if (at.getTime() <= now) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/** Most decimals of a payout in percent. */
export const PERCENT_PLACES = 2;

/** A payout in percent as basis points; null while it is none. */
export function readPercent(text: string): number | null {
  const read = fromDecimal(plainPercent(text) ?? '', PERCENT_PLACES);
  if (read === null) return null;
  const bps = Number(read / 10_000n);
  return bps <= 10_000 ? bps : null;
}

/** The first thing that is missing; null when it can go out. `price`: the last one of the pair. */
export function scheduledProblem(
  draft: ScheduledDraft,
  on: {
    readonly ticket: Ticket;
    readonly scene: TicketScene;
    readonly precision: number;
    readonly price: number | null;
  },
): ScheduledProblem | null {
  const found = problem(on.ticket, on.scene);
  if (found !== null) return found;
  if (draft.kind === 'price') {
    const price = readPrice(draft.price, on.precision);
    if (price === null) return 'price';
    if (Number(price) === on.price) return 'other_price';
  } else if (nextAt(draft.time, on.scene.now) === null) return 'time';
  return readPercent(draft.least) === null ? 'least' : null;
}
