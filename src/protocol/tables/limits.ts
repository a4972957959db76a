import { endpoints } from '../endpoint.ts';
import { confirmLimitBody, exclusionBody, limitsBody, limitsWire, playFiguresWire, playingBody } from '../limits.ts';

/** Responsible trading. It binds real money only: practice has nothing to limit. */
export const LIMITS = endpoints({
  read: {
    method: 'GET',
    path: '/user/limits',
    summary: 'Own limits with what is used of them, reality check, time-out and self-exclusion.',
    callers: ['USER'],
    answers: { 200: limitsWire },
    rate: 120,
  },
  change: {
    method: 'PUT',
    path: '/user/limits',
    summary: 'Sets limits. Lower or on holds at once; higher or off waits 24 h and is then asked again.',
    callers: ['USER'],
    body: limitsBody,
    answers: { 200: limitsWire },
    refusals: ['LimitReached', 'SelfExcluded'],
    rate: 60,
  },
  confirm: {
    method: 'POST',
    path: '/user/limits/confirm',
    summary: 'The second yes to a limit that rises, after its wait; or no, at any time.',
    callers: ['USER'],
    body: confirmLimitBody,
    answers: { 200: limitsWire },
    refusals: ['NotFound', 'LimitReached', 'SelfExcluded'],
    rate: 60,
  },
  exclude: {
    method: 'POST',
    path: '/user/exclusion',
    summary: 'Takes a break, excludes oneself, or asks to come back after the end. Never ends early.',
    callers: ['USER'],
    body: exclusionBody,
    answers: { 200: limitsWire },
    refusals: ['NotFound', 'LimitReached', 'SelfExcluded'],
    rate: 30,
  },
  figures: {
    method: 'GET',
    path: '/user/reality-check',
    summary: 'Time and result of play with real money.',
    callers: ['USER'],
    answers: { 200: playFiguresWire },
    rate: 120,
  },
  playing: {
    method: 'POST',
    path: '/user/reality-check',
    summary: 'Says that the person plays now; answers whether a reality check is due, with its figures.',
    callers: ['USER'],
    body: playingBody,
    answers: { 200: playFiguresWire },
    rate: 120,
  },
});
