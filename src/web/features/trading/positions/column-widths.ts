/**
 * Of the tables of open and closed predictions, so that no column moves while a row waits for its entry, is open, is settled, or is looked
 * at in the other tab. The last column has the rest.
 */
export const COLUMN_WIDTHS = {
  pair: 'w-[11%]',
  direction: 'w-[10%]',
  amount: 'w-[9%]',
  price: 'w-[11%]',
  time: 'w-[15%]',
} as const;
