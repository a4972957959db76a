import type { Spreadsheet } from '#protocol/codecs.ts';

/** How spreadsheets in the language of this tag want a CSV: where a comma parts the decimals, cells are parted by semicolons. */
export function spreadsheetOf(tag: string): Spreadsheet {
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'comma' : 'point';
}
