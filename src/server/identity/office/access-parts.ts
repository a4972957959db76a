import { deviceOf } from '#domain/identity/device-name.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { chip, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { PartSeat, RecordAsked } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { findSignIns, type SignInRow } from '../sessions/store-sessions.ts';
import type { PeopleSeatParts } from './people-seat.ts';
import { listKeys, listSessions, type KeyListed, type SessionListed } from './store-people-desk.ts';

/** How a person comes in: sessions, API keys, and every login that was tried. */
export function accessParts(parts: PeopleSeatParts): readonly PartSeat[] {
  return [sessionsPart(parts), keysPart(parts), loginsPart(parts)];
}

function sessionsPart({ db, clock }: PeopleSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'sessions',
    title: 'Sessions',
    permission: 'people.read',
    place: 'tab',
    order: 60,
    table: {
      columns: [
        { id: 'device', label: 'Browser', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'method', label: 'Logged in by' },
        { id: 'from', label: 'Since', end: true },
        { id: 'seen', label: 'Last used', end: true },
      ],
      read: async ({ id, after, limit }: RecordAsked) => {
        const found = await listSessions(db, { userId: id, after, limit: limit + 1, now: clock.now() });
        return rowPage(found, limit, sessionRow);
      },
    },
  };
}

/** `Chrome, Windows`; what a browser says of itself in full takes a line of its own. */
export function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  return [browser, system].filter((part) => part !== null).join(', ') || 'Unknown';
}

function sessionRow(session: SessionListed): OfficeRow {
  return {
    id: session.id,
    cells: [
      text(deviceName(session.userAgent)),
      session.end === null ? chip('Live', 'ok') : chip(sentence(session.end)),
      text(sentence(session.method)),
      time(session.startedAt),
      time(session.renewedAt),
    ],
  };
}

function keysPart({ db, clock }: PeopleSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'keys',
    title: 'API keys',
    permission: 'people.read',
    place: 'tab',
    order: 61,
    table: {
      columns: [
        { id: 'name', label: 'Name', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'kind', label: 'Kind' },
        { id: 'scopes', label: 'May' },
        { id: 'used', label: 'Last used', end: true },
        { id: 'made', label: 'Made', end: true },
      ],
      read: async ({ id, after, limit }: RecordAsked) => {
        const found = await listKeys(db, { userId: id, after, limit: limit + 1 });
        return rowPage(found, limit, (key) => keyRow(key, clock.now()));
      },
    },
  };
}

function keyRow(key: KeyListed, now: number): OfficeRow {
  const isOver = key.endedAt !== null || (key.expiresAt !== null && key.expiresAt <= now);
  return {
    id: key.id,
    cells: [
      strong(key.name),
      isOver ? chip('Ended') : chip('Live', 'ok'),
      text(key.kind),
      text(key.scopes.join(', ')),
      time(key.lastUsedAt),
      time(key.createdAt),
    ],
  };
}

const OUTCOMES: Readonly<Record<SignInRow['outcome'], string>> = {
  OK: 'Logged in',
  WRONG_PASSWORD: 'Wrong password',
  WRONG_CODE: 'Wrong code',
  REUSED_TOKEN: 'Reused session',
};

function loginsPart({ db }: PeopleSeatParts): PartSeat {
  return {
    desk: 'people',
    id: 'logins',
    title: 'Logins',
    permission: 'people.read',
    place: 'tab',
    order: 62,
    table: {
      columns: [
        { id: 'device', label: 'Browser', head: true },
        { id: 'outcome', label: 'Outcome', head: true },
        { id: 'method', label: 'By' },
        { id: 'at', label: 'When', end: true },
      ],
      read: async ({ id, after, limit }: RecordAsked) => {
        const found = await findSignIns(db, { userId: id, before: after, limit: limit + 1 });
        return rowPage(found, limit, (one) => ({
          id: one.id,
          cells: [
            text(deviceName(one.userAgent)),
            chip(OUTCOMES[one.outcome], one.outcome === 'OK' ? 'ok' : 'bad'),
            text(sentence(one.method)),
            time(one.at.getTime()),
          ],
        }));
      },
    },
  };
}
