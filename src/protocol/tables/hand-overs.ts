import { handOverWire, openBody, openedWire } from '../verification/hand-over.ts';
import { endpoints } from '../endpoint.ts';
import { EVERYONE } from './callers.ts';

/** A person sends their documents from their phone, without a session there. */
export const HAND_OVERS = endpoints({
  make: {
    method: 'POST',
    path: '/user/verification/hand-over',
    summary:
      'Makes a link with which a phone sends the person’s documents: it is opened once, within 10 minutes. One that was made before opens nothing more.',
    callers: ['USER'],
    answers: { 200: handOverWire },
    rate: 10,
  },
  open: {
    method: 'POST',
    path: '/verification/hand-over/open',
    summary:
      'Opens such a link. The token that it answers is a bearer token for sending documents, for 30 minutes, and good for nothing else.',
    callers: EVERYONE,
    body: openBody,
    answers: { 200: openedWire },
    refusals: ['IncorrectToken', 'LinkUsed', 'LinkExpired'],
    rate: 20,
  },
});
