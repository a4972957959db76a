import type { MAIL } from '#protocol/tables/mail.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Mail } from './contract.ts';

export function mailRoutes({
  mail,
}: {
  readonly mail: Pick<Mail, 'unsubscribe' | 'word' | 'setWord'>;
}): Handlers<typeof MAIL> {
  return {
    unsubscribeEmails: async ({ body: { token, reasons = [], comment = '' } }) => {
      const known = await mail.unsubscribe({ token, reasons: [...new Set(reasons)], comment });
      return known ? { status: 200, json: { status: 'ok' } } : { refusal: { code: 'IncorrectToken' } };
    },
    word: async (call) => ({ status: 200, json: { word: await mail.word(signedIn(call).userId) } }),
    setWord: async (call) => {
      await mail.setWord({ userId: signedIn(call).userId, word: call.body.word });
      return { status: 200, json: { word: call.body.word } };
    },
  };
}
