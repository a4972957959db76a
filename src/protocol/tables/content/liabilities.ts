import { endpoints } from '../../endpoint.ts';
import { liabilitiesWire, liabilityProofWire } from '../../proofs/liabilities.ts';
import { EVERYONE } from '../callers.ts';

/** What people are owed in all, published, and the proof that one of them is in it. */
export const LIABILITIES = endpoints({
  list: {
    method: 'GET',
    path: '/liabilities',
    summary:
      'The newest proofs of liabilities: what people were owed in all at a moment, as roots of trees that carry sums, and what our books say that stands against it.',
    callers: EVERYONE,
    answers: { 200: liabilitiesWire },
    rate: 120,
  },
  own: {
    method: 'GET',
    path: '/liabilities/own',
    summary:
      'The newest proof of liabilities with the way from what you are owed to its roots, as a file: whoever has it checks that you are counted without us. It holds your e-mail address; without leaves it owes you nothing.',
    callers: ['USER'],
    answers: { 200: liabilityProofWire },
    refusals: ['NotFound'],
    ownEyes: true,
    rate: 60,
  },
});
