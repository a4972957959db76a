import type { USER } from '#protocol/tables/user.ts';
import { signedIn, type Handlers, type Reply } from '#server/routing/call.ts';
import type { Identity } from '../contract.ts';
import { clientOf } from './sign-in-cookies.ts';

const OK: Reply = { status: 200, json: { status: 'ok' } };
const PAGE_SIZE = 50;

export function userRoutes({ identity }: { readonly identity: Identity }): Handlers<typeof USER> {
  const { people, sessions, passwords } = identity;
  return {
    profile: async (call) => ({ status: 200, json: await people.profile(signedIn(call)) }),
    publicProfile: async ({ query }) => {
      const reply = await people.publicProfile(query.id);
      return reply.ok ? { status: 200, json: reply.value } : reply;
    },
    updatePersonalInfo: async (call) => {
      const reply = await people.update(signedIn(call), call.body);
      return reply.ok ? { status: 200, json: reply.value } : reply;
    },
    changePassword: async (call) => {
      const reply = await passwords.change(signedIn(call), call.body, clientOf(call));
      return reply.ok ? OK : reply;
    },
    sessions: async (call) => ({ status: 200, json: { items: await sessions.list(signedIn(call)) } }),
    endOtherSessions: async (call) => ({
      status: 200,
      json: { status: 'ok', ended: await sessions.endOthers(signedIn(call)) },
    }),
    endSession: async (call) => {
      const reply = await sessions.end(signedIn(call), call.params.id);
      return reply.ok ? OK : reply;
    },
    signIns: async (call) => {
      const { cursor = null, limit = PAGE_SIZE } = call.query;
      return { status: 200, json: await sessions.history(signedIn(call), { cursor, limit }) };
    },
    referrerLink: async (call) => ({ status: 200, json: await people.referrerLink(signedIn(call)) }),
    refreshDemoBalance: async (call) => {
      const reply = await identity.refillDemo(signedIn(call), call);
      if (!reply.ok) return { refusal: reply.refusal };
      const headers = reply.replayed ? { headers: { 'idempotency-replayed': 'true' } } : {};
      return { status: 200, text: reply.body, ...headers };
    },
  };
}
