import {
  estimateBody,
  estimateWire,
  transactionsBody,
  transactionsQuery,
  transactionsWire,
  transactionWire,
  withdrawBody,
} from '../cashier/cashier.ts';
import { pathId } from '../codecs.ts';
import { endpoints } from '../endpoint.ts';

const PAYEE_REFUSALS = [
  'UserNotFound',
  'PayeeSelf',
  'PayeeBlocked',
  'PayeeClosed',
  'PayeeDemo',
  'PayeeUnavailable',
  'UnavailableToken',
] as const;

/** Real money that comes, goes, and is paid from person to person. */
export const CASHIER = endpoints({
  transactions: {
    method: 'GET',
    path: '/transaction/transactions',
    scope: 'read',
    summary: 'Money that came to the real balance or left it beside trading, newest first.',
    callers: ['USER'],
    query: transactionsQuery,
    answers: { 200: transactionsWire },
    rate: 300,
    csv: 'list',
  },
  filtered: {
    method: 'POST',
    path: '/transaction/transactions',
    scope: 'read',
    summary: 'The same, with the filters in the body.',
    callers: ['USER'],
    body: transactionsBody,
    answers: { 200: transactionsWire },
    rate: 300,
  },
  estimate: {
    method: 'POST',
    path: '/transaction/withdraw/estimate',
    summary:
      'What a payment to another person comes to: who they are, what of the money may leave, and every gate with its state. Nothing is done.',
    callers: ['USER'],
    body: estimateBody,
    answers: { 200: estimateWire },
    refusals: PAYEE_REFUSALS,
    rate: 60,
  },
  withdraw: {
    method: 'POST',
    path: '/transaction/withdraw',
    summary:
      'With `transfer`: pays another person. The money is held for 30 s, in which it may be recalled, and is theirs then. Without an Idempotency-Key the same payment within 10 s is the first one.',
    callers: ['USER'],
    body: withdrawBody,
    answers: { 200: transactionWire },
    refusals: [
      ...PAYEE_REFUSALS,
      'PayeeUnconfirmed',
      'VerificationError',
      'PayoutsHeld',
      'PayoutHold',
      'LimitReached',
      'SelfExcluded',
      'PaymentLimit',
      'PlayBalance',
      'NoBalance',
      'IdempotencyConflict',
      'StepUpRequired',
    ],
    idempotency: 'optional',
    stepUp: true,
    rate: 30,
  },
  recall: {
    method: 'POST',
    path: '/transaction/payments/:id/recall',
    summary: 'Takes an own payment back while it is held. Taken back already: the same answer again.',
    callers: ['USER'],
    params: pathId('a payment'),
    answers: { 200: transactionWire },
    refusals: ['NotFound', 'PaymentOver'],
    owner: 'id',
    rate: 60,
  },
});
