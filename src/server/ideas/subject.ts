import type { Subject } from '#server/subject.ts';
import type { Ideas, IdeasParts } from './contract.ts';
import { ideaActs } from './desk/acts.ts';
import { ideaFacts, ideasDesk, ideaSearch } from './desk/desk.ts';
import { createIdeas } from './ideas.ts';
import { IDEAS_PERSONAL_DATA } from './personal-data.ts';
import { ideaRoutes } from './routes.ts';

interface Made {
  readonly ideas: Ideas;
}

export const IDEAS_SUBJECT = {
  create: (parts: IdeasParts): Made => ({ ideas: createIdeas(parts) }),
  routes: (parts: Made) => ({ ideas: ideaRoutes(parts) }),
  office: (parts: IdeasParts) => ({
    desks: [ideasDesk(parts)],
    parts: [ideaFacts(parts)],
    searches: [ideaSearch(parts)],
    acts: ideaActs(parts),
  }),
  personalData: IDEAS_PERSONAL_DATA,
} satisfies Subject;
