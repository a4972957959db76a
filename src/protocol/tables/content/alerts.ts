import { pathId } from '../../codecs.ts';
import { endpoints } from '../../endpoint.ts';
import { alertBody, alertGone, alertItems, alertValue, alertWire } from '../../events/alerts.ts';
import { PEOPLE } from '../callers.ts';

/** What people are told of once, about events. */
export const ALERTS = endpoints({
  list: {
    method: 'GET',
    path: '/alerts',
    summary: 'Alerts of the person: those that wait and the last that were told, newest first.',
    callers: PEOPLE,
    answers: { 200: alertItems },
    rate: 120,
  },
  set: {
    method: 'POST',
    path: '/alerts',
    summary: 'Sets an alert on a market, or on new markets. It is told once. The same once more is the one there is.',
    callers: PEOPLE,
    body: alertBody,
    answers: { 201: alertWire },
    refusals: ['NotFound', 'MarketClosed', 'AlertLimit'],
    rate: 60,
  },
  change: {
    method: 'PUT',
    path: '/alerts/:id',
    summary: 'Another price, time or volume for an alert that waits.',
    callers: PEOPLE,
    params: pathId('the alert'),
    body: alertValue,
    answers: { 200: alertWire },
    refusals: ['NotFound'],
    rate: 60,
  },
  remove: {
    method: 'DELETE',
    path: '/alerts/:id',
    summary: 'Takes an alert away.',
    callers: PEOPLE,
    params: pathId('the alert'),
    answers: { 200: alertGone },
    refusals: ['NotFound'],
    rate: 60,
  },
});
