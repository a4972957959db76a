import { answer, answerOk } from '#server/routing/answer.ts';
import type { PRIVACY } from '#protocol/tables/privacy.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Identity } from '../contract.ts';
import { clientOf } from './sign-in-cookies.ts';

type Rows = Pick<
  Handlers<typeof PRIVACY>,
  'emailChange' | 'changeEmail' | 'dropEmailChange' | 'confirmEmail' | 'refuseEmail'
>;

export function emailChangeRoutes({ identity }: { readonly identity: Identity }): Rows {
  const { emailChanges, signUp } = identity;
  return {
    emailChange: async (call) => ({ status: 200, json: await emailChanges.pending(signedIn(call).userId) }),
    changeEmail: async (call) => {
      const { email, ...challenge } = call.body;
      // The answer tells whether somebody has the address: it counts as the question of a sign-up does.
      const tooMany = await signUp.takeGuess({ email, client: clientOf(call), answer: challenge });
      if (tooMany !== null) return { refusal: tooMany };
      return answer(await emailChanges.ask({ ...call, actor: signedIn(call) }, email));
    },
    dropEmailChange: async (call) => ({
      status: 200,
      json: await emailChanges.drop({ ...call, actor: signedIn(call) }),
    }),
    confirmEmail: async ({ body }) => answer(await emailChanges.confirm(body.token), (status) => ({ status })),
    refuseEmail: async ({ body }) => answerOk(await emailChanges.refuse(body.token)),
  };
}
