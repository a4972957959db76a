import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { okAnswer } from '../identity.ts';
import { LONGEST_COMMENT, UNSUBSCRIBE_REASONS } from '../notification-kinds.ts';
import { mailWordAnswer, mailWordBody } from '../mail/word.ts';
import { EVERYONE, PEOPLE } from './callers.ts';
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
  word: {
    method: 'GET',
    path: '/user/mail-word',
    summary: 'The own word that stands in each mail to the person; null: none was chosen.',
    callers: PEOPLE,
    answers: { 200: mailWordAnswer },
    refusals: [],
    rate: 300,
  },
  setWord: {
    method: 'PUT',
    path: '/user/mail-word',
    summary:
      'Sets the word that stands in each mail to the person from now on, or takes it away with null. Mails to an address that is not confirmed never have it.',
    callers: PEOPLE,
    body: mailWordBody,
    answers: { 200: mailWordAnswer },
    refusals: ['StepUpRequired'],
    rate: 30,
    stepUp: true,
  },
});
