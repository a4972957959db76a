import type { HAND_OVERS } from '#protocol/tables/hand-overs.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { HandOvers } from './hand-overs.ts';

export function handOverRoutes({ handOvers }: { readonly handOvers: HandOvers }): Handlers<typeof HAND_OVERS> {
  return {
    make: async (call) => ({ status: 200, json: await handOvers.make(signedIn(call).userId) }),
    open: async (call) => answer(await handOvers.open(call.body.link)),
  };
}
