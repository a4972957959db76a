import { CATEGORIES, type Category } from '#domain/events/terms.ts';

export const SORTS = ['volume', 'closing', 'newest'] as const;
export const SHOWS = ['open', 'ended'] as const;

/** What the address of the list asks for. */
export interface ListWish {
  readonly sort: (typeof SORTS)[number];
  readonly category: Category | null;
  readonly show: (typeof SHOWS)[number];
  readonly search: string;
  /** Those alone that the person watches, open and ended. */
  readonly watching: boolean;
  readonly cursor: string | null;
}

export const PLAIN_WISH: ListWish = {
  sort: 'volume',
  category: null,
  show: 'open',
  search: '',
  watching: false,
  cursor: null,
};
const LONGEST_SEARCH = 100;

/** Reads it; what is not known counts as not said. */
export function wishOf(query: URLSearchParams): ListWish {
  const one = <T extends string>(name: string, known: readonly T[]) => known.find((it) => it === query.get(name));
  return {
    sort: one('sort', SORTS) ?? PLAIN_WISH.sort,
    category: one('category', CATEGORIES) ?? null,
    show: one('show', SHOWS) ?? PLAIN_WISH.show,
    search: (query.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    watching: query.get('watching') === '1',
    cursor: query.get('after'),
  };
}

/** The query of a wish, with `?`; empty for the plain one. Another wish begins at its first page. */
export function queryOf(wish: ListWish, part: Partial<ListWish> = {}): string {
  const next = { ...wish, cursor: null, ...part };
  const query = new URLSearchParams();
  if (next.sort !== PLAIN_WISH.sort) query.set('sort', next.sort);
  if (next.category !== null) query.set('category', next.category);
  if (next.show !== PLAIN_WISH.show) query.set('show', next.show);
  if (next.search !== '') query.set('search', next.search);
  if (next.watching) query.set('watching', '1');
  if (next.cursor !== null) query.set('after', next.cursor);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
