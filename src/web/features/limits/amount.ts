import { plainNumber } from '#web/ui/typed-number.ts';

/** Most decimals of an amount that is typed. */
export const AMOUNT_PLACES = 2;
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;
const LEAST_MINUTES = 5;
const DAY_MINUTES = 1_440;

/** An amount as people type it, as decimal text; null where it is none of at least 1.00. */
export function readAmount(typed: string): string | null {
  const amount = plainNumber(typed) ?? '';
  return AMOUNT.test(amount) && Number(amount) >= 1 ? amount : null;
}

/** Whole minutes of a day, from 5; null where it is something else. */
export function readMinutes(typed: string): number | null {
  const text = plainNumber(typed) ?? '';
  if (!/^\d{1,4}$/.test(text)) return null;
  const minutes = Number(text);
  return minutes >= LEAST_MINUTES && minutes <= DAY_MINUTES ? minutes : null;
}

/** How much of a limit is used, 0 to 1. */
export function shareOf(used: number, of: number): number {
  return of <= 0 ? 1 : Math.min(1, Math.max(0, used / of));
}
