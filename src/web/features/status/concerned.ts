import type { AnnouncementsWire } from '#protocol/status/status.ts';
import type { PageId } from '#web/page-rows.ts';

export type Announcement = AnnouncementsWire['items'][number];

const PRACTICE = new Set<PageId>(['trading', 'trading-demo']);

/** Whom it concerns reads it: on pages of trading, of events, of money, or on all. What was put away is not shown again. */
export function concerned(
  items: readonly Announcement[],
  { page, path, away }: { readonly page: PageId | null; readonly path: string; readonly away: readonly string[] },
): readonly Announcement[] {
  const isEvents = /\/(events|event)(\/|$)/.test(path);
  const isMoney = /\/(deposit|withdraw|cashier|balance|wallet-history|account)(\/|$)/.test(path);
  const isHere = ({ about }: Announcement) => {
    if (about === 'site') return true;
    if (about === 'events') return isEvents;
    if (about === 'deposits' || about === 'withdrawals') return isMoney;
    return page !== null && PRACTICE.has(page);
  };
  return items.filter((item) => isHere(item) && !away.includes(item.id));
}
