import { spanOfDays } from '#web/ui/list/day-span.ts';

/** What the filter of the history page says, as its fields hold it. */
export interface HistoryFilter {
  /** `YYYY-MM-DD` in the viewer's zone, or empty. */
  readonly from: string;
  readonly to: string;
  readonly search: string;
}

/** What the API is asked. */
export interface HistoryQuery {
  readonly from?: string;
  readonly to?: string;
  readonly search?: string;
}

export const FILTER_NAMES = ['from', 'to', 'search'] as const;

/** The query of the API: days as `spanOfDays` reads them. */
export function queryOf(filter: HistoryFilter): HistoryQuery {
  const search = filter.search.trim();
  return { ...spanOfDays(filter), ...(search === '' ? {} : { search }) };
}
