import { mayEdit } from '#domain/comments/comment.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import type { CommentsWire, CommentWire, ReplyWire } from '#protocol/comments/comments.ts';
import { writeCursor } from '#protocol/cursors.ts';
import type { Queryable } from '#server/db/index.ts';
import { pageOf } from '#server/routing/page.ts';
import type { CommentsAsked, CommentsParts } from './contract.ts';
import type { Names } from './names.ts';
import { countComments, findComment, firstReplies, pageOfComments, pageOfReplies, type Comment } from './store.ts';

const LOTS_A_SHARE = 100;
/** Replies that come with a comment. */
const FIRST_REPLIES = 3;

export interface Own {
  readonly parts: CommentsParts;
  readonly names: Names;
}

interface Reader {
  readonly userId: string | null;
}

/** null: no such event, or no such comment of it. */
export async function listComments(own: Own, asked: CommentsAsked): Promise<CommentsWire | null> {
  const { db, booksOfEvent } = own.parts;
  const { eventId, userId, parent, after, limit } = asked;
  if (!isRowId(eventId) || (await booksOfEvent(db, eventId)).length === 0) return null;
  if (parent !== null && (await findComment(db, parent))?.eventId !== eventId) return null;
  const found =
    parent === null
      ? await pageOfComments(db, { ...asked, limit: limit + 1 })
      : await pageOfReplies(db, {
          userId,
          parent,
          after: after?.id ?? null,
          limit: limit + 1,
        });
  const wires = new Map((await wiresOf(own, db, { comments: found, userId })).map((wire) => [wire.id, wire]));
  const page = pageOf(found, limit, {
    cursor: ({ rank, id }) => writeCursor('comments', [rank, id]),
    item: ({ id }) => wires.get(id)!,
  });
  return {
    ...page,
    items: [...page.items],
    count: await countComments(db, eventId),
  };
}

/** One as the person sees it, in the transaction that changed it. */
export async function readComment(
  own: Own,
  db: Queryable,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<CommentWire | null> {
  const comment = await findComment(db, id, userId);
  if (comment === null) return null;
  return (await wiresOf(own, db, { comments: [comment], userId }))[0] ?? null;
}

async function wiresOf(
  own: Own,
  db: Queryable,
  { comments, userId }: Reader & { readonly comments: readonly Comment[] },
): Promise<readonly CommentWire[]> {
  const of = comments.flatMap(({ id, parent }) => (parent === null ? [id] : []));
  const replies = await firstReplies(db, { of, userId, each: FIRST_REPLIES });
  const wires: CommentWire[] = [];
  for (const comment of comments) {
    const first = replies.filter(({ parent }) => parent === comment.id);
    const shown: ReplyWire[] = [];
    for (const reply of first) shown.push(await replyWireOf(own, db, { comment: reply, userId }));
    const wire = await replyWireOf(own, db, { comment, userId });
    wires.push({ ...wire, replies: shown, replyCount: first[0]?.total ?? 0 });
  }
  return wires;
}

/** What was deleted or hidden tells nothing of itself but that it was there. */
async function replyWireOf(
  { parts, names }: Own,
  db: Queryable,
  { comment, userId }: Reader & { readonly comment: Comment },
): Promise<ReplyWire> {
  const { id, state, likes, liked, pinned, madeAt, editedAt, holds } = comment;
  const own = userId !== null && comment.userId === userId;
  const isShown = state === 'SHOWN';
  const windowMs = spanOf('comments.edit_minutes', parts.settings.values);
  const isOpen = own && mayEdit(comment, { now: parts.clock.now(), windowMs });
  return {
    id,
    state,
    name: isShown && comment.userId !== null ? await names.of(db, comment.userId) : null,
    text: isShown ? comment.text : null,
    holds: isShown ? holds.map(holdingOf) : [],
    likes: isShown ? likes : 0,
    liked,
    own,
    pinned,
    at: toIso(madeAt),
    editedAt: editedAt === null || !isShown ? null : toIso(editedAt),
    editUntil: isOpen ? toIso(madeAt + windowMs) : null,
  };
}

function holdingOf({ market, lots }: Comment['holds'][number]): ReplyWire['holds'][number] {
  return {
    market,
    outcome: lots > 0 ? 'YES' : 'NO',
    shares: Math.abs(lots) / LOTS_A_SHARE,
  };
}
