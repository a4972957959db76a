import type { Actor } from '#domain/identity/actor.ts';
import { readCursor } from '#protocol/cursors.ts';
import type { COMMENTS } from '#protocol/tables/content/comments.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Comments } from './contract.ts';

const SHOWN = 20;
const ABSENT: Reply = { refusal: { code: 'NotFound' } };

/** Who practises writes nothing. */
const personOf = (actor: Actor | null) => (actor === null || actor.realm === 'demo' ? null : actor.userId);

export function commentRoutes({ comments }: { readonly comments: Comments }): Handlers<typeof COMMENTS> {
  return {
    list: async (call) => {
      const { sort = 'best', parent = null, cursor, limit = SHOWN } = call.query;
      const [rank, id] = readCursor('comments', cursor) ?? [];
      const after = rank === undefined || id === undefined ? null : { rank: Number(rank), id };
      const asked = {
        eventId: call.params.id,
        userId: personOf(call.actor),
        sort,
        parent,
        after,
        limit,
      };
      const found = await comments.list(asked);
      return found === null ? ABSENT : { status: 200, json: found };
    },
    write: async (call) => {
      const { text, parent = null } = call.body;
      const made = await comments.write({ eventId: call.params.id, parent, text }, signedIn(call));
      return made.ok ? { status: 201, json: made.value } : { refusal: made.refusal };
    },
    edit: async (call) => answer(await comments.edit(call.params.id, call.body.text, signedIn(call))),
    remove: async (call) => answer(await comments.remove(call.params.id, signedIn(call))),
    like: async (call) => answer(await comments.like(call.params.id, call.body.liked, signedIn(call))),
    report: async (call) => answer(await comments.report(call.params.id, call.body.reason, signedIn(call))),
    mute: async (call) => answer(await comments.mute(call.params.id, signedIn(call))),
    muted: async (call) => ({
      status: 200,
      json: { items: [...(await comments.muted(signedIn(call)))] },
    }),
    unmute: async (call) =>
      (await comments.unmute(call.params.id, signedIn(call))) ? { status: 200, json: { muted: false } } : ABSENT,
  };
}
