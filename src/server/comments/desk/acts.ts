import type { PoolClient } from 'pg';
import { commentAfter, type CommentAct } from '#domain/comments/comment.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { actorOf } from '#server/audit/index.ts';
import type { ActDoing, ActSeat } from '#server/desk/contract.ts';
import { transacted } from '#server/desk/index.ts';
import { record } from '#server/facts/index.ts';
import type { CommentsParts } from '../contract.ts';
import { closeReports, countPinned, findComment, lockComment, moveComment, setPinned, type Comment } from '../store.ts';

const NOT_NOW = 'Its state does not allow this now.';
/** More would push down what everybody else says. */
const MOST_PINNED = 3;

type Parts = Pick<CommentsParts, 'db' | 'audit'>;

/** What editors do with a comment. */
export function commentActs(parts: Parts): readonly ActSeat[] {
  return ACTS.map((act) => actSeat(parts, act));
}

interface Act extends Pick<ActSeat, 'id' | 'label' | 'text' | 'rule' | 'order' | 'danger'> {
  readonly said: string;
  /** The rule against it; null: none. */
  readonly refuses: (comment: Comment, pinned: number) => string | null;
  readonly does: (tx: PoolClient, comment: Comment) => Promise<void>;
}

const moves = (act: CommentAct) => ({
  refuses: ({ state }: Comment) => (commentAfter(state, act) === null ? NOT_NOW : null),
  does: async (tx: PoolClient, { id, state }: Comment) => {
    const to = commentAfter(state, act);
    if (to === null) return;
    await moveComment(tx, id, to);
    await closeReports(tx, id);
  },
});

const ACTS: readonly Act[] = [
  {
    id: 'hide',
    label: 'Hide',
    text: 'Nobody sees its text any more. Its writer is not told.',
    rule: 'Advertising, abuse, data of a person, or what could move the market by a lie.',
    said: 'It is hidden.',
    order: 10,
    danger: true,
    ...moves('hide'),
  },
  {
    id: 'restore',
    label: 'Show again',
    text: 'Everybody sees it again.',
    rule: 'Where it was hidden by mistake.',
    said: 'It is shown again.',
    order: 20,
    ...moves('restore'),
  },
  {
    id: 'dismiss',
    label: 'Dismiss the reports',
    text: 'It stays, and leaves the queue until somebody else reports it.',
    rule: 'Where nothing is wrong with it.',
    said: 'Its reports are dismissed.',
    order: 30,
    refuses: ({ state, reports }) => (state !== 'SHOWN' || reports === 0 ? 'Nobody has reported it since.' : null),
    does: (tx, { id }) => closeReports(tx, id),
  },
  {
    id: 'pin',
    label: 'Pin',
    text: 'It stands first under its event, in every order by likes.',
    rule: 'What helps everybody to read the market: a source, a schedule. Never an opinion on the result.',
    said: 'It is pinned.',
    order: 40,
    refuses: ({ state, parent, pinned }, count) => {
      if (state !== 'SHOWN' || parent !== null || pinned) return NOT_NOW;
      return count >= MOST_PINNED ? `An event has ${MOST_PINNED} pinned comments at most.` : null;
    },
    does: (tx, { id }) => setPinned(tx, id, true),
  },
  {
    id: 'unpin',
    label: 'Unpin',
    text: 'It stands where its likes put it.',
    rule: 'Where it helps no more.',
    said: 'It is not pinned any more.',
    order: 50,
    refuses: ({ pinned }) => (pinned ? null : NOT_NOW),
    does: (tx, { id }) => setPinned(tx, id, false),
  },
];

function actSeat(parts: Parts, { said, refuses, does, ...seat }: Act): ActSeat {
  const { db } = parts;
  return {
    desk: 'comments',
    permission: 'content.write',
    ...seat,
    refuses: async ({ id }) => {
      const comment = await findComment(db, id);
      return comment === null ? NOT_NOW : refuses(comment, await countPinned(db, comment.eventId));
    },
    ...transacted(db, async (tx, doing): Promise<Outcome<string>> => {
      const comment = await lockComment(tx, doing.id);
      const why = comment === null ? NOT_NOW : refuses(comment, await countPinned(tx, comment.eventId));
      if (comment === null || why !== null) return refused({ code: 'ActRefused', why: why ?? NOT_NOW });
      await does(tx, comment);
      await writeDown(parts, tx, { doing, comment, act: seat.id });
      await record(tx, [{ kind: 'comment.changed', eventId: comment.eventId }]);
      return ok(said);
    }),
  };
}

async function writeDown(
  { audit }: Parts,
  tx: PoolClient,
  {
    doing,
    comment,
    act,
  }: {
    readonly doing: ActDoing;
    readonly comment: Comment;
    readonly act: string;
  },
): Promise<void> {
  const after = await findComment(tx, comment.id);
  await audit.write(tx, {
    ...actorOf(doing.by),
    action: `comment.${act}`,
    objectType: 'comment',
    objectId: comment.id,
    ...(comment.userId === null ? {} : { subjectId: comment.userId }),
    reason: doing.reason,
    before: {
      state: comment.state,
      pinned: comment.pinned,
      reports: comment.reports,
    },
    after: after === null ? {} : { state: after.state, pinned: after.pinned, reports: after.reports },
  });
}
