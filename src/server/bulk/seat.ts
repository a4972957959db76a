import { holds, PERMISSIONS } from '#domain/office/permissions.ts';
import { ok, refused } from '#domain/outcome.ts';
import type { CellTone, OfficeLine } from '#protocol/office/cells.ts';
import { transaction } from '#server/db/index.ts';
import { chip, code, line, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { ActAsked, ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { askSecond, rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { bulkSeat, makeBulk, startBulk, stopBulk } from './bulk.ts';
import { newActs } from './new-acts.ts';
import { madeOk, NEW, type BulkSeatParts } from './seat-parts.ts';
import { BULK_BEGUN } from './two-people.ts';
import {
  changedBy,
  countEnds,
  countMoving,
  countReasons,
  findBulk,
  listBulks,
  listPeople,
  type BulkEnd,
  type BulkRow,
  type BulkState,
} from './store.ts';

const ID = /^(new|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

const STATES: Readonly<Record<BulkState, readonly [string, CellTone]>> = {
  TRYING: ['Trying', 'warn'],
  TRIED: ['Tried, waits to begin', 'info'],
  RUNNING: ['Under way', 'warn'],
  DONE: ['Done', 'ok'],
  STOPPED: ['Stopped', 'plain'],
};
const ENDS: Readonly<Record<BulkEnd, readonly [string, CellTone]>> = {
  changes: ['Would change', 'info'],
  done: ['Changed', 'ok'],
  refused: ['Refused', 'warn'],
  failed: ['Failed', 'bad'],
};
const endCell = (end: BulkEnd | null) => (end === null ? null : chip(...ENDS[end]));

/** Acts on many people: those there were, how one stands, whom it was refused for, and the acts that begin and stop it. */
export function bulkOffice(parts: BulkSeatParts): OfficeSeat {
  return {
    desks: [deskOf(parts)],
    parts: [factsOf(parts), tilesOf(parts), reasonsOf(parts), peopleOf(parts, false), peopleOf(parts, true)],
    acts: [...newActs(parts), beginAct(parts), stopAct(parts), undoAct(parts)],
  };
}

const labelOf = ({ desks }: BulkSeatParts, { act }: BulkRow) => bulkSeat(desks, act)?.label ?? act;

function deskOf(parts: BulkSeatParts): DeskSeat {
  const { db, colleagueOf } = parts;
  return {
    desk: 'bulk',
    count: () => countMoving(db),
    list: {
      columns: [
        { id: 'act', label: 'Act', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'people', label: 'People', end: true },
        { id: 'who', label: 'Asked by' },
        { id: 'made', label: 'Asked', end: true },
        { id: 'ended', label: 'Ended', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: Object.entries(STATES).map(([value, [label]]) => ({ value, label })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const rows = await listBulks(db, { state: filter['state'] ?? null, after, limit: limit + 1 });
        const names = new Map<string, string>();
        for (const { askedBy } of rows) names.set(askedBy, (await colleagueOf(askedBy)).name);
        return rowPage(rows, limit, (row) => ({
          id: row.id,
          cells: [
            strong(labelOf(parts, row)),
            chip(...STATES[row.state]),
            number(BigInt(row.people)),
            text(names.get(row.askedBy) ?? null),
            time(row.madeAt),
            time(row.endedAt),
          ],
        }));
      },
    },
    record: {
      id: ID,
      read: async (id) => {
        if (id === NEW) return { title: 'New bulk act', subtitle: [], chips: [], subjectId: null };
        const row = await findBulk(db, id);
        if (row === null) return null;
        const moves = row.state === 'TRYING' || row.state === 'RUNNING';
        return {
          title: `${labelOf(parts, row)}, ${row.people} people`,
          subtitle: [code(id)],
          chips: [chip(...STATES[row.state])],
          subjectId: null,
          ...(moves ? { moves: true as const } : {}),
        };
      },
    },
  };
}

function factsOf(parts: BulkSeatParts): PartSeat {
  const { db, colleagueOf, settings, vault } = parts;
  return {
    desk: 'bulk',
    id: 'bulk',
    title: 'Bulk act',
    permission: 'people.read',
    place: 'facts',
    lines: async ({ id }) => {
      if (id === NEW) {
        return [
          line('How', text('Choose an act. It is tried on everybody first, and nothing is changed.')),
          line('Then', text('Read whom it would change and whom it is refused for, and begin it.')),
          line('At most', number(BigInt(settings.number('bulk.most')))),
          line('By one person, up to', number(BigInt(settings.number('bulk.alone')))),
        ];
      }
      const row = await findBulk(db, id);
      if (row === null) return [];
      const sealed = await vault.open(db, row.askedBy, row.sealed);
      const { reason } = (sealed === null ? {} : JSON.parse(sealed)) as { readonly reason?: string };
      return [
        line('Act', text(labelOf(parts, row))),
        ...Object.entries(row.fields).map(([name, value]) => line(name, text(value))),
        line('People from', text(row.viewName === null ? 'ids that were named' : `the view “${row.viewName}”`)),
        line('Asked by', text((await colleagueOf(row.askedBy)).name)),
        line('Asked', time(row.madeAt)),
        line('Reason', text(reason ?? null)),
        line('Two people', row.request === null ? text('no') : recordLink('approvals', row.request, 'approved')),
        line('Ended', time(row.endedAt)),
      ];
    },
  };
}

function tilesOf({ db }: BulkSeatParts): PartSeat {
  return {
    desk: 'bulk',
    id: 'ends',
    title: 'People',
    permission: 'people.read',
    place: 'tiles',
    lines: async ({ id }): Promise<readonly OfficeLine[]> => {
      const row = id === NEW ? null : await findBulk(db, id);
      if (row === null) return [];
      const ends = await countEnds(db, id);
      const of = (name: string) => number(BigInt(ends.get(name) ?? 0));
      const tried = row.state === 'TRYING' || row.state === 'TRIED';
      const phase = tried ? 'try' : 'run';
      return [
        line('People', number(BigInt(row.people))),
        line(tried ? 'Would change' : 'Changed', of(tried ? 'try changes' : 'run done')),
        line('Refused', of(`${phase} refused`)),
        line('Failed', of(`${phase} failed`)),
        line('Left', of(`${phase} left`)),
      ];
    },
  };
}

function reasonsOf({ db }: BulkSeatParts): PartSeat {
  return {
    desk: 'bulk',
    id: 'reasons',
    title: 'Why refused',
    permission: 'people.read',
    place: 'facts',
    order: 60,
    lines: async ({ id }) =>
      id === NEW ? [] : (await countReasons(db, id)).map(({ says, count }) => line(says, number(BigInt(count)))),
  };
}

function peopleOf({ db }: BulkSeatParts, refusedOnly: boolean): PartSeat {
  return {
    desk: 'bulk',
    id: refusedOnly ? 'refused' : 'people',
    title: refusedOnly ? 'Not changed' : 'People',
    permission: 'people.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'tried', label: 'Tried', head: true },
        { id: 'triedSays', label: 'What the try said' },
        { id: 'done', label: 'Result' },
        { id: 'says', label: 'What it said' },
        { id: 'at', label: 'Done', end: true },
      ],
      after: /^\d{1,9}$/,
      read: async ({ id, after, limit }) => {
        if (id === NEW) return { rows: [], next: null };
        const asked = { id, after: Number(after ?? 0), limit: limit + 1, refused: refusedOnly };
        return rowPage(
          (await listPeople(db, asked)).map((row) => ({ ...row, id: String(row.no) })),
          limit,
          (row) => ({
            id: row.id,
            cells: [
              recordLink('people', row.userId, row.userId),
              endCell(row.tried),
              text(row.triedSays),
              endCell(row.done),
              text(row.doneSays),
              time(row.doneAt),
            ],
          }),
        );
      },
    },
  };
}

const isOne = (id: string) => id !== NEW;

/** Why one may not do the act that a bulk act does; null: they may, and it waits to begin. */
async function beginRefused({ db }: BulkSeatParts, { id }: ActAsked): Promise<string | null> {
  const row = await findBulk(db, id);
  if (row?.state !== 'TRIED') {
    return row?.state === 'TRYING' ? 'It is being tried still.' : 'It was begun or stopped.';
  }
  const ends = await countEnds(db, id);
  return (ends.get('try changes') ?? 0) > 0 ? null : 'It would change nobody.';
}

function beginAct(parts: BulkSeatParts): ActSeat {
  const { db, settings } = parts;
  return {
    desk: 'bulk',
    id: 'begin',
    label: 'Begin',
    text: 'It is done to everybody in turn, each in a transaction of their own. Who is refused by then stays as they are.',
    permission: 'office.work',
    rule: 'Who asked for it begins it. Above the number that one person may reach it takes two.',
    danger: true,
    order: 10,
    on: isOne,
    refuses: (asked) => beginRefused(parts, asked),
    run: async ({ id, by, reason }) => {
      const row = await findBulk(db, id);
      if (row === null) return refused({ code: 'NotFound' });
      if (row.askedBy !== by.userId) return refused({ code: 'ActRefused', why: 'Who asked for it begins it.' });
      if (row.people > settings.number('bulk.alone')) {
        const fields = { bulk: id, act: labelOf(parts, row), people: row.people };
        return askSecond(parts, BULK_BEGUN, { fields, by, reason });
      }
      const isBegun = await transaction(db, (tx) => startBulk(parts, tx, { id, by }));
      return isBegun ? ok('Begun.') : refused({ code: 'ActRefused', why: 'It was begun or stopped.' });
    },
  };
}

function stopAct(parts: BulkSeatParts): ActSeat {
  const { db } = parts;
  return {
    desk: 'bulk',
    id: 'stop',
    label: 'Stop',
    text: 'Nobody more is changed. What was done stays.',
    permission: 'office.work',
    rule: 'One person, at once: it only holds back.',
    order: 20,
    on: isOne,
    refuses: async ({ id }) => {
      const state = (await findBulk(db, id))?.state;
      return state === 'DONE' || state === 'STOPPED' ? 'It is over.' : null;
    },
    run: async ({ id, by, reason }) => {
      const isStopped = await transaction(db, (tx) => stopBulk(parts, tx, { id, by, reason }));
      return isStopped ? ok('Stopped.') : refused({ code: 'ActRefused', why: 'It is over.' });
    },
  };
}

/** The act that takes this one back, on everybody whom it has changed; null: there is none. */
async function undoOf({ db, desks }: BulkSeatParts, id: string) {
  const row = await findBulk(db, id);
  const undo = row === null ? undefined : bulkSeat(desks, row.act)?.undo;
  return undo === undefined ? null : bulkSeat(desks, undo);
}

function undoAct(parts: BulkSeatParts): ActSeat {
  const { db } = parts;
  return {
    desk: 'bulk',
    id: 'undo',
    label: 'Take back',
    text: 'A new bulk act with the act that takes this one back, on everybody whom this one changed. It is tried first.',
    permission: 'office.work',
    rule: 'Where the act can be taken back by one person.',
    order: 30,
    on: isOne,
    refuses: async ({ id, by }) => {
      const undo = await undoOf(parts, id);
      if (undo === null) return 'This act can’t be taken back for many at once.';
      if ((await changedBy(db, id)).length === 0) return 'It has changed nobody.';
      return holds(by.role, undo.permission)
        ? null
        : `You need the permission to ${PERMISSIONS[undo.permission].says}.`;
    },
    run: async ({ id, by, reason }) => {
      const undo = await undoOf(parts, id);
      const people = await changedBy(db, id);
      if (undo === null || people.length === 0) return refused({ code: 'ActRefused', why: 'It has changed nobody.' });
      const made = await makeBulk(parts, { act: undo.id, fields: {}, reason, by, people, viewName: null });
      return madeOk(made, people.length);
    },
  };
}
