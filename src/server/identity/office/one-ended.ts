import { ok, refused } from '#domain/outcome.ts';
import { isRowId, toIso } from '#protocol/codecs.ts';
import { transaction } from '#server/db/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { endAccess } from '../accounts/person-acts.ts';
import { deviceName } from './access-parts.ts';
import type { PeopleActParts } from './people-acts.ts';
import { countAccess, listLive } from './store-people-desk.ts';

/** Shown to choose from; whoever has more ends all of them. */
const CHOICES = 100;

const WHAT = {
  session: {
    id: 'end-session',
    label: 'End one session',
    text: 'They are logged out in that browser and can log in again.',
    field: 'Session',
    none: 'There is no live session.',
    done: 'The session is ended.',
    over: 'This session is over.',
  },
  api_key: {
    id: 'end-key',
    label: 'End one API key',
    text: 'The program with that key stops. They can make a new key.',
    field: 'API key',
    none: 'There is no live key.',
    done: 'The key is ended.',
    over: 'This key is over.',
  },
} as const;

/** The end of one session or of one API key of a person. */
export function oneEnded(parts: PeopleActParts): readonly ActSeat[] {
  return [ofOne(parts, 'session'), ofOne(parts, 'api_key')];
}

function ofOne(parts: PeopleActParts, what: 'session' | 'api_key'): ActSeat {
  const { db, clock } = parts;
  const { id: name, label, text, field, none, done, over } = WHAT[what];
  const say = (of: { readonly name: string | null; readonly at: number }) =>
    what === 'session'
      ? `${deviceName(of.name)}, last used ${shortTime(of.at)}`
      : `${of.name ?? ''}, ${shortTime(of.at)}`;
  return {
    desk: 'people',
    id: name,
    label,
    text,
    permission: 'people.sessions',
    rule: 'One person, at once. They are told by email.',
    order: 39,
    fields: async ({ id }) => {
      const live = await listLive(db, { userId: id, what, now: clock.now(), limit: CHOICES });
      const options = live.map((one) => ({ value: one.id, label: say(one) }));
      return [{ name: 'which', label: field, kind: 'choice', options }];
    },
    refuses: async ({ id }) => ((await countAccess(db, { userId: id, what, now: clock.now() })) > 0 ? null : none),
    run: async ({ id, by, reason, fields: { which = '' } }) => {
      if (!isRowId(which)) return wrongField('which', 'malformed');
      const act = { userId: id, by, reason, what, only: which };
      const ids = await transaction(db, (tx) => endAccess(parts, tx, act));
      return ids.length === 0 ? refused({ code: 'ActRefused', why: over }) : ok(done);
    },
  };
}

/** `2026-11-26 10:15`. */
function shortTime(at: number): string {
  return toIso(Math.floor(at)).slice(0, 16).replace('T', ' ');
}
