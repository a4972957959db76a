import { answer } from '#server/routing/answer.ts';
import type { API_KEYS } from '#protocol/tables/api-keys.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { ApiKeys } from '../api-keys/index.ts';

export function apiKeyRoutes({ apiKeys }: { readonly apiKeys: ApiKeys }): Handlers<typeof API_KEYS> {
  return {
    list: async (call) => ({ status: 200, json: { items: await apiKeys.list(signedIn(call)) } }),
    create: async (call) => {
      const made = await apiKeys.create(signedIn(call), call.body, call.address);
      return made.ok ? { status: 201, json: made.value } : made;
    },
    revoke: async (call) => answer(await apiKeys.revoke(signedIn(call), call.params.id, call.address)),
  };
}
