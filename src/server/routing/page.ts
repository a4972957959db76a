/** A page of a list whose cursor leads on. */
export interface Page<T> {
  readonly items: readonly T[];
  /** null: this is the last one. */
  readonly nextCursor: string | null;
}

/** How many rows a page has: 1 to 200, 50 unless said. */
export function pageLimit(wanted: number | null | undefined): number {
  return Math.min(Math.max(wanted ?? 50, 1), 200);
}

/**
 * The page that rows make, of which one more than `limit` was asked for: it shows that there is more. `floor`: the cursor below the last
 * row that a search has looked at; it leads on where there is no further row.
 */
export function pageOf<R, T>(
  rows: readonly R[],
  limit: number,
  as: { readonly cursor: (row: R) => string; readonly item: (row: R) => T; readonly floor?: string | null },
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => as.item(row)),
    nextCursor: last === undefined ? (as.floor ?? null) : as.cursor(last),
  };
}
