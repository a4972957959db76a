import { policyPublishedAct, type PolicyParts } from './policy/drafts.ts';
import { policyDesk, type PolicyDeskParts } from './policy/policy-desk.ts';
import { createAddressBook } from './addresses/book.ts';
import type { OfficeSeat } from '#server/desk/index.ts';
import { workOn } from '#server/jobs/index.ts';
import type { Subject } from '#server/subject.ts';
import type { AddressBook, Cashier } from './contract.ts';
import { balanceOf, pricesOf } from './balance.ts';
import { estimate } from './estimate.ts';
import { freeOf } from './free.ts';
import { END_PAYMENT } from './job.ts';
import type { BookParts, CashierParts, WithdrawParts } from './parts.ts';
import { paymentsPart } from './payments-part.ts';
import { endDue, lookUp, pay, recall } from './payments.ts';
import { CASHIER_PERSONAL_DATA } from './store-personal-data.ts';
import type { Payouts } from './payouts/contract.ts';
import { createPayouts } from './payouts/payouts.ts';
import { playedFollower, type PlayedParts } from './played.ts';
import { cashierRoutes } from './routes.ts';
import { sharedAddresses } from './addresses/store-shared.ts';
import type { ReviewParts } from './withdrawals/review/decide.ts';
import { withdrawalApprovedAct } from './withdrawals/review/review-act.ts';
import { reviewDesk, type ReviewDeskParts } from './withdrawals/review/review-desk.ts';
import { createRequests, type Requests } from './requests/requests.ts';
import { createWithdrawalTimes, type WithdrawalTimes } from './times/times.ts';
import { cancelledWithdrawals } from './withdrawals/store-cancelled.ts';
import { cancelWithdrawal, estimateWithdrawal, withdraw } from './withdrawals/withdraw.ts';
import { transactionsOf } from './transactions.ts';

interface Made {
  readonly cashier: Cashier;
  readonly addressBook: AddressBook;
  readonly payouts: Payouts;
  readonly withdrawalTimes: WithdrawalTimes;
  readonly requests: Requests;
}

export const CASHIER = {
  offers: () => ({
    /** What of a person's real cash may leave now, 10^-6. */
    freeOf,
    sharedAddresses,
    cancelledWithdrawals,
  }),
  create: (parts: WithdrawParts & BookParts & PlayedParts): Made => ({
    cashier: {
      balance: (userId) => balanceOf(parts, userId),
      prices: () => pricesOf(parts.networks.all),
      transactions: (userId, filter) => transactionsOf(parts, userId, filter),
      estimate: (actor, asked) => estimate(parts, actor, asked),
      pay: (actor, body, kept) => pay(parts, actor, { body, kept }),
      estimateWithdrawal: (actor, asked) => estimateWithdrawal(parts, actor, asked),
      withdraw: (actor, body, kept) => withdraw(parts, actor, { body, kept }),
      cancelWithdrawal: (actor, id) => cancelWithdrawal(parts, actor, id),
      payment: (actor, id) => lookUp(parts, actor, id),
      recall: (actor, id) => recall(parts, actor, id),
    },
    addressBook: createAddressBook(parts),
    payouts: createPayouts(parts),
    withdrawalTimes: createWithdrawalTimes(parts),
    requests: createRequests(parts),
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
  twoPeople: (parts: ReviewParts & PolicyParts) => [withdrawalApprovedAct(parts), policyPublishedAct(parts)],
  office: (parts: ReviewDeskParts & PolicyDeskParts): OfficeSeat => {
    const [reviews, policy] = [reviewDesk(parts), policyDesk(parts)];
    return {
      ...reviews,
      desks: [...(reviews.desks ?? []), ...(policy.desks ?? [])],
      parts: [paymentsPart(parts), ...(reviews.parts ?? []), ...(policy.parts ?? [])],
      acts: [...(reviews.acts ?? []), ...(policy.acts ?? [])],
    };
  },
  personalData: CASHIER_PERSONAL_DATA,
} satisfies Subject;
