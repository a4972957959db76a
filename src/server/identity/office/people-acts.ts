import type { Pool } from 'pg';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { transacted } from '#server/desk/index.ts';
import { blockPerson, endAccess, unblockPerson, type PersonActParts } from '../accounts/person-acts.ts';
import { countAccess, findListed } from './store-people-desk.ts';

export interface PeopleActParts extends PersonActParts {
  readonly db: Pool;
}

const AS_BEFORE = 'It was so before: nothing was done.';
const done = (said: string | null): Outcome<string> =>
  said === null ? refused({ code: 'ActRefused', why: AS_BEFORE }) : ok(said);

/** What staff does to the access of a person. */
export function peopleActs(parts: PeopleActParts): readonly ActSeat[] {
  const { db } = parts;
  const isBlocked = async (id: string) => (await findListed(db, id))?.blockedAt !== null;
  return [
    {
      desk: 'people',
      id: 'block',
      label: 'Block',
      text: 'Nobody logs in with this account any more. Its sessions and API keys end, and its orders are canceled.',
      permission: 'people.restrict',
      rule: 'One person, at once. They are told by email.',
      danger: true,
      order: 10,
      refuses: async ({ id, by }) => {
        if (id === by.userId) return 'You can’t block yourself.';
        return (await isBlocked(id)) ? 'This account is blocked.' : null;
      },
      undo: 'unblock',
      ...transacted(db, async (tx, { id, by, reason }) => {
        const ended = await blockPerson(parts, tx, { userId: id, by, reason });
        return done(ended && `Blocked. ${ended.sessions.length} sessions and ${ended.keys.length} keys ended.`);
      }),
    },
    {
      desk: 'people',
      id: 'unblock',
      label: 'Unblock',
      text: 'The account can log in again.',
      permission: 'people.restrict',
      rule: 'One person, at once: nothing leaves by it.',
      order: 11,
      refuses: async ({ id }) => ((await isBlocked(id)) ? null : 'This account isn’t blocked.'),
      ...transacted(db, async (tx, { id, by, reason }) =>
        done((await unblockPerson(parts, tx, { userId: id, by, reason })) ? 'Unblocked.' : null),
      ),
    },
    endingOf(parts, 'session'),
    endingOf(parts, 'api_key'),
  ];
}

const ENDINGS = {
  session: {
    id: 'end-sessions',
    label: 'End all sessions',
    text: 'They are logged out everywhere and can log in again.',
    none: 'There is no live session.',
    noun: 'sessions',
  },
  api_key: {
    id: 'end-keys',
    label: 'End all API keys',
    text: 'Their programs stop. They can make new keys.',
    none: 'There is no live key.',
    noun: 'keys',
  },
} as const;

function endingOf(parts: PeopleActParts, what: 'session' | 'api_key'): ActSeat {
  const { db, clock } = parts;
  const { id: name, label, text, none, noun } = ENDINGS[what];
  return {
    desk: 'people',
    id: name,
    label,
    text,
    permission: 'people.sessions',
    rule: 'One person, at once. They are told by email.',
    order: 40,
    refuses: async ({ id }) => ((await countAccess(db, { userId: id, what, now: clock.now() })) > 0 ? null : none),
    ...transacted(db, async (tx, { id, by, reason }) => {
      const ids = await endAccess(parts, tx, { userId: id, by, reason, what });
      return done(ids.length === 0 ? null : `${ids.length} ${noun} ended.`);
    }),
  };
}
