import { useCallback, useEffect, useState } from 'react';
import { middleOf } from '#web/shares/chance/chance-points.ts';
import { useBook } from '#web/shares/use-book.ts';
import { milliOf } from '#web/shares/ticket/share-math.ts';

/** Best prices of Yes as the book stands; 0 to 1. */
export interface BookNow {
  readonly bid: number | null;
  readonly ask: number | null;
  /** The middle, where both sides are there and near each other. */
  readonly chance: number | null;
}

/** Markets whose books are followed: each is a channel of the socket. */
const FOLLOWED = 12;
/** Further apart than this the middle says nothing (thousandths): the last price stands, as the API has it. */
const TOO_WIDE = 100;

/** The books of an event's markets, by their ids; `followers` has to be drawn. */
export function useBooks(ids: readonly string[]) {
  const [books, setBooks] = useState<ReadonlyMap<string, BookNow>>(new Map());
  const onBook = useCallback((id: string, now: BookNow) => setBooks((was) => new Map(was).set(id, now)), []);
  const followers = ids.slice(0, FOLLOWED).map((id) => <FollowBook key={id} id={id} onBook={onBook} />);
  return { books, followers };
}

function FollowBook({ id, onBook }: { readonly id: string; readonly onBook: (id: string, now: BookNow) => void }) {
  const book = useBook(id);
  const bid = book?.bids[0]?.price ?? null;
  const ask = book?.asks[0]?.price ?? null;
  const middle = book === null ? null : middleOf(book);
  const isWide = bid !== null && ask !== null && milliOf(ask) - milliOf(bid) > TOO_WIDE;
  const chance = isWide ? null : middle;
  const isHere = book !== null;
  useEffect(() => {
    if (isHere) onBook(id, { bid, ask, chance });
  }, [isHere, id, bid, ask, chance, onBook]);
  return null;
}
