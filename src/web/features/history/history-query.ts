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

/**
 * The query of the API: days are the viewer's, the last one included; times go out in UTC. Nonsense is left out; two days the wrong way
 * round are read in their order.
 */
export function queryOf(filter: HistoryFilter): HistoryQuery {
  const isTurned = filter.to !== '' && filter.to < filter.from;
  const from = startOfDay(isTurned ? filter.to : filter.from, 0);
  const to = startOfDay(isTurned ? filter.from : filter.to, 1);
  const search = filter.search.trim();
  return {
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
    ...(search === '' ? {} : { search }),
  };
}

/** Start of a day of the viewer, so many days later, as ISO 8601 in UTC; null where the text is no day. */
function startOfDay(day: string, later: number): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (match === null) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const start = new Date(year, month - 1, date);
  if (start.getMonth() !== month - 1 || start.getDate() !== date) return null;
  return new Date(year, month - 1, date + later).toISOString();
}
