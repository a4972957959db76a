interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
}

/** Most rows that a page of a list can have. */
export const WHOLE_PAGE = '200';

/** All rows of a list that comes in pages, in its order; each page is asked for by the cursor of the one before. Rejects when a page does. */
export async function everyPage<T>(read: (page: { readonly cursor?: string }) => Promise<Page<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = await read({}); ; page = await read({ cursor: page.nextCursor })) {
    rows.push(...page.items);
    if (page.nextCursor === null) return rows;
  }
}
