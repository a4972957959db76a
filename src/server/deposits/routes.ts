import type { DEPOSITS } from '#protocol/tables/deposits.ts';
import { answer } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import type { Deposits } from './deposits.ts';

export function depositRoutes(deposits: Deposits): Handlers<typeof DEPOSITS> {
  return {
    options: async () => ({ status: 200, json: await deposits.options() }),
    estimate: async (call) => answer(await deposits.estimate(call.body)),
    address: async (call) => answer(await deposits.address(signedIn(call).userId, call.query.network)),
    list: async (call) => ({ status: 200, json: { items: await deposits.list(signedIn(call).userId) } }),
    find: async (call) => answer(await deposits.find(signedIn(call).userId, call.body)),
    faucet: async (call) => answer(await deposits.faucet(signedIn(call).userId, call.body.token)),
  };
}
