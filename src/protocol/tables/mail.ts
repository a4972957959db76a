import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { okAnswer } from '../identity.ts';
import { LONGEST_COMMENT, UNSUBSCRIBE_REASONS } from '../notification-kinds.ts';
import { EVERYONE } from './callers.ts';
import { linesText } from '../texts.ts';

export const MAIL = endpoints({
  unsubscribeEmails: {
    method: 'POST',
    path: '/user/unsubscribe-emails',
    summary:
      'Ends all mails but those of the account itself. `token` is that of a mail; reasons and a comment may follow later.',
    callers: EVERYONE,
    body: z.strictObject({
      token: z.string().min(1).max(300),
      reasons: z.array(z.enum(UNSUBSCRIBE_REASONS)).max(UNSUBSCRIBE_REASONS.length).optional(),
      comment: linesText.max(LONGEST_COMMENT).optional(),
    }),
    answers: { 200: okAnswer },
    refusals: ['IncorrectToken'],
    rate: 30,
  },
});
