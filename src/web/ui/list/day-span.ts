/** Two days of a filter, `YYYY-MM-DD` in the viewer's zone, or empty. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/**
 * The span of the API for two days: they are the viewer's, the last one included; times go out in UTC. Nonsense is left out; two days the
 * wrong way round are read in their order.
 */
export function spanOfDays({ from, to }: Days): { readonly from?: string; readonly to?: string } {
  const isTurned = to !== '' && to < from;
  const start = startOfDay(isTurned ? to : from, 0);
  const end = startOfDay(isTurned ? from : to, 1);
  return { ...(start === null ? {} : { from: start }), ...(end === null ? {} : { to: end }) };
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
