import type { PoolClient } from 'pg';
import type { EventMove } from '#domain/events/life.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Told } from '#server/facts/index.ts';
import type { Draft, Followed } from './drafts.ts';

/** What is asked of events and of their books. */
export interface EventNews {
  eventLabels(
    this: void,
    db: Queryable,
    of: { readonly books?: readonly string[]; readonly markets?: readonly string[] },
  ): Promise<
    readonly { readonly book: string; readonly marketId: string; readonly slug: string; readonly title: string }[]
  >;
  readonly bookFacts: {
    /** Who holds shares there. */
    holdersOf(this: void, db: Queryable, books: readonly string[]): Promise<readonly string[]>;
  };
}

/** Moves that whoever holds shares is told of; what they are paid is told with the payment. */
const NEWS: ReadonlySet<EventMove> = new Set<EventMove>(['clarify', 'confirm', 'challenge', 'decide']);

/** What holders of real money are told of moves of markets. */
export async function eventDrafts(
  { eventLabels, bookFacts }: EventNews,
  tx: PoolClient,
  facts: readonly Told<Followed>[],
): Promise<readonly Draft[]> {
  const moved = facts.flatMap((fact) => (fact.kind === 'event.moved' && NEWS.has(fact.move) ? [fact] : []));
  const labels = await eventLabels(tx, { markets: moved.map(({ marketId }) => marketId) });
  const drafts = moved.map(async ({ marketId, move, at }) => {
    const label = labels.find((one) => one.marketId === marketId);
    if (label === undefined) return [];
    const values = { event: label.title, slug: label.slug, move };
    // Rules are clarified more than once.
    const source = `event ${marketId} ${move}${move === 'clarify' ? ` ${at}` : ''}`;
    const holders = await bookFacts.holdersOf(tx, [label.book]);
    return holders.map((userId): Draft => ({ userId, kind: 'event_moved', values, at, source, isNotice: false }));
  });
  return (await Promise.all(drafts)).flat();
}

/** Drafts with the name and address of the event whose book they are about. */
export async function nameEvents(
  { eventLabels }: EventNews,
  tx: PoolClient,
  drafts: readonly Draft[],
): Promise<readonly Draft[]> {
  const books = [...new Set(drafts.flatMap(({ values }) => values['book'] ?? []))];
  const labels = new Map((await eventLabels(tx, { books })).map((label) => [label.book, label]));
  return drafts.map((draft) => {
    const { book, ...values } = draft.values;
    if (book === undefined) return draft;
    const label = labels.get(book);
    return { ...draft, values: { ...values, event: label?.title ?? '', slug: label?.slug ?? '' } };
  });
}
