import type { PlaySign, PlaySignName } from '#domain/limits/play-signs.ts';
import { PLAY_SIGNS, SIGN_DAYS } from '#domain/limits/play-signs.ts';
import { ok, refused } from '#domain/outcome.ts';
import { chip, line, recordLink, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, transacted, type OfficeSeat } from '#server/desk/index.ts';
import { isStepTaken, signsOf, signsUp, suggestBreak, type SignParts } from './signs.ts';
import { lastStep, pageSteps, type CountedSigns } from './store-signs.ts';

interface SignWords {
  readonly title: string;
  /** What was counted. */
  readonly says: (count: number) => string;
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const WORDS: Readonly<Record<PlaySignName, SignWords>> = {
  chasing: {
    title: 'Chases losses',
    says: (count) => `${counted(count, 'stake')} at least doubled within 10 min of a loss`,
  },
  rising: {
    title: 'Stakes rise',
    says: (count) => `Largest stake of 7 days is ${count} times that of the 3 weeks before`,
  },
  night: { title: 'Plays at night', says: (count) => `${counted(count, 'day')} with play from 0:00 to 5:59 UTC` },
  failed_deposits: { title: 'Deposits fail', says: (count) => `${counted(count, 'fiat deposit')} failed` },
  cancelled_withdrawals: {
    title: 'Takes withdrawals back',
    says: (count) => `${counted(count, 'withdrawal')} cancelled`,
  },
  raises: { title: 'Raises limits', says: (count) => `${counted(count, 'own limit')} raised or ended` },
};

const TAKEN = 'Breaks were suggested to them within 28 days.';

/** Signs of harm: on the page of a person with what was counted, and the people for whom a step was taken. */
export function signsSeat(parts: SignParts): OfficeSeat {
  return { desks: [deskOf(parts)], parts: [signsPart(parts)], acts: [suggestAct(parts)] };
}

const namesOf = (signs: CountedSigns) =>
  PLAY_SIGNS.filter((name) => signs[name] !== undefined)
    .map((name) => WORDS[name].title)
    .join(', ');

function deskOf({ db }: SignParts): DeskSeat {
  return {
    desk: 'play',
    list: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'signs', label: 'Signs that were up', head: true },
        { id: 'step', label: 'Step' },
        { id: 'by', label: 'By' },
        { id: 'at', label: 'When', end: true },
      ],
      filters: [
        { name: 'by', label: 'Taken', kind: 'choice', options: [{ value: 'itself', label: 'By the product alone' }] },
      ],
      after: /^\d{1,18}$/,
      read: async ({ filter, after, limit }) => {
        const found = await pageSteps(db, { byItself: filter['by'] === 'itself', after, limit: limit + 1 });
        return rowPage(found, limit, ({ no, userId, signs, staff, at }) => ({
          id: no,
          cells: [
            recordLink('people', userId, userId.slice(0, 13)),
            text(namesOf(signs) || 'None'),
            text('Breaks and limits suggested'),
            staff === null ? chip('The product', 'plain') : recordLink('people', staff, staff.slice(0, 13)),
            time(at),
          ],
        }));
      },
    },
  };
}

function signsPart(parts: SignParts): PartSeat {
  const shown = ({ name, count, from, isUp }: PlaySign) => {
    const { title, says } = WORDS[name];
    if (count === 0) return line(title, chip('no', 'plain'));
    return line(title, chip(`${says(count)} (a sign from ${from} on)`, isUp ? 'warn' : 'plain'));
  };
  return {
    desk: 'people',
    id: 'signs',
    title: `Safer play, last ${SIGN_DAYS} days`,
    permission: 'people.risk',
    place: 'facts',
    order: 35,
    lines: async ({ id }) => {
      const signs = (await signsOf(parts, parts.db, [id])).get(id) ?? [];
      const at = await lastStep(parts.db, id);
      return [...signs.map(shown), line('Breaks suggested', at === null ? text('never') : time(at))];
    },
  };
}

function suggestAct(parts: SignParts): ActSeat {
  const { db } = parts;
  return {
    desk: 'people',
    id: 'suggest-break',
    label: 'Suggest a break',
    text: 'They are told in the product that breaks and limits are there, with the way to them.',
    permission: 'people.restrict',
    rule: 'One person, at once; once in 28 days, also where the product did it.',
    order: 19,
    refuses: async ({ id }) => ((await isStepTaken(parts, db, id)) ? TAKEN : null),
    ...transacted(db, async (tx, { id: userId, by, reason }) => {
      const signs = await signsUp(parts, tx, userId);
      const isDone = await suggestBreak(parts, tx, { userId, signs, by: { who: by, reason } });
      return isDone
        ? ok('Suggested. They see it where they are told of things.')
        : refused({ code: 'ActRefused', why: TAKEN });
    }),
  };
}
