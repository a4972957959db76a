import type { USER } from '#protocol/tables/user.ts';
import { answer, answerKept, answerOk } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Identity } from '../contract.ts';
import { clientOf } from './sign-in-cookies.ts';

const PAGE_SIZE = 50;

export function userRoutes({ identity }: { readonly identity: Identity }): Handlers<typeof USER> {
  const { people, sessions, passwords } = identity;
  return {
    profile: async (call) => ({ status: 200, json: await people.profile(signedIn(call)) }),
    publicProfile: async ({ query }) => answer(await people.publicProfile(query.id)),
    updatePersonalInfo: async (call) => answer(await people.update(signedIn(call), call.body)),
    changePassword: async (call) => answerOk(await passwords.change(signedIn(call), call.body, clientOf(call))),
    sessions: async (call) => ({ status: 200, json: { items: await sessions.list(signedIn(call)) } }),
    endOtherSessions: async (call) => ({
      status: 200,
      json: { status: 'ok', ended: await sessions.endOthers(signedIn(call)) },
    }),
    endSession: async (call) => answerOk(await sessions.end(signedIn(call), call.params.id)),
    signIns: async (call) => {
      const { cursor = null, limit = PAGE_SIZE } = call.query;
      return { status: 200, json: await sessions.history(signedIn(call), { cursor, limit }) };
    },
    referrerLink: async (call) => ({ status: 200, json: await people.referrerLink(signedIn(call)) }),
    refreshDemoBalance: async (call) => answerKept(200, await identity.refillDemo(signedIn(call), call)),
  };
}
