import type { CASHIER } from '#protocol/tables/cashier.ts';
import { answer, answerKept } from '#server/routing/answer.ts';
import { signedIn, type Handlers } from '#server/routing/call.ts';
import { csvReply } from '#server/routing/export.ts';
import { TRANSACTION_COLUMNS } from './columns.ts';
import type { AddressBook, Asker, Cashier } from './contract.ts';
import type { Requests } from './requests/requests.ts';
import type { WithdrawalTimes } from './times/times.ts';

export function cashierRoutes({
  cashier,
  addressBook,
  withdrawalTimes,
  requests,
}: {
  readonly cashier: Cashier;
  readonly addressBook: AddressBook;
  readonly withdrawalTimes: WithdrawalTimes;
  readonly requests: Requests;
}): Handlers<typeof CASHIER> {
  return {
    transactions: async (call) => {
      const { userId } = signedIn(call);
      if (!call.wantsCsv) return { status: 200, json: await cashier.transactions(userId, call.query) };
      const list = { name: 'transactions', columns: TRANSACTION_COLUMNS, query: call.query };
      return csvReply(list, (page) => cashier.transactions(userId, { ...call.query, ...page }));
    },
    filtered: async (call) => ({ status: 200, json: await cashier.transactions(signedIn(call).userId, call.body) }),
    balance: async (call) => ({ status: 200, json: await cashier.balance(signedIn(call).userId) }),
    price: async () => ({ status: 200, json: cashier.prices() }),
    // No kind of bonus is given yet.
    config: async () => ({ status: 200, json: { currency: 'USDT', bonuses: [] } }),
    estimate: async (call) => {
      const { body } = call;
      if (!body.transfer) return answer(await cashier.estimateWithdrawal(signedIn(call), body));
      return answer(await cashier.estimate(signedIn(call), body));
    },
    withdraw: async (call) => {
      const { body } = call;
      if (!body.transfer) return answerKept(200, await cashier.withdraw(signedIn(call), body, call.idempotency));
      return answerKept(200, await cashier.pay(signedIn(call), body, call.idempotency));
    },
    recall: async (call) => answer(await cashier.recall(signedIn(call), call.params.id)),
    payment: async (call) => answer(await cashier.payment(signedIn(call), call.params.id)),
    requests: async (call) => ({ status: 200, json: await requests.list(signedIn(call).userId, call.query) }),
    makeRequest: async (call) => answer(await requests.make(signedIn(call), call.body)),
    request: async (call) => answer(await requests.look(signedIn(call), call.params.id)),
    declineRequest: async (call) => answer(await requests.end(signedIn(call), call.params.id, 'DECLINED')),
    cancelRequest: async (call) => answer(await requests.end(signedIn(call), call.params.id, 'CANCELLED')),
    cancelWithdrawal: async (call) => answer(await cashier.cancelWithdrawal(signedIn(call), call.params.id)),
    withdrawalTimes: async () => ({ status: 200, json: await withdrawalTimes.read() }),
    addresses: async (call) => ({ status: 200, json: await addressBook.read(signedIn(call).userId) }),
    saveAddress: async (call) => answer(await addressBook.save(askerOf(call), call.body)),
    removeAddress: async (call) => answer(await addressBook.remove(askerOf(call), call.params.id)),
    beginProof: async (call) => answer(await addressBook.beginProof(signedIn(call).userId, call.params.id)),
    prove: async (call) => answer(await addressBook.prove(askerOf(call), call.params.id, call.body)),
    savedOnly: async (call) => answer(await addressBook.switchSavedOnly(askerOf(call), call.body.on)),
  };
}

function askerOf(call: Parameters<typeof signedIn>[0] & { readonly address: string }): Asker {
  return { actor: signedIn(call), address: call.address };
}
