import { endpoints } from '../endpoint.ts';
import { okAnswer, originBody, regionsAnswer, sessionAnswer, tokenAnswer } from '../identity.ts';
import { EVERYONE, ROLES } from './callers.ts';

export const AUTH = endpoints({
  demoSession: {
    method: 'POST',
    path: '/auth/demo-session',
    summary: 'Starts a demo person with 10,000, or goes on with the one the bearer token names (30 days).',
    callers: EVERYONE,
    body: originBody.optional(),
    answers: { 200: sessionAnswer, 201: sessionAnswer },
    refusals: ['InvalidRequest', 'RateLimit'],
    rate: 600,
  },
  refresh: {
    method: 'GET',
    path: '/auth/refresh',
    summary: 'A new access token for the refresh cookie. A demo token is not refreshed.',
    callers: EVERYONE,
    answers: { 200: tokenAnswer },
    refusals: ['InvalidRequest', 'NotSignedIn', 'RateLimit'],
    rate: 60,
    customHeader: true,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Ends this session at once, on every socket too.',
    callers: ROLES,
    answers: { 200: okAnswer },
    refusals: ['InvalidRequest', 'NotSignedIn', 'RateLimit'],
    rate: 60,
  },
  pageView: {
    method: 'POST',
    path: '/auth/page-view',
    summary: 'Counts a visit with its referral and utm parameters.',
    callers: EVERYONE,
    body: originBody,
    answers: { 200: okAnswer },
    refusals: ['InvalidRequest', 'RateLimit'],
    rate: 120,
  },
  regions: {
    method: 'GET',
    path: '/auth/regions',
    summary: 'Countries of residence, which of them are not served, and a hint of the country of the visitor.',
    callers: EVERYONE,
    answers: { 200: regionsAnswer },
    refusals: ['InvalidRequest', 'RateLimit'],
    rate: 120,
  },
});
