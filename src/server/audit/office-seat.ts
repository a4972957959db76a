import type { Pool } from 'pg';
import { holds, neededFor } from '#domain/office/permissions.ts';
import { isRowId } from '#protocol/codecs.ts';
import { DESKS } from '#protocol/office/desks.ts';
import type { Colleague } from '#protocol/office/office.ts';
import type { Cell, OfficeRow } from '#protocol/office/cells.ts';
import { transaction } from '#server/db/index.ts';
import { code, line, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, Happened, PartSeat, TimelineSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat, type Staff } from '#server/desk/index.ts';
import type { Audit, AuditRecord } from './audit.ts';
import { objectTimelines } from './object-timelines.ts';

export interface AuditSeatParts {
  readonly db: Pool;
  readonly audit: Audit;
  readonly colleagueOf: (userId: string) => Promise<Colleague>;
}

/** `account.blocked` -> `Account blocked`. */
const titleOf = (action: string) => {
  const words = action.replaceAll(/[._]/g, ' ');
  return `${words.slice(0, 1).toLocaleUpperCase('en')}${words.slice(1)}`;
};

/** The audit log at its desk, and as the timeline of a person. */
export function auditSeat(parts: AuditSeatParts): OfficeSeat {
  const timelines = [timelineOf(parts), ...objectTimelines({ ...parts, happened: (one) => happened(parts, one) })];
  return { desks: [deskOf(parts)], parts: [entryPart(parts)], timelines };
}

/** Who acted: a colleague by name, the shell by its user, or the person themselves. */
async function actorName({ colleagueOf }: AuditSeatParts, { actorId, role, osUser }: AuditRecord): Promise<string> {
  if (osUser !== undefined) return `shell, ${osUser}`;
  if (actorId === null) return 'the product';
  if (role === 'USER') return 'the person';
  const { name } = await colleagueOf(actorId);
  return `${name}, ${role}`;
}

/** Who acted, away from the person's own page: a person is led to by a link. */
async function whoOf(parts: AuditSeatParts, one: AuditRecord): Promise<Cell> {
  const { actorId, role, osUser } = one;
  const isPerson = osUser === undefined && role === 'USER' && actorId !== null;
  return isPerson ? recordLink('people', actorId, 'a person') : text(await actorName(parts, one));
}

/** What this colleague may see of the log about a person, newest first: as many as asked for, unless there are no more. */
async function entriesFor(
  { audit, db }: AuditSeatParts,
  by: Staff,
  { subjectId, before, limit }: { readonly subjectId: string; readonly before: number | null; readonly limit: number },
): Promise<readonly AuditRecord[]> {
  const seen: AuditRecord[] = [];
  for (let until = before; ;) {
    const page = await audit.recent(db, { subjectId, before: until, limit });
    seen.push(...page.filter(({ action }) => holds(by.role, neededFor(action))));
    until = page.at(-1)?.t ?? null;
    if (page.length < limit || seen.length >= limit) return seen.slice(0, limit);
  }
}

function timelineOf(parts: AuditSeatParts): TimelineSeat {
  return {
    desk: 'people',
    permission: 'people.read',
    read: async ({ id, before, limit, by }) => {
      const told: Happened[] = [];
      for (const one of await entriesFor(parts, by, { subjectId: id, before, limit }))
        told.push(await happened(parts, one));
      return told;
    },
  };
}

/** An entry as a line of a timeline. */
async function happened(parts: AuditSeatParts, one: AuditRecord): Promise<Happened> {
  return {
    id: `audit ${one.seq}`,
    at: one.t,
    title: titleOf(one.action),
    by: await actorName(parts, one),
    ...(one.reason === undefined ? {} : { text: one.reason }),
  };
}

function deskOf(parts: AuditSeatParts): DeskSeat {
  const { db, audit } = parts;
  return {
    desk: 'audit',
    list: {
      columns: [
        { id: 'seq', label: 'No.', head: true },
        { id: 'what', label: 'What', head: true },
        { id: 'who', label: 'Who' },
        { id: 'on', label: 'On' },
        { id: 'reason', label: 'Reason' },
        { id: 'at', label: 'When', end: true },
      ],
      filters: [],
      after: /^\d{1,15}$/,
      read: async ({ after, limit }) =>
        transaction(db, async (tx) => {
          const found = await audit.page(tx, { before: after === null ? null : BigInt(after), limit: limit + 1 });
          const rows = new Map<string, OfficeRow>();
          for (const one of found.slice(0, limit)) rows.set(String(one.seq), await rowOf(parts, one));
          return rowPage(found, limit, ({ seq }) => rows.get(String(seq)) ?? { id: String(seq), cells: [] });
        }),
    },
    record: {
      id: /^\d{1,15}$/,
      read: async (id) => {
        const [one] = await audit.page(db, { before: BigInt(id) + 1n, limit: 1 });
        if (one === undefined || String(one.seq) !== id) return null;
        return { title: titleOf(one.action), subtitle: [code(`No. ${id}`), time(one.t)], chips: [], subjectId: null };
      },
    },
  };
}

async function rowOf(parts: AuditSeatParts, one: AuditRecord): Promise<OfficeRow> {
  return {
    id: String(one.seq),
    cells: [
      code(String(one.seq)),
      strong(titleOf(one.action)),
      await whoOf(parts, one),
      objectOf(one),
      text(one.reason ?? null),
      time(one.t),
    ],
  };
}

function objectOf({ objectType, objectId }: AuditRecord) {
  const isPerson = (objectType === 'user' || objectType === 'people') && isRowId(objectId);
  if (isPerson) return recordLink('people', objectId, 'a person');
  const desk = DESKS.find(({ id }) => id === objectType);
  const isRecord = desk !== undefined && 'record' in desk && objectId !== 'new';
  return isRecord
    ? recordLink(desk.id, objectId, `${sentence(desk.record)} ${objectId.slice(0, 40)}`)
    : text(`${desk?.title ?? sentence(objectType)} ${objectId.slice(0, 40)}`);
}

function entryPart(parts: AuditSeatParts): PartSeat {
  return {
    desk: 'audit',
    id: 'entry',
    title: 'Entry',
    permission: 'audit.read',
    place: 'facts',
    lines: async ({ id }) => {
      const [one] = await parts.audit.page(parts.db, { before: BigInt(id) + 1n, limit: 1 });
      if (one === undefined) return [];
      return [
        line('Who', await whoOf(parts, one)),
        line('On', objectOf(one)),
        line('Reason', text(one.reason ?? null)),
        line('Request', code(one.requestId ?? null)),
        line('Address', text(one.address ?? null)),
        // What stood there is kept as digests alone: two that are equal say that nothing changed.
        line('Before, digest', code(one.beforeDigest?.slice(0, 16) ?? null)),
        line('After, digest', code(one.afterDigest?.slice(0, 16) ?? null)),
      ];
    },
  };
}
