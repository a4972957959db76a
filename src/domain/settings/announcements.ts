import { PRODUCTS, type ModeRow, type Product } from './modes.ts';

/** What people are told of: a product, the way of money in or out, or all of it. */
export const ANNOUNCED = [...PRODUCTS, 'deposits', 'withdrawals', 'site'] as const;
export type Announced = (typeof ANNOUNCED)[number];

/** Work that is planned. Times in ms. */
export interface Announcement {
  readonly id: string;
  readonly about: Announced;
  /** '': all pairs. */
  readonly pair: string;
  readonly from: number;
  readonly until: number;
}

/** What people are told now. */
export type Told =
  | ({ readonly kind: 'planned' | 'now' } & Announcement)
  | {
      readonly kind: 'paused';
      readonly id: string;
      readonly about: Product;
      readonly pair: string;
      readonly until: number | null;
    };

/**
 * What is to be told at `now` (ms): what is planned, what has begun, and what is paused without a word. Of a product that is told of as being
 * worked on, its mode is not told besides. A pair is not told of where all of its product is paused.
 */
export function toldNow(
  announcements: readonly Announcement[],
  modes: readonly ModeRow[],
  now: number,
): readonly Told[] {
  const planned = announcements
    .filter(({ until }) => until > now)
    .map((one): Told => ({ kind: one.from > now ? 'planned' : 'now', ...one }))
    .toSorted((one, other) => (one.kind === other.kind ? 0 : one.kind === 'now' ? -1 : 1));
  const isTold = ({ product, pair }: ModeRow) =>
    planned.some(
      (one) =>
        one.kind === 'now' && (one.about === product || one.about === 'site') && (one.pair === '' || one.pair === pair),
    );
  const paused = modes.filter(({ mode }) => mode !== 'open');
  const isOfAll = (row: ModeRow) =>
    row.pair !== '' && paused.some((all) => all.product === row.product && all.pair === '');
  return [
    ...planned,
    ...paused
      .filter((row) => !isTold(row) && !isOfAll(row))
      .map(({ product, pair, until }): Told => ({
        kind: 'paused',
        id: `${product}.${pair}.${until ?? ''}`,
        about: product,
        pair,
        until,
      })),
  ];
}
