import type { OfficeRow } from '#protocol/office/cells.ts';
import type { RowPage } from './contract.ts';

/** The page of what was asked for with one row more than fits: that one says that there is a next page. */
export function rowPage<T>(found: readonly T[], limit: number, shown: (one: T) => OfficeRow): RowPage {
  const rows = found.slice(0, limit).map(shown);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}
