import { plainNumber } from '#web/ui/typed-number.ts';

/** Most decimals of an amount that is typed. */
export const AMOUNT_PLACES = 2;
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;

/** An amount as people type it, as decimal text; null where it is none, or zero. */
export function readAmount(typed: string): string | null {
  const amount = plainNumber(typed) ?? '';
  return AMOUNT.test(amount) && Number(amount) > 0 ? amount : null;
}

/** The most that may be paid now, in whole cents: what is free, and no more than one payment may be; null: nothing. */
export function mostOf(now: { readonly free: number; readonly max: number; readonly min: number }): string | null {
  const cents = Math.floor(Math.min(now.free, now.max) * 100 + 1e-6);
  return cents < now.min * 100 ? null : (cents / 100).toFixed(2);
}

/** Ten digits in two groups, as they are read out. */
export function payIdText(payId: string): string {
  return `${payId.slice(0, 5)} ${payId.slice(5)}`;
}
