import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { commentAfter, gistOf, mayEdit, REPEATED_MS, writingRefusal } from '#domain/comments/comment.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { spanOf } from '#domain/settings/settings.ts';
import { HOUR_MS } from '#domain/time.ts';
import { isRowId } from '#protocol/codecs.ts';
import type { CommentWire } from '#protocol/comments/comments.ts';
import { transaction } from '#server/db/index.ts';
import { record } from '#server/facts/index.ts';
import type { Comments, CommentsParts } from './contract.ts';
import { listComments, readComment, type Own } from './list.ts';
import { createNames } from './names.ts';
import {
  changeText,
  countWritten,
  findComment,
  hasWritten,
  insertComment,
  insertReport,
  lockComment,
  lockWriter,
  moveComment,
  setLike,
  type Comment,
} from './store.ts';
import { deleteMute, insertMute, mutesOf } from './store-mutes.ts';

const NONE = { code: 'NotFound' } as const;

/** What people do with comments. */
export function createComments(parts: CommentsParts): Comments {
  const own: Own = { parts, names: createNames(parts) };
  const { db, clock } = parts;
  /** Of what everybody sees, locked. */
  const onShown = <T>(id: string, userId: string, work: (tx: PoolClient, comment: Comment) => Promise<Outcome<T>>) =>
    transaction(db, async (tx) => {
      const comment = isRowId(id) ? await lockComment(tx, id, userId) : null;
      return comment === null || comment.state !== 'SHOWN' ? refused(NONE) : work(tx, comment);
    });
  return {
    list: (asked) => listComments(own, asked),
    write: (comment, { userId }) => transaction(db, (tx) => write(own, tx, { ...comment, userId })),
    edit: (id, text, { userId }) => transaction(db, (tx) => edit(own, tx, { id, text, userId })),
    remove: (id, { userId }) => transaction(db, (tx) => remove(own, tx, { id, userId })),
    like: (id, liked, { userId }) =>
      onShown(id, userId, async (tx) => {
        await setLike(tx, { comment: id, userId, liked, now: clock.now() });
        return readAgain(own, tx, { id, userId });
      }),
    report: (id, reason, { userId }) =>
      onShown(id, userId, async (tx, comment) => {
        if (comment.userId === userId) return refused(NONE);
        await insertReport(tx, {
          comment: id,
          userId,
          reason,
          now: clock.now(),
        });
        return ok({ reported: true });
      }),
    mute: (id, { userId }) =>
      onShown(id, userId, async (tx, comment) => {
        if (comment.userId === null || comment.userId === userId) return refused(NONE);
        const mute = await insertMute(tx, {
          id: uuidv7(),
          userId,
          muted: comment.userId,
          now: clock.now(),
        });
        return ok({
          id: mute.id,
          name: await own.names.of(tx, comment.userId),
        });
      }),
    muted: async ({ userId }) =>
      Promise.all(
        (await mutesOf(db, userId)).map(async ({ id, muted }) => ({
          id,
          name: await own.names.of(db, muted),
        })),
      ),
    unmute: async (id, { userId }) => isRowId(id) && deleteMute(db, { id, userId }),
  };
}

async function write(
  own: Own,
  tx: PoolClient,
  asked: {
    readonly eventId: string;
    readonly parent: string | null;
    readonly text: string;
    readonly userId: string;
  },
): Promise<Outcome<CommentWire>> {
  const { parts } = own;
  const { eventId, parent, text, userId } = asked;
  const books = isRowId(eventId) ? await parts.booksOfEvent(tx, eventId) : [];
  if (books.length === 0) return refused(NONE);
  const now = parts.clock.now();
  const barred = writingRefusal(await parts.standingOf(tx, userId), now);
  if (barred !== null) return refused(barred);
  if (parent !== null) {
    const replied = await findComment(tx, parent);
    if (replied?.eventId !== eventId || replied.parent !== null || replied.state !== 'SHOWN') return refused(NONE);
  }
  await lockWriter(tx, userId);
  if ((await countWritten(tx, userId, now - HOUR_MS)) >= parts.settings.number('comments.most_hour'))
    return refused({ code: 'CommentLimit' });
  const gist = gistOf(text);
  if (await hasWritten(tx, { userId, gist, since: now - REPEATED_MS })) return refused({ code: 'CommentRepeated' });
  const held = await parts.bookFacts.heldBy(
    tx,
    books.map(({ book }) => book),
    userId,
  );
  const lotsOf = new Map(held.map(({ id, lots }) => [id, lots]));
  const holds = books.flatMap(({ market, book }) => {
    const lots = lotsOf.get(book) ?? 0;
    return lots === 0 ? [] : [{ market, lots }];
  });
  const id = uuidv7();
  await insertComment(tx, {
    id,
    eventId,
    userId,
    parent,
    text,
    gist,
    holds,
    now,
  });
  await record(tx, [{ kind: 'comment.changed', eventId }]);
  return readAgain(own, tx, { id, userId });
}

interface OwnComment {
  readonly id: string;
  readonly userId: string;
}

/** Another person’s is answered like one that does not exist. */
async function lockOwn(tx: PoolClient, { id, userId }: OwnComment): Promise<Comment | null> {
  const comment = isRowId(id) ? await lockComment(tx, id, userId) : null;
  return comment?.userId === userId ? comment : null;
}

async function edit(
  own: Own,
  tx: PoolClient,
  asked: OwnComment & { readonly text: string },
): Promise<Outcome<CommentWire>> {
  const { clock, settings, standingOf } = own.parts;
  const { id, userId, text } = asked;
  await lockWriter(tx, userId);
  const comment = await lockOwn(tx, asked);
  if (comment === null) return refused(NONE);
  const now = clock.now();
  const windowMs = spanOf('comments.edit_minutes', settings.values);
  if (!mayEdit(comment, { now, windowMs })) return refused({ code: 'CommentOver' });
  const barred = writingRefusal(await standingOf(tx, userId), now);
  if (barred !== null) return refused(barred);
  const gist = gistOf(text);
  if (await hasWritten(tx, { userId, gist, since: now - REPEATED_MS, beside: id }))
    return refused({ code: 'CommentRepeated' });
  if (text !== comment.text) {
    await changeText(tx, { id, text, gist, now });
    await record(tx, [{ kind: 'comment.changed', eventId: comment.eventId }]);
  }
  return readAgain(own, tx, { id, userId });
}

/** One that is deleted already is answered as it is. */
async function remove(own: Own, tx: PoolClient, asked: OwnComment): Promise<Outcome<CommentWire>> {
  const comment = await lockOwn(tx, asked);
  if (comment === null) return refused(NONE);
  const to = commentAfter(comment.state, 'delete');
  if (to !== null) {
    await moveComment(tx, comment.id, to);
    await record(tx, [{ kind: 'comment.changed', eventId: comment.eventId }]);
  }
  return readAgain(own, tx, asked);
}

async function readAgain(own: Own, tx: PoolClient, { id, userId }: OwnComment): Promise<Outcome<CommentWire>> {
  const comment = await readComment(own, tx, { id, userId });
  return comment === null ? refused(NONE) : ok(comment);
}
