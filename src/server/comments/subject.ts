import type { Subject } from '#server/subject.ts';
import { createComments } from './comments.ts';
import type { Comments, CommentsParts } from './contract.ts';
import { commentActs } from './desk/acts.ts';
import { commentFacts, commentsDesk } from './desk/desk.ts';
import { COMMENTS_PERSONAL_DATA } from './personal-data.ts';
import { commentRoutes } from './routes.ts';

interface Made {
  readonly comments: Comments;
}

export const COMMENTS_SUBJECT = {
  create: (parts: CommentsParts): Made => ({ comments: createComments(parts) }),
  routes: (parts: Made) => ({ comments: commentRoutes(parts) }),
  office: (parts: CommentsParts) => ({
    desks: [commentsDesk(parts)],
    parts: [commentFacts(parts)],
    acts: commentActs(parts),
  }),
  personalData: COMMENTS_PERSONAL_DATA,
} satisfies Subject;
