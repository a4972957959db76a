import { lineText } from '#protocol/texts.ts';
import { isRowId } from '#protocol/codecs.ts';
import { code, line, number, recordLink, text, time } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { rowPage } from '#server/desk/index.ts';
import { releasePerson, restrictPerson, setKinds, type RestrictedParts } from '../integrity/restricted.ts';
import { countAttested, findKinds, listBarred } from '../integrity/store-restricted.ts';
import { findMarket } from '../store.ts';
import { NEW } from './events-desk.ts';

/** Kinds of people whom an event names at most, and characters of one. */
const MOST_KINDS = 20;
const KIND = lineText.min(2).max(200);

const seat = { desk: 'events', on: (id: string) => id !== NEW, refuses: () => Promise.resolve(null) } as const;

/** Who may not trade an event: kinds of people, and people by name. */
export function restrictedActs(parts: RestrictedParts): readonly ActSeat[] {
  return [
    {
      ...seat,
      id: 'restrict-kinds',
      label: 'Say who may not trade it',
      text: 'Everybody reads it on the page. Whoever orders with real money says first that they are none of them, and is asked again when it changes.',
      permission: 'integrity.write',
      rule: 'One person. Whoever decides the result, takes part in it, or knows it before others.',
      order: 22,
      fields: async ({ id }) => {
        const market = await findMarket(parts.db, id);
        const kinds = market === null ? null : await findKinds(parts.db, market.eventId);
        const label = 'Kinds of people in English, a line each. None: everybody may';
        return [{ name: 'kinds', label, kind: 'long', optional: true, value: (kinds?.kinds ?? []).join('\n') }];
      },
      run: async ({ id, by, reason, fields }) => {
        const kinds = (fields['kinds'] ?? '').split('\n').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
        if (kinds.length > MOST_KINDS) return wrongField('kinds', 'too_large');
        if (kinds.some((one) => !KIND.safeParse(one).success)) return wrongField('kinds', 'malformed');
        return setKinds(parts, { marketId: id, kinds, by, reason });
      },
    },
    {
      ...seat,
      id: 'restrict-person',
      label: 'Keep a person from it',
      text: 'Their resting orders in all its markets end, and none is taken with real money. What they hold stays and is paid. Their orders are refused with that reason.',
      permission: 'integrity.write',
      rule: 'One person, not about themselves. The reason is for colleagues alone.',
      danger: true,
      order: 23,
      fields: [PERSON],
      run: async ({ id, by, reason, fields: { person = '' } }) =>
        isRowId(person.trim())
          ? restrictPerson(parts, { marketId: id, userId: person.trim(), by, reason })
          : wrongField('person', 'malformed'),
    },
    {
      ...seat,
      id: 'release-person',
      label: 'Let a person trade it again',
      text: 'Their orders are taken again.',
      permission: 'integrity.write',
      rule: 'One person.',
      order: 24,
      fields: [PERSON],
      run: async ({ id, by, reason, fields: { person = '' } }) =>
        isRowId(person.trim())
          ? releasePerson(parts, { marketId: id, userId: person.trim(), by, reason })
          : wrongField('person', 'malformed'),
    },
  ];
}

const PERSON = { name: 'person', label: 'Id of the person', kind: 'text' } as const;

/** What an event says of who may not trade it, and whom it keeps out. */
export function restrictedParts({ db }: Pick<RestrictedParts, 'db'>): readonly PartSeat[] {
  const eventOf = async (id: string) => (id === NEW ? null : ((await findMarket(db, id))?.eventId ?? null));
  return [
    {
      desk: 'events',
      id: 'restricted',
      title: 'Who may not trade it',
      permission: 'events.read',
      place: 'facts',
      order: 17,
      lines: async ({ id }) => {
        const eventId = await eventOf(id);
        const kinds = eventId === null ? null : await findKinds(db, eventId);
        if (eventId === null || kinds === null) return [];
        return [
          ...kinds.kinds.map((kind, at) => line(`Kind ${at + 1}`, text(kind))),
          line('Said to be none of them', number(await countAttested(db, eventId))),
        ];
      },
    },
    {
      desk: 'events',
      id: 'barred',
      title: 'People kept from it',
      permission: 'integrity.read',
      place: 'tab',
      table: {
        columns: [
          { id: 'person', label: 'Person', head: true },
          { id: 'id', label: 'Id' },
          { id: 'reason', label: 'Reason', head: true },
          { id: 'at', label: 'Since', end: true },
        ],
        read: async ({ id, after, limit }) => {
          const eventId = await eventOf(id);
          const rows = eventId === null ? [] : await listBarred(db, { eventId, after, limit: limit + 1 });
          return rowPage(
            rows.map((row) => ({ ...row, id: row.userId })),
            limit,
            ({ userId, reason, at }) => ({
              id: userId,
              cells: [recordLink('people', userId, userId.slice(0, 13)), code(userId), text(reason), time(at)],
            }),
          );
        },
      },
    },
  ];
}
