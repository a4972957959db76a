import type { USER } from '#protocol/tables/user.ts';
import { signedIn, type Handlers } from '../call.ts';
import type { RouteParts } from '../parts.ts';

export function userHandlers({ identity }: RouteParts): Handlers<typeof USER> {
  return {
    profile: async (call) => ({ status: 200, json: await identity.profile(signedIn(call)) }),
    refreshDemoBalance: async (call) => {
      const reply = await identity.refillDemo(signedIn(call), call);
      if (!reply.ok) return { refusal: reply.refusal };
      const headers = reply.replayed ? { headers: { 'idempotency-replayed': 'true' } } : {};
      return { status: 200, text: reply.body, ...headers };
    },
  };
}
