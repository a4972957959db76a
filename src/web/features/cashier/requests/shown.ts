import type { CallAnswer } from '#web/api/calls.ts';

export type Request = CallAnswer<'cashier.request'>;

/** The name of a request in an address of the page. */
export const LINKED = 'request';

/** Where a request is paid: a whole address, for it leaves the page. `page`: with or without its origin; `here`: where one is. */
export function addressOf(id: string, { page, here }: { readonly page: string; readonly here: string }): string {
  return new URL(`${page}?${LINKED}=${id}`, here).href;
}

/** Of the parts of a split, as far as they are shown: how many there are, and how many are paid. */
export function partsOf(
  split: string,
  all: readonly Pick<Request, 'split' | 'state'>[],
): { readonly count: number; readonly paid: number } {
  const parts = all.filter((one) => one.split === split);
  return { count: parts.length, paid: parts.filter(({ state }) => state === 'PAID').length };
}
