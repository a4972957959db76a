import type { Actor } from '#domain/identity/actor.ts';
import { readCursor, writeCursor } from '#protocol/cursors.ts';
import type { IDEAS } from '#protocol/tables/content/ideas.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import { pageOf } from '#server/routing/page.ts';
import type { Ideas } from './contract.ts';

const SHOWN = 20;

/** Who practises has no votes. */
const personOf = (actor: Actor | null) => (actor === null || actor.realm === 'demo' ? null : actor.userId);

export function ideaRoutes({ ideas }: { readonly ideas: Ideas }): Handlers<typeof IDEAS> {
  return {
    list: async (call) => {
      const { category = null, sort = 'votes', cursor, limit = SHOWN } = call.query;
      const [votes, id] = readCursor('ideas', cursor) ?? [];
      const after = votes === undefined || id === undefined ? null : { votes: Number(votes), id };
      const userId = personOf(call.actor);
      const found = await ideas.list({ userId, category, sort, after, limit: limit + 1 });
      const json = pageOf(found, limit, {
        cursor: (idea) => writeCursor('ideas', [String(idea.votes), idea.id]),
        item: (idea) => idea,
      });
      return { status: 200, json };
    },
    similar: async (call) => ({
      status: 200,
      json: { items: [...(await ideas.similar(call.query.text, personOf(call.actor)))] },
    }),
    mine: async (call) => ({ status: 200, json: { items: [...(await ideas.mine(signedIn(call).userId))] } }),
    suggest: async (call) => {
      const made = await ideas.suggest(call.body, { userId: signedIn(call).userId, language: call.locale });
      return made.ok ? { status: 201, json: made.value } : { refusal: made.refusal };
    },
    vote: async (call) =>
      answer(await ideas.vote(call.params.id, { userId: signedIn(call).userId, voted: call.body.voted })),
  };
}
