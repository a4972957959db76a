import type { Pool } from 'pg';
import { maskName, readEmail } from '#domain/identity/email.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import type { Clock } from '#server/clock.ts';
import { transaction, type Queryable } from '#server/db/index.ts';
import type { DeskSeat, ListAsked, PartSeat, RecordHead, SearchSeat } from '#server/desk/contract.ts';
import { chip, code, line, strong, text, time } from '#server/desk/cells.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { emailBlinds, type Vault } from '#server/vault/index.ts';
import { isRowId } from '#protocol/codecs.ts';
import { opened } from '../context.ts';
import { accessParts } from './access-parts.ts';
import { shownClear, type ClearParts } from './clear-act.ts';
import { oneEnded } from './one-ended.ts';
import { peopleActs, type PeopleActParts } from './people-acts.ts';
import { seeAsActs, type SeeAsParts } from './see-as.ts';
import { findListed, findListedByBlinds, lastSeen, listPeople, type PersonListed } from './store-people-desk.ts';

export interface PeopleSeatParts extends PeopleActParts, ClearParts, SeeAsParts {
  readonly db: Pool;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now'>;
  readonly noteLook: ClearParts['noteLook'] & SeeAsParts['noteLook'];
}

const ROLES = ['USER', 'DEMO', 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'EDITOR', 'RESOLVER', 'ADMIN', 'AUDITOR'];

/** People at their desk: the list, the page of one with what identity knows, and the search by address and id. */
export function peopleSeat(parts: PeopleSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [contactPart(parts), ...accessParts(parts)],
    searches: [searchOf(parts)],
    acts: [...peopleActs(parts), ...oneEnded(parts), shownClear(parts), ...seeAsActs(parts)],
  };
}

function deskOf(parts: PeopleSeatParts): DeskSeat {
  return {
    desk: 'people',
    list: {
      columns: [
        { id: 'name', label: 'Name', head: true },
        { id: 'email', label: 'Email' },
        { id: 'state', label: 'State', head: true },
        { id: 'role', label: 'Role' },
        { id: 'country', label: 'Country' },
        { id: 'id', label: 'ID' },
        { id: 'since', label: 'Since', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: [
            { value: 'open', label: 'Open' },
            { value: 'blocked', label: 'Blocked' },
            { value: 'closed', label: 'Closed' },
          ],
        },
        { name: 'role', label: 'Role', kind: 'choice', options: ROLES.map((role) => ({ value: role, label: role })) },
        { name: 'country', label: 'Country code', kind: 'text' },
        { name: 'from', label: 'Since', kind: 'day' },
        { name: 'to', label: 'Until', kind: 'day' },
      ],
      read: (asked) => readList(parts, asked),
    },
    record: { read: (id) => readHead(parts, id) },
  };
}

async function readList(parts: PeopleSeatParts, { filter, after, limit }: ListAsked) {
  const { state = null, role = null, country = null, from = null, to = null } = filter;
  return transaction(parts.db, async (tx) => {
    const narrowed = { state, role, country: country?.toUpperCase() ?? null, from, to };
    const people = await listPeople(tx, { filter: narrowed, after, limit: limit + 1 });
    const shown = new Map<string, OfficeRow>();
    for (const person of people.slice(0, limit)) shown.set(person.userId, await rowOf(parts, tx, person));
    return rowPage(people, limit, ({ userId }) => shown.get(userId) ?? { id: userId, cells: [] });
  });
}

interface Known {
  readonly name: string | null;
  readonly nickname: string | null;
  readonly email: string | null;
}

type KnownParts = Pick<PeopleSeatParts, 'db' | 'vault' | 'legalNames'>;

async function knownOf(parts: KnownParts, db: Queryable, person: PersonListed): Promise<Known> {
  const { userId } = person;
  const { first, last } = await parts.legalNames.of(db, userId);
  const name = [first, last].filter((word) => word !== null && word !== '').join(' ');
  return {
    name: name === '' ? null : name,
    nickname: await opened(parts, db, { userId, text: person.nicknameSealed }),
    email: await opened(parts, db, { userId, text: person.emailSealed }),
  };
}

/** What a person is called: their name, their nickname, or what is seen of their address. */
function titleOf({ name, nickname, email }: Known): string {
  return name ?? nickname ?? maskEmail(email) ?? 'No name';
}

/** `l•••t@mail.test`: enough to recognise, not to write to. */
function maskEmail(email: string | null): string | null {
  if (email === null) return null;
  const [local = '', domain = ''] = email.split('@');
  const [, first = '', last = ''] = /^(.)(?:.+(.))?/u.exec(local) ?? [];
  return `${first}•••${last}@${domain}`;
}

function stateOf({ blockedAt, closedAt }: PersonListed): Cell {
  if (blockedAt !== null) return chip('Blocked', 'bad');
  return closedAt === null ? chip('Open', 'ok') : chip('Closed', 'plain');
}

async function rowOf(parts: PeopleSeatParts, db: Queryable, person: PersonListed): Promise<OfficeRow> {
  const known = await knownOf(parts, db, person);
  return {
    id: person.userId,
    cells: [
      strong(titleOf(known)),
      text(maskEmail(known.email)),
      stateOf(person),
      text(person.role),
      text(person.country),
      code(person.userId),
      time(person.createdAt),
    ],
  };
}

async function readHead(parts: PeopleSeatParts, userId: string): Promise<RecordHead | null> {
  const person = await findListed(parts.db, userId);
  if (person === null) return null;
  const known = await knownOf(parts, parts.db, person);
  return {
    title: titleOf(known),
    subtitle: [code(userId), text(person.country)],
    chips: [
      stateOf(person),
      chip(person.role, person.role === 'USER' ? 'plain' : 'brand'),
      person.emailConfirmed ? chip('Email', 'ok') : chip('Email not confirmed', 'warn'),
    ],
    subjectId: userId,
  };
}

function contactPart(parts: PeopleSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'contact',
    title: 'Contact',
    permission: 'people.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const person = await findListed(parts.db, id);
      if (person === null) return [];
      const known = await knownOf(parts, parts.db, person);
      return [
        line('Email', text(maskEmail(known.email))),
        line('Nickname', text(known.nickname)),
        line('Country', text(person.country)),
        line('Language', text(person.language)),
        line('Since', time(person.createdAt)),
        line('Last seen', time(await lastSeen(parts.db, id))),
      ];
    },
  };
}

/** By the whole address, or by id. */
function searchOf(parts: PeopleSeatParts): SearchSeat {
  return {
    desk: 'people',
    title: 'People',
    find: async (asked, { limit }) => {
      const email = readEmail(asked);
      const byId = isRowId(asked.toLowerCase()) ? await findListed(parts.db, asked.toLowerCase()) : null;
      const byEmail = email === null ? [] : await findListedByBlinds(parts.db, emailBlinds(parts, email));
      const found = [...(byId === null ? [] : [byId]), ...byEmail].slice(0, limit);
      return Promise.all(
        found.map(async (person) => {
          const known = await knownOf(parts, parts.db, person);
          return {
            id: person.userId,
            title: titleOf(known),
            text: [person.role, person.country].filter(Boolean).join(', '),
          };
        }),
      );
    },
  };
}

/** What colleagues call a member of staff: their name, or their role. */
export function colleagues(parts: KnownParts) {
  return async (userId: string) => {
    const person = await findListed(parts.db, userId);
    if (person === null) return { id: userId, name: 'Somebody', role: '' };
    const { name, nickname, email } = await knownOf(parts, parts.db, person);
    return { id: userId, name: nickname ?? name ?? maskName(email ?? person.role), role: person.role };
  };
}
