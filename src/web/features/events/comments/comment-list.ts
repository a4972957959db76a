import type { CommentsWire, CommentWire, ReplyWire } from '#protocol/comments/comments.ts';

/** Comments as they stand on the screen. */
export interface Listed {
  readonly items: readonly CommentWire[];
  readonly next: string | null;
  readonly count: number;
}

/** Rows of the first page when it is read again: those shown, and some more, so that one that is missing has gone. */
const BEYOND = 10;
const MOST = 50;

export function listedOf({ items, nextCursor: next, count }: CommentsWire): Listed {
  return { items, next, count };
}

export function withPage(listed: Listed, page: CommentsWire): Listed {
  const known = new Set(listed.items.map(({ id }) => id));
  return {
    ...listedOf(page),
    items: [...listed.items, ...page.items.filter(({ id }) => !known.has(id))],
  };
}

/** How many rows to read anew. */
export const freshLimit = ({ items }: Listed): number => Math.min(MOST, items.length + BEYOND);

/**
 * What is shown, as it is by now: nothing moves, nothing new comes in between, what was taken away goes. `news`: how many comments there are that
 * are not shown.
 */
export function refreshed(listed: Listed, page: CommentsWire): { readonly listed: Listed; readonly news: number } {
  const fresh = new Map(page.items.map((item) => [item.id, item]));
  const isWhole = page.nextCursor === null || listed.items.length + BEYOND <= MOST;
  const items = listed.items.flatMap((item) => {
    const now = fresh.get(item.id);
    if (now !== undefined) return [withOldReplies(now, item)];
    return isWhole ? [] : [item];
  });
  const shown = new Set(listed.items.map(({ id }) => id));
  // Beyond what is shown stands what “more” brings.
  const last = page.items.findLastIndex(({ id }) => shown.has(id));
  const unseen = page.items.slice(0, listed.next === null ? undefined : last + 1).filter(({ id }) => !shown.has(id));
  return {
    listed: { items, next: listed.next, count: page.count },
    news: unseen.length,
  };
}

/** Replies that were asked for stay beside the first ones. */
function withOldReplies(now: CommentWire, was: CommentWire): CommentWire {
  if (was.replies.length <= now.replies.length) return now;
  const last = now.replies.at(-1)?.id ?? '';
  return {
    ...now,
    replies: [...now.replies, ...was.replies.filter(({ id }) => id > last)],
  };
}

/** One that the person wrote stands first, a reply last. */
export function withOwn(listed: Listed, made: CommentWire, parent: string | null): Listed {
  const count = listed.count + 1;
  if (parent === null) return { ...listed, items: [made, ...listed.items], count };
  const reply = replyOf(made);
  const items = listed.items.map((item) =>
    item.id === parent
      ? {
          ...item,
          replies: [...item.replies, reply],
          replyCount: item.replyCount + 1,
        }
      : item,
  );
  return { ...listed, items, count };
}

/** One in its place as it is now. */
export function withChanged(listed: Listed, changed: CommentWire): Listed {
  const reply = replyOf(changed);
  const items = listed.items.map((item) =>
    item.id === changed.id
      ? { ...changed, replies: item.replies, replyCount: item.replyCount }
      : {
          ...item,
          replies: item.replies.map((one) => (one.id === changed.id ? reply : one)),
        },
  );
  return { ...listed, items };
}

/** The rest of the replies to one. */
export function withReplies(listed: Listed, parent: string, replies: readonly CommentWire[]): Listed {
  const items = listed.items.map((item) => {
    if (item.id !== parent) return item;
    const known = new Set(item.replies.map(({ id }) => id));
    const all = [...item.replies, ...replies.filter(({ id }) => !known.has(id)).map(replyOf)];
    return {
      ...item,
      replies: all,
      replyCount: Math.max(all.length, item.replyCount),
    };
  });
  return { ...listed, items };
}

function replyOf({ replies: _replies, replyCount: _count, ...reply }: CommentWire): ReplyWire {
  return reply;
}
