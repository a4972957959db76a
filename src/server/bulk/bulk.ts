import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { holds, type StaffRole } from '#domain/office/permissions.ts';
import type { Role } from '#domain/identity/actor.ts';
import type { Audit } from '#server/audit/index.ts';
import type { Clock } from '#server/clock.ts';
import { isOutage, transaction } from '#server/db/index.ts';
import type { ActSeat, Staff } from '#server/desk/contract.ts';
import type { Desks } from '#server/desk/index.ts';
import { enqueue } from '#server/jobs/index.ts';
import type { Vault } from '#server/vault/index.ts';
import { BULK_STEP } from './job.ts';
import {
  countEnds,
  findBulk,
  insertBulk,
  lockBulk,
  noteDone,
  noteTried,
  peopleLeft,
  setState,
  takePerson,
  type BulkEnd,
  type BulkPerson,
  type BulkPhase,
  type BulkRow,
} from './store.ts';

export interface BulkParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'error'>;
  readonly audit: Pick<Audit, 'write'>;
  readonly vault: Pick<Vault, 'seal' | 'open'>;
  readonly desks: Desks;
  readonly roleOf: (tx: PoolClient, userId: string) => Promise<Role | null>;
}

/** An act of the desk of people that can be done to many: it runs in a transaction that is given to it. */
export type BulkSeat = ActSeat & { readonly within: NonNullable<ActSeat['within']> };

/** People of one look for who is left. */
const STEP = 50;

export function bulkSeats(desks: Desks): readonly BulkSeat[] {
  return desks.actsOf('people').filter((seat): seat is BulkSeat => seat.within !== undefined);
}

export function bulkSeat(desks: Desks, id: string): BulkSeat | null {
  return bulkSeats(desks).find((seat) => seat.id === id) ?? null;
}

/** A bulk act that is asked for. */
export interface BulkAsk {
  readonly act: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly reason: string;
  readonly by: Staff;
  /** Ids, each once. */
  readonly people: readonly string[];
  /** The saved view that they come from; null: they were named one by one. */
  readonly viewName: string | null;
}

/** Writes a bulk act down, to be tried. Nothing is changed of anybody. */
export async function makeBulk(parts: BulkParts, ask: BulkAsk): Promise<string> {
  const { db, clock, vault, audit } = parts;
  const { act, fields, reason, by, people, viewName } = ask;
  const id = uuidv7();
  await transaction(db, async (tx) => {
    const sealed = await vault.seal(tx, by.userId, JSON.stringify({ reason, address: by.address }));
    const row = { id, act, fields, sealed, viewName, askedBy: by.userId, role: by.role, session: by.sessionId };
    await insertBulk(tx, { ...row, madeAt: clock.now() }, people);
    const after = { act, people: people.length };
    await audit.write(tx, { ...entryOf(by, id, 'bulk.asked'), reason, after });
    await enqueue(tx, BULK_STEP, { bulk: id, phase: 'try' });
  });
  return id;
}

function entryOf({ userId, role, address }: Pick<Staff, 'userId' | 'role' | 'address'>, id: string, action: string) {
  return { actorId: userId, role, action, objectType: 'bulk', objectId: id, address };
}

/** Begins what was tried. false: it was begun, or stopped, before. */
export async function startBulk(
  { clock, audit }: Pick<BulkParts, 'clock' | 'audit'>,
  tx: PoolClient,
  { id, by, request }: { readonly id: string; readonly by: Staff | null; readonly request?: string },
): Promise<boolean> {
  const row = await lockBulk(tx, id);
  if (row?.state !== 'TRIED') return false;
  await setState(tx, { id, state: 'RUNNING', endedAt: null, ...(request === undefined ? {} : { request }) });
  const entry = by === null ? { ...ofProduct(id, 'bulk.begun'), requestId: request } : entryOf(by, id, 'bulk.begun');
  await audit.write(tx, { ...entry, after: { people: row.people, at: clock.now() } });
  await enqueue(tx, BULK_STEP, { bulk: id, phase: 'run' });
  return true;
}

function ofProduct(id: string, action: string) {
  return { actorId: null, role: 'SYSTEM' as const, action, objectType: 'bulk', objectId: id };
}

/** Ends one before its last person. What was done stays. false: it is over. */
export async function stopBulk(
  { clock, audit }: Pick<BulkParts, 'clock' | 'audit'>,
  tx: PoolClient,
  { id, by, reason }: { readonly id: string; readonly by: Staff; readonly reason: string },
): Promise<boolean> {
  const row = await lockBulk(tx, id);
  if (row === null || row.state === 'DONE' || row.state === 'STOPPED') return false;
  await setState(tx, { id, state: 'STOPPED', endedAt: clock.now() });
  await audit.write(tx, { ...entryOf(by, id, 'bulk.stopped'), reason });
  return true;
}

/**
 * Does one phase of a bulk act, from the first person who is left: each is a transaction of its own, with the note of what came of them, so that a
 * kill loses nobody and does nobody twice. A person whom a rule refuses, or whose act throws, stands there with why, and the others go on.
 */
export async function stepBulk(
  parts: BulkParts,
  { bulk: id, phase }: { readonly bulk: string; readonly phase: BulkPhase },
  signal: AbortSignal,
): Promise<void> {
  const row = await findBulk(parts.db, id);
  if (row === null) return;
  const act = await actOf(parts, row);
  for (;;) {
    const people = await peopleLeft(parts.db, { id, phase, limit: STEP });
    if (people.length === 0) break;
    for (const person of people) {
      signal.throwIfAborted();
      const goesOn = await (phase === 'try' ? tryOne : doOne)(parts, act, person);
      if (!goesOn) return;
    }
  }
  await endPhase(parts, row, phase);
}

/** A bulk act with all that its steps need. */
interface Act {
  readonly id: string;
  /** null: there is no such act any more, or who asked may do it no more. */
  readonly seat: BulkSeat | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly by: Staff;
  readonly reason: string;
}

async function actOf(parts: BulkParts, row: BulkRow): Promise<Act> {
  const { db, vault, desks } = parts;
  const seat = bulkSeat(desks, row.act);
  const role = await transaction(db, (tx) => parts.roleOf(tx, row.askedBy));
  const may = seat !== null && role !== null && holds(role, seat.permission);
  const text = await vault.open(db, row.askedBy, row.sealed);
  const { reason = '', address = '' } =
    text === null ? {} : (JSON.parse(text) as { reason?: string; address?: string });
  const by: Staff = {
    kind: 'staff',
    userId: row.askedBy,
    role: row.role as StaffRole,
    sessionId: row.session,
    address,
  };
  // The audit log of each person names the bulk act.
  return { id: row.id, seat: may ? seat : null, fields: row.fields, by, reason: `${reason} (bulk act ${row.id})` };
}

interface Came {
  readonly end: BulkEnd;
  readonly says: string;
}

const MAY_NOT: Came = { end: 'refused', says: 'Who asked for this may not do it any more.' };
const THROWN: Came = { end: 'failed', says: 'It failed. The log of the server says why.' };

/** What comes of the act for one person, inside the transaction. Throws what the act throws. */
async function actOn(act: Act, tx: PoolClient, userId: string): Promise<Came> {
  const { seat, by, reason, fields } = act;
  if (seat === null) return MAY_NOT;
  const why = await seat.refuses({ id: userId, by });
  if (why !== null) return { end: 'refused', says: why };
  const done = await seat.within(tx, { id: userId, by, reason, fields });
  if (done.ok) return { end: 'done', says: done.value };
  const { refusal } = done;
  return { end: 'refused', says: refusal.code === 'ActRefused' ? refusal.why : `Refused: ${refusal.code}.` };
}

class RolledBack extends Error {
  readonly came: Came;
  constructor(came: Came) {
    super('tried');
    this.came = came;
  }
}

/** Does the act to one person and takes it back. false: the bulk act was stopped. */
async function tryOne(parts: BulkParts, act: Act, { no, userId }: BulkPerson): Promise<boolean> {
  let came: Came;
  try {
    came = await transaction(parts.db, async (tx) => {
      throw new RolledBack(await actOn(act, tx, userId));
    });
  } catch (error) {
    came = error instanceof RolledBack ? error.came : failed(parts, { error, act, userId });
  }
  const end = came.end === 'done' ? 'changes' : came.end;
  return transaction(parts.db, async (tx) => {
    if (!(await takePerson(tx, { id: act.id, no, phase: 'try' })))
      return (await findBulk(tx, act.id))?.state === 'TRYING';
    await noteTried(tx, { id: act.id, no, end, says: came.says });
    return true;
  });
}

/** The act and the note of it in one transaction. false: the bulk act was stopped. */
function doOne(parts: BulkParts, act: Act, { no, userId }: BulkPerson): Promise<boolean> {
  return transaction(parts.db, async (tx) => {
    if (!(await takePerson(tx, { id: act.id, no, phase: 'run' })))
      return (await findBulk(tx, act.id))?.state === 'RUNNING';
    await tx.query('SAVEPOINT person');
    let came: Came;
    try {
      came = await actOn(act, tx, userId);
    } catch (error) {
      came = failed(parts, { error, act, userId });
    }
    if (came.end !== 'done') await tx.query('ROLLBACK TO SAVEPOINT person');
    await noteDone(tx, { id: act.id, no, ...came, now: parts.clock.now() });
    return true;
  });
}

/** What an act that threw comes to. An outage says nothing of the person: the job meets it, and tries again. */
function failed(
  { log }: BulkParts,
  { error, act, userId }: { readonly error: unknown; readonly act: Act; readonly userId: string },
): Came {
  if (isOutage(error)) throw error;
  log.error({ err: error, bulk: act.id, userId }, 'an act on one of many people failed');
  return THROWN;
}

async function endPhase({ db, clock, audit }: BulkParts, { id }: BulkRow, phase: BulkPhase): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await lockBulk(tx, id);
    if (row?.state !== (phase === 'try' ? 'TRYING' : 'RUNNING')) return;
    await setState(tx, {
      id,
      state: phase === 'try' ? 'TRIED' : 'DONE',
      endedAt: phase === 'try' ? null : clock.now(),
    });
    const ends = await countEnds(tx, id);
    const of = (end: string) => ends.get(`${phase} ${end}`) ?? 0;
    const after = { changed: of(phase === 'try' ? 'changes' : 'done'), refused: of('refused'), failed: of('failed') };
    await audit.write(tx, { ...ofProduct(id, phase === 'try' ? 'bulk.tried' : 'bulk.done'), after });
  });
}
