import { ideaAfter, IDEA_EVENTS, IDEA_STATES } from '#domain/ideas/idea.ts';
import { leavesAWay } from '#domain/identity/passkey.ts';
import { passwordFaults } from '#domain/identity/password.ts';
import { afterYes } from '#domain/privacy/email-change.ts';
import { aggregate } from '#domain/prices/aggregate.ts';
import { standsOn } from '#domain/proofs/correction.ts';
import { judge } from '#web/features/senders/judge.ts';

/** What rules that are functions answer to the cases that an article tells of. */

const sourcesAt = (...prices: readonly number[]) => prices.map((price, no) => ({ source: String(no), price, t: 0 }));

/** Three that agree, one of four far off, and too few. */
export const AGGREGATED = [
  sourcesAt(10_000, 10_001, 10_002),
  sourcesAt(10_000, 10_001, 10_002, 90_000),
  sourcesAt(10_000),
].map((sources) => {
  const made = aggregate(sources, { quorum: 3, keep: 3, nthNewest: 2 }, null);
  return made.ok ? made.price : made.reason;
});

/** Entry or exit on a wrong price, and neither. */
export const CORRECTED = [
  [5, 90],
  [2, 5],
  [2, 90],
].map(([entrySeq = 0, exitSeq = 0]) =>
  standsOn({ stream: 1, fromSeq: 4, toSeq: 6 }, { id: '', realm: 'real', stream: 1, entrySeq, exitSeq }),
);

/** One of two ways to log in may go, the last may not. */
export const LAST_WAYS = [
  leavesAWay({ password: true, passkeys: 1, links: 0 }, 'passkey'),
  leavesAWay({ password: false, passkeys: 1, links: 0 }, 'passkey'),
];

export const WRONG_PASSWORDS = ['', 'P@ssw0rd1!', 'Harbour-7-Lantern'].map((password) => passwordFaults(password, []));

/** One yes, and both. */
export const EMAIL_CHANGES = [null, 1].map((newSaidYesAt) =>
  afterYes(
    { oldAsked: true, oldSaidYesAt: null, newSaidYesAt, expiresAt: 9, endedAt: null },
    { side: 'old', now: 2, oldConfirmed: true },
  ),
);

export const IDEAS = IDEA_STATES.map((state) => IDEA_EVENTS.map((event) => ideaAfter(state, event)));

const OURS = { hosts: ['tikvo.example'], mail: 'mail@tikvo.example', handles: [] };
export const SENDERS = ['mail@tikvo.example', 'mail@tikv0.example', 'mail@other.example'].map(
  (typed) => judge(typed, OURS)?.verdict ?? null,
);
