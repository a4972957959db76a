import type { PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { gramsOf } from '#domain/ideas/grams.ts';
import { IDEAS_A_DAY, isPublicIdea, takesVotes } from '#domain/ideas/idea.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { DAY_MS } from '#domain/time.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import type { IdeaWire } from '#protocol/ideas/ideas.ts';
import { transaction } from '#server/db/index.ts';
import type { Ideas, IdeasParts } from './contract.ts';
import {
  countSuggested,
  findIdea,
  ideasLike,
  ideasOf,
  insertIdea,
  lockIdea,
  lockSuggester,
  pageOfIdeas,
  setVote,
  type Idea,
} from './store.ts';

const MOST_ALIKE = 5;
const MOST_OWN = 100;

/** What people do with ideas. */
export function createIdeas({ db, clock }: Pick<IdeasParts, 'db' | 'clock'>): Ideas {
  const shownTo = (userId: string | null) => (idea: Idea) => wireOf(idea, userId);
  return {
    list: async (asked) => (await pageOfIdeas(db, asked)).map(shownTo(asked.userId)),
    similar: async (text, userId) => {
      const grams = gramsOf(text);
      if (grams.length === 0) return [];
      return (await ideasLike(db, { grams, userId, limit: MOST_ALIKE })).map(shownTo(userId));
    },
    mine: async (userId) => (await ideasOf(db, userId, MOST_OWN)).map(shownTo(userId)),
    suggest: (idea, { userId, language }) =>
      transaction(db, async (tx) => {
        const now = clock.now();
        await lockSuggester(tx, userId);
        if ((await countSuggested(tx, userId, now - DAY_MS)) >= IDEAS_A_DAY) return refused({ code: 'IdeaLimit' });
        const id = uuidv7();
        await insertIdea(tx, { ...idea, id, userId, language, grams: gramsOf(idea.title), now });
        await setVote(tx, { idea: id, userId, voted: true, now });
        return readAgain(tx, id, userId);
      }),
    vote: (id, { userId, voted }) =>
      transaction(db, async (tx) => {
        const idea = isRowId(id) ? await lockIdea(tx, id) : null;
        if (idea === null || !isPublicIdea(idea.state)) return refused({ code: 'NotFound' });
        if (!takesVotes(idea.state)) return refused({ code: 'IdeaClosed' });
        await setVote(tx, { idea: id, userId, voted, now: clock.now() });
        return readAgain(tx, id, userId);
      }),
  };
}

async function readAgain(tx: PoolClient, id: string, userId: string): Promise<Outcome<IdeaWire>> {
  const idea = await findIdea(tx, id, userId);
  return idea === null ? refused({ code: 'NotFound' }) : ok(wireOf(idea, userId));
}

function wireOf(idea: Idea, userId: string | null): IdeaWire {
  const { id, category, language, title, description, votes, voted, path } = idea;
  return {
    id,
    category,
    language,
    title,
    description,
    // A list of one’s own has none that staff hid.
    state: idea.state === 'HIDDEN' ? 'DECLINED' : idea.state,
    votes,
    voted,
    own: userId !== null && idea.userId === userId,
    path,
    madeAt: toIso(idea.madeAt),
  };
}
