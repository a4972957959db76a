import type { USER } from '#protocol/tables/user.ts';
import { signedIn, type Handlers } from '../call.ts';
import type { RouteParts } from '../parts.ts';

export function userHandlers({ identity }: RouteParts): Handlers<typeof USER> {
  return {
    profile: async (call) => ({ status: 200, json: await identity.profile(signedIn(call)) }),
    refreshDemoBalance: async (call) => {
      const answer = await identity.refillDemo(signedIn(call), call.requestId);
      return 'code' in answer ? { refusal: answer } : { status: 200, json: answer };
    },
  };
}
