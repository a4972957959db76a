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
      const { email, ...answer } = call.body;
      // The answer tells whether somebody has the address: it counts as the question of a sign-up does.
      const tooMany = await signUp.takeGuess({ email, client: clientOf(call), answer });
      if (tooMany !== null) return { refusal: tooMany };
      const asked = await emailChanges.ask({ ...call, actor: signedIn(call) }, email);
      return asked.ok ? { status: 200, json: asked.value } : { refusal: asked.refusal };
    },
    dropEmailChange: async (call) => ({
      status: 200,
      json: await emailChanges.drop({ ...call, actor: signedIn(call) }),
    }),
    confirmEmail: async ({ body }) => {
      const answer = await emailChanges.confirm(body.token);
      return answer.ok ? { status: 200, json: { status: answer.value } } : { refusal: answer.refusal };
    },
    refuseEmail: async ({ body }) => {
      const answer = await emailChanges.refuse(body.token);
      return answer.ok ? { status: 200, json: { status: 'ok' } } : { refusal: answer.refusal };
    },
  };
}
