import { pathId } from '../codecs.ts';
import { endpoints } from '../endpoint.ts';
import {
  fiatOrderBody,
  fiatOrdersWire,
  fiatOrderWire,
  fiatsWire,
  offersQuery,
  offersWire,
  testNotificationBody,
} from './fiat.ts';
import { z } from 'zod';
import { EVERYONE } from '../tables/callers.ts';

/** Money that people pay in from a card or a bank, by an on-ramp. */
export const FIAT = endpoints({
  fiats: {
    method: 'GET',
    path: '/transaction/fiats-list',
    scope: 'read',
    summary: 'Currencies that can be paid in with, and between which sums.',
    callers: ['USER'],
    answers: { 200: fiatsWire },
    rate: 60,
  },
  offers: {
    method: 'GET',
    path: '/transaction/fiat-offers',
    scope: 'read',
    summary: 'What each provider offers for a sum, the one that brings most first. Nothing is done.',
    callers: ['USER'],
    query: offersQuery,
    answers: { 200: offersWire },
    refusals: ['FiatUnavailable', 'FiatAmount'],
    rate: 60,
  },
  create: {
    method: 'POST',
    path: '/transaction/create-fiat-order',
    summary:
      'Begins an order: `url` is the page of the provider, where it is paid. While one is open for the same offer and sum, the answer is that one.',
    callers: ['USER'],
    body: fiatOrderBody,
    answers: { 200: fiatOrderWire },
    refusals: [
      'SelfExcluded',
      'VerificationError',
      'DepositLimit',
      'FiatUnavailable',
      'FiatAmount',
      'FiatOfferChanged',
      'FiatOrderOpen',
    ],
    rate: 20,
  },
  orders: {
    method: 'GET',
    path: '/transaction/fiat-orders',
    scope: 'read',
    summary: 'The newest 50 orders.',
    callers: ['USER'],
    answers: { 200: fiatOrdersWire },
    rate: 300,
  },
  order: {
    method: 'GET',
    path: '/transaction/fiat-orders/:id',
    scope: 'read',
    summary: 'One own order, as it stands.',
    callers: ['USER'],
    params: pathId('an order'),
    answers: { 200: fiatOrderWire },
    refusals: ['NotFound'],
    owner: 'id',
    rate: 300,
  },
  cancel: {
    method: 'POST',
    path: '/transaction/fiat-orders/:id/cancel',
    summary: 'Cancels an own order that is not paid. What is paid all the same is looked at by people.',
    callers: ['USER'],
    params: pathId('an order'),
    answers: { 200: fiatOrderWire },
    refusals: ['NotFound', 'FiatOrderOver'],
    owner: 'id',
    rate: 60,
  },
  testNotification: {
    method: 'POST',
    path: '/transaction/test-fiat-notification',
    summary:
      'Has the simulator of a sandbox do something with one of its orders, and tell of it as a provider does. In production there is none.',
    callers: EVERYONE,
    body: testNotificationBody,
    answers: { 200: z.strictObject({ status: z.literal('ok') }) },
    refusals: ['NotFound'],
    sandbox: true,
    rate: 60,
  },
});
