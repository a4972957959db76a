import type { Pool } from 'pg';
import { holds, PERMISSIONS, permissionsOf } from '#domain/office/permissions.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { Refusal } from '#domain/refusals.ts';
import { toIso } from '#protocol/codecs.ts';
import type { ActField } from '#protocol/office/cells.ts';
import { DESKS } from '#protocol/office/desks.ts';
import type { OfficeAct, OfficeActDone } from '#protocol/office/office.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { ActAsked, ActSeat, Happened, PartSeat } from '#server/desk/contract.ts';
import type { Desks, Staff } from '#server/desk/index.ts';
import type { AskedPage, AskedRecord, ColleagueOf, Office, Teamwork } from './contract.ts';
import { deskFor, NOT_THERE, openRecord, pageFrom, refuseWithout, type Opened } from './reach.ts';
import { faultsOf, readFilter } from './filter.ts';

export interface OfficeParts {
  readonly db: Pool;
  readonly clock: Clock;
  readonly audit: Audit;
  readonly desks: Desks;
  readonly teamwork: Teamwork;
  readonly colleagueOf: ColleagueOf;
  /** Why this person must prove anew who they are; null: they have just done so. */
  readonly requireStepUp: (by: Staff) => Promise<Refusal | null>;
}

/** How long an opening of the same record by the same person counts as one, ms. */
const ONE_LOOK_MS = 15 * 60_000;
const FOUND_EACH = 6;

export function createOffice(parts: OfficeParts): Office {
  const { desks } = parts;
  const looks = new Map<string, number>();
  return {
    frame: async (by) => ({
      me: await parts.colleagueOf(by.userId),
      permissions: [...permissionsOf(by.role)],
      counts: await countsFor(desks, by),
    }),
    search: async (by, text) => {
      const seats = desks.searches.filter(({ desk }) => deskFor(by, desk).ok);
      const groups = await Promise.all(
        seats.map(async ({ desk, title, find }) => ({
          id: `${desk}.${title}`,
          title,
          found: (await find(text, { by, limit: FOUND_EACH })).map((one) => ({ desk, ...one })),
        })),
      );
      return { groups: groups.filter(({ found }) => found.length > 0) };
    },
    list: (by, asked) => readList(desks, by, asked),
    record: async (by, asked) => {
      const opened = await openRecord(desks, by, asked);
      if (!opened.ok) return opened;
      await noteLook(parts, looks, { by, opened: opened.value });
      return ok(await drawRecord(parts, by, opened.value));
    },
    part: async (by, asked) => {
      const opened = await openRecord(desks, by, asked);
      if (!opened.ok) return opened;
      const part = desks.partsOf(opened.value.desk).find(({ id }) => id === asked.part);
      if (part?.place !== 'tab') return refused(NOT_THERE);
      const refusal = refuseWithout(by, part.permission);
      if (refusal !== null) return refused(refusal);
      const page = pageFrom(asked, part.table.after);
      if (!page.ok) return page;
      const { rows, next } = await part.table.read({ ...page.value, id: asked.id, by });
      return ok({ columns: [...part.table.columns], rows: [...rows], nextCursor: next });
    },
    timeline: (by, asked) => readTimeline(desks, by, asked),
    act: (by, asked) => doAct(parts, by, asked),
  };
}

async function countsFor(desks: Desks, by: Staff): Promise<Record<string, number>> {
  const seen = DESKS.filter(({ permission }) => holds(by.role, permission));
  const counts = await Promise.all(
    seen.map(async ({ id }) => [id, (await desks.deskOf(id).count?.(by)) ?? null] as const),
  );
  return Object.fromEntries(counts.flatMap(([id, count]) => (count === null ? [] : [[id, count] as const])));
}

async function readList(desks: Desks, by: Staff, asked: Parameters<Office['list']>[1]): ReturnType<Office['list']> {
  const desk = deskFor(by, asked.desk);
  if (!desk.ok) return desk;
  const { list } = desks.deskOf(desk.value.id);
  if (list === undefined) return refused(NOT_THERE);
  const page = pageFrom(asked, list.after);
  if (!page.ok) return page;
  const filter = readFilter(asked.filter ?? '', list.filters);
  if (!filter.ok) return filter;
  const { rows, next } = await list.read({ ...page.value, by, filter: filter.value });
  return ok({ columns: [...list.columns], filters: [...list.filters], rows: [...rows], nextCursor: next });
}

/** Writes down that somebody opened a record; anew after a while. */
async function noteLook(
  { db, clock, audit }: OfficeParts,
  looks: Map<string, number>,
  { by, opened: { desk, id, head } }: { readonly by: Staff; readonly opened: Opened },
): Promise<void> {
  const key = `${by.userId} ${desk} ${id}`;
  const now = clock.now();
  for (const [old, at] of looks) if (now - at >= ONE_LOOK_MS) looks.delete(old);
  if (looks.has(key)) return;
  looks.set(key, now);
  const entry = {
    actorId: by.userId,
    role: by.role,
    action: 'record.opened',
    objectType: desk,
    objectId: id,
    address: by.address,
    ...(head.subjectId === null ? {} : { subjectId: head.subjectId }),
  };
  await transaction(db, (tx) => audit.write(tx, entry));
}

async function drawRecord({ desks, teamwork }: OfficeParts, by: Staff, { desk, id, head }: Opened) {
  const seen = desks.partsOf(desk).filter(({ permission }) => holds(by.role, permission));
  const draw = async (part: PartSeat) => ({
    id: part.id,
    title: part.title,
    lines: part.place === 'tab' ? [] : [...(await part.lines({ id, by }))],
  });
  const placed = (place: PartSeat['place']) => seen.filter((part) => part.place === place);
  const [facts, tiles, acts, on] = await Promise.all([
    Promise.all(placed('facts').map(draw)),
    Promise.all(placed('tiles').map(draw)),
    Promise.all(
      desks
        .actsOf(desk)
        .filter((act) => act.on?.(id) ?? true)
        .map((act) => drawAct(act, by, id)),
    ),
    teamwork.on(by, { desk, id }),
  ]);
  return {
    id,
    title: head.title,
    subtitle: [...head.subtitle],
    chips: [...head.chips],
    ...(head.moves === true ? { moves: true as const } : {}),
    tiles: tiles.flatMap(({ lines }) => lines),
    facts: facts.filter(({ lines }) => lines.length > 0),
    tabs: placed('tab').map(({ id: part, title }) => ({ id: part, title })),
    acts,
    ...on,
  };
}

async function fieldsOf({ fields = [] }: ActSeat, asked: ActAsked): Promise<readonly ActField[]> {
  return typeof fields === 'function' ? fields(asked) : fields;
}

async function drawAct(act: ActSeat, by: Staff, id: string): Promise<OfficeAct> {
  return {
    id: act.id,
    label: act.label,
    text: act.text,
    rule: act.rule,
    people: act.people ?? 1,
    fields: [...(await fieldsOf(act, { id, by }))],
    ...(act.danger === true ? { danger: true as const } : {}),
    refused: holds(by.role, act.permission)
      ? await act.refuses({ id, by })
      : `You need the permission to ${PERMISSIONS[act.permission].says}.`,
  };
}

/** Pages of all that tell of a record, merged by time; a cursor is the time of the last one that was shown. */
async function readTimeline(desks: Desks, by: Staff, asked: AskedRecord & AskedPage): ReturnType<Office['timeline']> {
  const opened = await openRecord(desks, by, asked);
  if (!opened.ok) return opened;
  const page = pageFrom(asked, /^\d{1,15}$/);
  if (!page.ok) return page;
  const { limit, after } = page.value;
  const before = after === null ? null : Number(after);
  const seats = desks.timelinesOf(opened.value.desk).filter(({ permission }) => holds(by.role, permission));
  const told = await Promise.all(seats.map((seat) => seat.read({ id: asked.id, before, limit, by })));
  const items = told
    .flat()
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, limit);
  const isCut = told.some((some) => some.length === limit) || told.flat().length > limit;
  const last = items.at(-1);
  return ok({ items: items.map(shown), nextCursor: isCut && last !== undefined ? String(Math.floor(last.at)) : null });
}

function shown({ id, at, title, text, by }: Happened) {
  return { id, at: toIso(Math.floor(at)), title, text: text ?? null, by: by ?? null };
}

async function doAct(
  parts: OfficeParts,
  by: Staff,
  asked: Parameters<Office['act']>[1],
): Promise<Outcome<OfficeActDone>> {
  const opened = await openRecord(parts.desks, by, asked);
  if (!opened.ok) return opened;
  const act = parts.desks.actsOf(opened.value.desk).find(({ id }) => id === asked.act);
  if (act === undefined || act.on?.(asked.id) === false) return refused(NOT_THERE);
  const refusal = refuseWithout(by, act.permission) ?? (act.stepUp === true ? await parts.requireStepUp(by) : null);
  if (refusal !== null) return refused(refusal);
  const fields = await fieldsOf(act, { id: asked.id, by });
  const faults = faultsOf(fields, asked.fields);
  if (Object.keys(faults).length > 0) return refused({ code: 'InvalidRequest', fields: faults });
  const why = await act.refuses({ id: asked.id, by });
  if (why !== null) return refused({ code: 'ActRefused', why });
  const done = await act.run({ id: asked.id, by, reason: asked.reason, fields: asked.fields });
  if (!done.ok) return done;
  if (typeof done.value === 'string') return ok({ said: done.value });
  const { lines = [], ...told } = done.value;
  return ok(lines.length === 0 ? told : { ...told, lines: [...lines] });
}
