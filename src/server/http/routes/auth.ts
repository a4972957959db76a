import type { AUTH } from '#protocol/tables/auth.ts';
import { signedIn, type Handlers } from '../call.ts';
import type { RouteParts } from '../parts.ts';

export function authHandlers({ identity }: RouteParts): Handlers<typeof AUTH> {
  return {
    demoSession: async ({ bearer, body, address }) => {
      const reply = await identity.demoSession({ bearer, origin: body ?? {}, address });
      if (!reply.ok) return { refusal: reply.refusal };
      return { status: reply.created ? 201 : 200, json: reply.answer };
    },
    // Only demo people exist so far, and a demo token is not refreshed by cookie.
    refresh: () => ({ refusal: { code: 'NotSignedIn' } }),
    logout: async (call) => {
      await identity.logout(signedIn(call));
      return { status: 200, json: { status: 'ok' } };
    },
    pageView: async ({ actor, body }) => {
      await identity.pageView({ actor, origin: body });
      return { status: 200, json: { status: 'ok' } };
    },
    regions: ({ language }) => ({ status: 200, json: identity.regions(language) }),
  };
}
