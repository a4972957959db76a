import type { TradingEligibility } from '#domain/identity/trading-eligibility.ts';
import { usdt, type Usdt } from '#domain/money.ts';
import { personGates, type PersonGate } from '#domain/trading/eligibility-gates.ts';
import { moneyWords, toIso } from '#protocol/codecs.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { chip, strong, text } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import type { Results } from './contract.ts';
import type { LimitsSeatParts } from './office-seat.ts';
import { findRestrictions, type RestrictionName } from './store-restrictions.ts';
import { eligibilityOf } from './trading-eligibility.ts';

const GATES: Readonly<Record<PersonGate, string>> = {
  account: 'Account',
  pause: 'Break and self-exclusion',
  session: 'Time of play',
  name: 'Legal name',
  email: 'Email address',
};

/** What each gate of real play says of a person now, in the order in which they are asked, and why. */
export function gatesPart({ db, clock, resultsOf, settings }: LimitsSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'gates',
    title: 'Eligibility',
    permission: 'people.read',
    place: 'tab',
    order: 40,
    table: {
      columns: [
        { id: 'gate', label: 'Gate', head: true },
        { id: 'says', label: 'Says', head: true },
        { id: 'why', label: 'Why' },
      ],
      read: async ({ id }) => {
        const now = clock.now();
        const [eligibility, results, held] = await Promise.all([
          eligibilityOf(db, id, { clock, settings }),
          resultsOf(db, id, { since: null, now }),
          findRestrictions(db, id),
        ]);
        const rows = [
          ...personGates(eligibility, now).map(({ gate, refusal }) =>
            gateRow(GATES[gate], refusal === null ? null : refusal.code, whyOf({ gate, refusal }, eligibility, now)),
          ),
          ...stakeRows(eligibility),
          ...lossRows(eligibility, results),
          payoutsRow(held),
        ];
        return { rows, next: null };
      },
    },
  };
}

/** `refused`: the code that the person is answered with; null: the gate lets them through. */
function gateRow(name: string, refused: string | null, why: string | null): OfficeRow {
  return {
    id: name,
    cells: [
      strong(name),
      refused === null ? chip('Lets through', 'ok') : chip(`Refuses: ${refused}`, 'bad'),
      text(why),
    ],
  };
}

/** The reason in words of staff. */
function whyOf(
  { gate, refusal }: ReturnType<typeof personGates>[number],
  { blocked, restricted, selfExcluded, pausedUntil, sessionEndsAt, name, emailConfirmed }: TradingEligibility,
  now: number,
): string | null {
  switch (gate) {
    case 'account':
      if (blocked) return 'The account is blocked or closed.';
      return restricted ? 'The house keeps them from playing.' : null;
    case 'pause': {
      if (refusal === null) return null;
      const until = pausedUntil === null || pausedUntil === Infinity ? 'for ever' : `until ${toIso(pausedUntil)}`;
      return selfExcluded ? `They excluded themselves, ${until}.` : `They take a break ${until}.`;
    }
    case 'session':
      if (sessionEndsAt === null) return 'They set no limit.';
      return sessionEndsAt <= now ? 'The time they set is used up.' : `It ends at ${toIso(sessionEndsAt)}.`;
    case 'name':
      return name === 'APPROVED' ? null : `The check of the name stands at ${name}.`;
    case 'email':
      return emailConfirmed ? null : 'The address isn’t confirmed.';
  }
}

function stakeRows({ limits, houseStakeMax }: TradingEligibility): readonly OfficeRow[] {
  const upTo = (amount: Usdt | null, none: string) => (amount === null ? none : `Up to ${moneyWords(amount)} USDT.`);
  return [
    gateRow('Stake, their own limit', null, upTo(limits.stakeMax, 'They set no limit.')),
    gateRow('Stake, limit of the house', null, upTo(houseStakeMax, 'The highest stake of the pair.')),
  ];
}

function lossRows({ limits }: TradingEligibility, results: Results): readonly OfficeRow[] {
  const row = (label: string, limit: Usdt | null, result: Usdt): OfficeRow => {
    const lost = result < 0n ? usdt(0n - result) : usdt(0n);
    if (limit === null) return gateRow(label, null, `They set no limit. Lost: ${moneyWords(lost)} USDT.`);
    const why = `Lost: ${moneyWords(lost)} of ${moneyWords(limit)} USDT.`;
    return gateRow(label, lost >= limit ? 'LimitReached' : null, why);
  };
  return [
    row('Loss in 24 hours', limits.lossDay, results.day),
    row('Loss in 7 days', limits.lossWeek, results.week),
    row('Loss in 30 days', limits.lossMonth, results.month),
  ];
}

function payoutsRow(held: ReadonlyMap<RestrictionName, { readonly setAt: number }>): OfficeRow {
  const payouts = held.get('payouts');
  return payouts === undefined
    ? gateRow('Payouts', null, null)
    : gateRow('Payouts', 'PayoutsHeld', `The house holds them since ${toIso(payouts.setAt)}.`);
}
