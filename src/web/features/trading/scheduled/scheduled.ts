import { fromDecimal } from '#domain/money.ts';
import { LONGEST_WAIT_MS } from '#domain/trading/scheduled/entry.ts';
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

/** Where clocks are set back they show a time twice: by half an hour on Lord Howe, by an hour elsewhere. */
const SET_BACK_MS = [0, 1_800_000, 3_600_000];

/**
 * When the viewer's clocks show this time next (ms), within the day that a prediction may wait. null while it is no time, or where a day of 25
 * hours brings it later than that. A time that clocks skip is the one they show in its place.
 */
export function nextAt(time: string, now: number): number | null {
  const parts = /^(\d\d):(\d\d)/.exec(time);
  if (parts === null) return null;
  const first = (days: number) => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    at.setHours(Number(parts[1]), Number(parts[2]), 0, 0);
    return at.getTime();
  };
  const next = [first(0), first(1)]
    .flatMap((at) => SET_BACK_MS.map((later) => at + later).filter((again) => clockOf(again) === clockOf(at)))
    .find((at) => at > now);
  return next === undefined || next > now + LONGEST_WAIT_MS ? null : next;
}

/** The time of day that the viewer's clocks show, in minutes. */
function clockOf(ms: number): number {
  const at = new Date(ms);
  return at.getHours() * 60 + at.getMinutes();
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
