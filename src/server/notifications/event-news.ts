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
  /** Who watches the events of markets. */
  eventWatchers(
    this: void,
    db: Queryable,
    markets: readonly string[],
  ): Promise<readonly { readonly marketId: string; readonly userId: string }[]>;
  readonly bookFacts: {
    /** Who holds shares there. */
    holdersOf(this: void, db: Queryable, books: readonly string[]): Promise<readonly string[]>;
    /** Who held shares there when they were paid. */
    paidOf(this: void, db: Queryable, books: readonly string[]): Promise<readonly string[]>;
  };
}

/** Moves that whoever holds shares or watches is told of; what they are paid is told with the payment. */
const NEWS: ReadonlySet<EventMove> = new Set<EventMove>(['clarify', 'confirm', 'challenge', 'decide', 'correct']);

/** What holders of real money, and who watches the event, are told of moves of markets: each person once. */
export async function eventDrafts(
  { eventLabels, eventWatchers, bookFacts }: EventNews,
  tx: PoolClient,
  facts: readonly Told<Followed>[],
): Promise<readonly Draft[]> {
  const moved = facts.flatMap((fact) => (fact.kind === 'event.moved' && NEWS.has(fact.move) ? [fact] : []));
  const markets = moved.map(({ marketId }) => marketId);
  const [labels, watchers] = [await eventLabels(tx, { markets }), await eventWatchers(tx, markets)];
  const drafts = moved.map(async ({ marketId, move, at }) => {
    const label = labels.find((one) => one.marketId === marketId);
    if (label === undefined) return [];
    const values = { event: label.title, slug: label.slug, move };
    // These are made more than once.
    const source = `event ${marketId} ${move}${move === 'clarify' || move === 'correct' ? ` ${at}` : ''}`;
    const holders = await (move === 'correct' ? bookFacts.paidOf : bookFacts.holdersOf)(tx, [label.book]);
    const watching = watchers.flatMap((one) => (one.marketId === marketId ? [one.userId] : []));
    return [...new Set([...holders, ...watching])].map((userId): Draft => {
      // Who holds nothing has nothing to leave with.
      const said = { ...values, move: wordOf(move, holders.includes(userId)) };
      return { userId, kind: 'event_moved', values: said, at, source, isNotice: false };
    });
  });
  return (await Promise.all(drafts)).flat();
}

/** The move as it is told to who holds shares, or held them, and to who does not. */
function wordOf(move: EventMove, holds: boolean): string {
  if (move === 'correct') return holds ? 'corrected_you' : 'corrected';
  return move === 'clarify' && !holds ? 'clarified' : move;
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
