import type { Pool } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import { usdt } from '#domain/money.ts';
import type { Approvals } from '#server/approvals/index.ts';
import { line, money, chip, sentence, time, text } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { readAmount, wrongField } from '#server/desk/fields.ts';
import { askSecond, transacted, type OfficeSeat } from '#server/desk/index.ts';
import type { LiveSettings } from '#server/settings/index.ts';
import type { ResultsOf } from './contract.ts';
import { gatesPart } from './gates-part.ts';
import { HOUSE_LIMIT_LOOSENED } from './house-act.ts';
import { setHouseLimit, type HouseParts } from './house.ts';
import { PAYOUTS_RELEASED } from './restriction-act.ts';
import { setRestriction, type RestrictionAsk } from './restrictions.ts';
import { findHouseLimit } from './store-house.ts';
import { findRestrictions } from './store-restrictions.ts';
import { readControls } from './store.ts';

export interface LimitsSeatParts extends HouseParts {
  readonly db: Pool;
  readonly resultsOf: ResultsOf;
  readonly approvals: Approvals;
  readonly settings: Pick<LiveSettings, 'values'>;
}

/** What limits shows of a person and what staff does about it. */
export function limitsSeat(parts: LimitsSeatParts): OfficeSeat {
  return {
    parts: [standingPart(parts), limitsPart(parts), gatesPart(parts)],
    acts: [...restrictionActs(parts), payoutsReleased(parts), limitLowered(parts), limitLoosened(parts)],
  };
}

function standingPart({ db, clock }: LimitsSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'standing',
    title: 'Play',
    permission: 'people.read',
    place: 'facts',
    order: 20,
    lines: async ({ id }) => {
      const now = clock.now();
      const { controls, person } = await readControls(db, id, now);
      const held = await findRestrictions(db, id);
      const { timeOutUntil, exclusion } = controls.pause;
      const onBreak = timeOutUntil !== null && timeOutUntil > now;
      const no = (is: boolean, word: string) => (is ? chip(word, 'bad') : chip('no', 'plain'));
      return [
        line('Legal name', chip(sentence(person.name), person.name === 'APPROVED' ? 'ok' : 'warn')),
        line('Blocked', no(person.blocked, 'blocked')),
        line('Kept from playing', no(held.has('play'), 'by the house')),
        line('Payouts held', no(held.has('payouts'), 'held')),
        line('Break until', onBreak ? time(timeOutUntil) : text('none')),
        line('Self-excluded since', exclusion === null ? null : time(exclusion.since)),
      ];
    },
  };
}

const NAMES = {
  deposit_day: 'Deposits a day',
  deposit_week: 'Deposits a week',
  deposit_month: 'Deposits a month',
  stake: 'Stake',
  loss_day: 'Loss a day',
  loss_week: 'Loss a week',
  loss_month: 'Loss a month',
  session: 'Session, minutes',
} as const;

function limitsPart({ db, clock }: LimitsSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'limits',
    title: 'Limits',
    permission: 'people.read',
    place: 'facts',
    order: 30,
    lines: async ({ id }) => {
      const { controls } = await readControls(db, id, clock.now());
      const own = Object.entries(NAMES).map(([name, label]) => {
        const value = controls.limits.get(name as keyof typeof NAMES)?.value ?? null;
        if (value === null) return line(label, text('none'));
        return line(label, name === 'session' ? text(String(value)) : money(usdt(value)));
      });
      return [
        ...own,
        line('Stake, of the house', controls.house === null ? text('none') : money(controls.house.value)),
      ];
    },
  };
}

const AS_BEFORE = 'It was so before: nothing was done.';
const outcomeOf = (done: 'set' | 'as-before' | 'two-people', said: string): Outcome<string> => {
  if (done === 'set') return ok(said);
  return refused({ code: 'ActRefused', why: done === 'as-before' ? AS_BEFORE : 'This takes two people.' });
};

/** Those that one person does at once. */
function restrictionActs(parts: LimitsSeatParts): readonly ActSeat[] {
  const { db } = parts;
  const set = (what: Pick<RestrictionAsk, 'what' | 'holds'>, said: string) =>
    transacted(db, async (tx, { id: userId, by, reason }) =>
      outcomeOf(await setRestriction(parts, tx, { userId, by, reason, ...what }), said),
    );
  const holds = async (id: string, what: 'play' | 'payouts') => (await findRestrictions(db, id)).has(what);
  return [
    {
      desk: 'people',
      id: 'restrict',
      label: 'Keep from playing',
      text: 'No new real predictions and buy orders. They log in, see everything and are paid what they win.',
      permission: 'people.restrict',
      rule: 'One person, at once. They are told by email.',
      danger: true,
      order: 20,
      refuses: async ({ id }) => ((await holds(id, 'play')) ? 'They are kept from playing already.' : null),
      undo: 'allow-play',
      ...set({ what: 'play', holds: true }, 'Kept from playing.'),
    },
    {
      desk: 'people',
      id: 'allow-play',
      label: 'Let play again',
      text: 'They can place with real money again.',
      permission: 'people.restrict',
      rule: 'One person, at once: nothing leaves by it.',
      order: 21,
      refuses: async ({ id }) => ((await holds(id, 'play')) ? null : 'The house doesn’t keep them from playing.'),
      ...set({ what: 'play', holds: false }, 'They can play again.'),
    },
    {
      desk: 'people',
      id: 'hold-payouts',
      label: 'Hold payouts',
      text: 'No money leaves until two people release it.',
      permission: 'money.hold',
      rule: 'One person, at once. They are told by email.',
      danger: true,
      order: 22,
      refuses: async ({ id }) => ((await holds(id, 'payouts')) ? 'Their payouts are held already.' : null),
      ...set({ what: 'payouts', holds: true }, 'Payouts are held.'),
    },
  ];
}

function payoutsReleased(parts: LimitsSeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'release-payouts',
    label: 'Release payouts',
    text: 'Money can leave again.',
    permission: 'money.release',
    rule: 'Two people: money leaves by it.',
    people: 2,
    stepUp: true,
    order: 23,
    refuses: async ({ id }) =>
      (await findRestrictions(parts.db, id)).has('payouts') ? null : 'Their payouts aren’t held.',
    run: ({ id, by, reason }) => askSecond(parts, PAYOUTS_RELEASED, { fields: { userId: id }, by, reason }),
  };
}

function limitLowered(parts: LimitsSeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'limit-stake',
    label: 'Set or lower the stake limit',
    text: 'The highest stake of a quick prediction that the house takes of them from now on.',
    permission: 'people.limit',
    rule: 'One person, at once. They are told by email.',
    order: 30,
    fields: [{ name: 'amount', label: 'Highest stake, USDT', kind: 'money' }],
    refuses: () => Promise.resolve(null),
    ...transacted(parts.db, async (tx, { id, by, reason, fields }) => {
      const value = readAmount(fields['amount']);
      if (typeof value === 'string') return wrongField('amount', value);
      const done = await setHouseLimit(parts, tx, { userId: id, value, why: reason, by });
      return outcomeOf(done, 'The limit holds from now on.');
    }),
  };
}

function limitLoosened(parts: LimitsSeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'loosen-stake',
    label: 'Raise or end the stake limit',
    text: 'An empty amount ends the limit of the house.',
    permission: 'people.limit',
    rule: 'Two people: it loosens a protection.',
    people: 2,
    order: 31,
    fields: [{ name: 'amount', label: 'Highest stake, USDT', kind: 'money', optional: true }],
    refuses: async ({ id }) =>
      ((await findHouseLimit(parts.db, id))?.value ?? null) === null ? 'There is no limit of the house.' : null,
    run: ({ id, by, reason, fields }) => {
      const typed = (fields['amount'] ?? '').trim();
      const value = typed === '' ? null : readAmount(typed);
      if (typeof value === 'string') return Promise.resolve(wrongField('amount', value));
      const asked = { userId: id, value: value?.toString() ?? null };
      return askSecond(parts, HOUSE_LIMIT_LOOSENED, { fields: asked, by, reason });
    },
  };
}
