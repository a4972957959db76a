import { createAddressBook } from './addresses/book.ts';
import { workOn } from '#server/jobs/index.ts';
import type { Subject } from '#server/subject.ts';
import type { AddressBook, Cashier } from './contract.ts';
import { estimate } from './estimate.ts';
import { END_PAYMENT } from './job.ts';
import type { BookParts, CashierParts, WithdrawParts } from './parts.ts';
import { paymentsPart } from './payments-part.ts';
import { endDue, pay, recall } from './payments.ts';
import { CASHIER_PERSONAL_DATA } from './store-personal-data.ts';
import type { Payouts } from './payouts/contract.ts';
import { createPayouts } from './payouts/payouts.ts';
import { playedFollower, type PlayedParts } from './played.ts';
import { cashierRoutes } from './routes.ts';
import { cancelWithdrawal, estimateWithdrawal, withdraw } from './withdrawals/withdraw.ts';
import { transactionsOf } from './transactions.ts';

interface Made {
  readonly cashier: Cashier;
  readonly addressBook: AddressBook;
  readonly payouts: Payouts;
}

export const CASHIER = {
  create: (parts: WithdrawParts & BookParts): Made => ({
    cashier: {
      transactions: (userId, filter) => transactionsOf(parts, userId, filter),
      estimate: (actor, asked) => estimate(parts, actor, asked),
      pay: (actor, body, kept) => pay(parts, actor, { body, kept }),
      estimateWithdrawal: (actor, asked) => estimateWithdrawal(parts, actor, asked),
      withdraw: (actor, body, kept) => withdraw(parts, actor, { body, kept }),
      cancelWithdrawal: (actor, id) => cancelWithdrawal(parts, actor, id),
      recall: (actor, id) => recall(parts, actor, id),
    },
    addressBook: createAddressBook(parts),
    payouts: createPayouts(parts),
  }),
  routes: (parts: Made) => ({ cashier: cashierRoutes(parts) }),
  followers: (parts: PlayedParts) => [playedFollower(parts)],
  jobs: (parts: CashierParts) => [
    workOn(
      END_PAYMENT,
      () =>
        ({ payment }) =>
          endDue(parts, payment),
    ),
  ],
  office: (parts: CashierParts) => ({ parts: [paymentsPart(parts)] }),
  personalData: CASHIER_PERSONAL_DATA,
} satisfies Subject;
