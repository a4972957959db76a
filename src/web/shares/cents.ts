import type { Formats } from '#web/i18n/format.ts';

/** 455 -> `45.5¢`, in the locale's figures. */
export function centsOf(formats: Formats, price: number): string {
  return `${formats.number(price / 10, Number.isInteger(price / 10) ? 0 : 1)}¢`;
}
