/** Legal names from the hand of their person to a case and back: on a database, with lists of our own making. */
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NameStatus } from '#domain/identity/trading-eligibility.ts';
import type { ListEntry } from '#domain/verification/screening/entries.ts';
import { thisShell } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import { eligibilityOf } from '#server/limits/index.ts';
import { addList, CASES, readOfac, SCREENINGS } from '#server/verification/index.ts';
import { escalateDue } from '#server/verification/cases/store-cases.ts';
import { isListedAddress } from '#server/verification/screening/lists.ts';
import { pageDifferences } from '#server/verification/screening/store-differences.ts';
import { compareLists, findList } from '#server/verification/screening/store-lists.ts';
import { createOpenLists } from '#server/verification/screening/screeners.ts';
import { screenAll, screenPerson } from '#server/verification/screening/screen.ts';
import { doubtName } from '#server/verification/legal-names.ts';
import { MOVED } from '#server/verification/verification.ts';
import { STANDARD_SETTINGS } from '#server/settings/index.ts';
import { actorIn, openIdentityWorld, registered, type IdentityWorld, type Registered } from '#tests/identity-world.ts';

const DAY_MS = 86_400_000;

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const SHELL = { by: thisShell(), reason: 'for a test' } as const;
const parts = () => ({
  ...world,
  settings: STANDARD_SETTINGS,
  db: world.database.pool,
  openLists: createOpenLists({ db: world.database.pool }),
});
const inTx = <T>(work: (tx: PoolClient) => Promise<T>): Promise<T> => transaction(world.database.pool, work);
const entry = (id: string, name: string, over: Partial<ListEntry> = {}): ListEntry => ({
  id,
  kind: 'individual',
  names: [{ text: name, strength: 'name' }],
  births: [],
  countries: [],
  ...over,
});
const list = (entries: readonly ListEntry[], isTried = false) =>
  inTx((tx) => addList(parts(), tx, { name: 'test', entries, act: SHELL, isTried }));
const statusOf = async ({ userId }: Registered): Promise<NameStatus> =>
  (await eligibilityOf(world.database.pool, userId, world)).name;
const casesOf = async ({ userId }: Registered) =>
  (await CASES.list(world.database.pool, { now: world.clock.now(), most: 100 })).filter((one) => one.userId === userId);

/** A person who gave a name, before anything was screened. */
async function named(firstName: string, lastName: string): Promise<Registered> {
  const person = await registered(world);
  const actor = await actorIn(world, person);
  const given = await world.identity.people.update(actor, { firstName, lastName, birthDate: '1980-05-06' });
  expect(given).toMatchObject({ value: { birthDate: '1980-05-06', verifications: { name: 'PENDING_APPROVE' } } });
  return person;
}

/** Everybody, by the sheet of the newest list. */
async function screenEverybody(): Promise<void> {
  const [sheet] = await SCREENINGS.list(world.database.pool, 1);
  await screenAll(parts(), sheet?.id ?? '', new AbortController().signal);
}

const VARKO = entry('v', 'VARKOSLAV, Drazhen');
const OTHER = entry('o', 'BELLWEATHERTON, Ilmar');

describe('a legal name', () => {
  it('waits while there is no list, and is approved when nobody of one is meant by it', async () => {
    const person = await named('Mila', 'Kovarich');
    await expect(screenPerson(parts(), person.userId)).rejects.toThrow('no sanctions list');
    expect(await statusOf(person)).toBe('PENDING_APPROVE');
    await list([OTHER]);
    await screenPerson(parts(), person.userId);
    expect(await statusOf(person)).toBe('APPROVED');
    expect(await casesOf(person)).toEqual([]);
  });

  it('is not taken from somebody who is too young, nor a day that is none', async () => {
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const give = (birthDate: string) =>
      world.identity.people.update(actor, { firstName: 'Mila', lastName: 'Kovar', birthDate });
    expect(await give('2008-11-21')).toEqual({ ok: false, refusal: { code: 'TooYoung', age: 18 } });
    expect(await give('1990-02-30')).toMatchObject({ refusal: { fields: { birthDate: 'malformed' } } });
    expect(await world.identity.people.profile(actor)).toMatchObject({ firstName: null, birthDate: null });
    expect(await give('2008-11-20')).toMatchObject({ ok: true });
  });

  it('without a birth date is kept, and still wanted', async () => {
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const half = await world.identity.people.update(actor, { firstName: 'Mila', lastName: 'Kovar' });
    expect(half).toMatchObject({ value: { lastName: 'Kovar', verifications: { name: 'PENDING_NAME' } } });
    const whole = await world.identity.people.update(actor, { birthDate: '1990-02-28' });
    expect(whole).toMatchObject({ value: { verifications: { name: 'PENDING_APPROVE' } } });
  });
});

describe('a name of the list', () => {
  it('is a case, and once it is cleared no other until its entry changes', async () => {
    const person = await named('Drazhen', 'Varkoslav');
    await list([OTHER, VARKO]);
    await screenEverybody();
    expect(await statusOf(person)).toBe('PENDING_APPROVE');
    const [found] = await casesOf(person);
    expect(found).toMatchObject({ hits: 1, score: 1 });
    const caseId = found?.id ?? '';
    const read = await inTx((tx) => CASES.read(parts(), tx, { caseId, ...SHELL }));
    expect(read).toMatchObject({ name: { last: 'Varkoslav' }, found: [{ listedName: 'VARKOSLAV, Drazhen' }] });
    // A match to the letter takes two people.
    const clear = { caseId, outcome: 'cleared', ...SHELL } as const;
    expect(await inTx((tx) => CASES.decide(parts(), tx, clear))).toBe('two-people');
    const approved = { kind: 'approved', requestId: caseId } as unknown as Parameters<typeof CASES.decide>[2]['by'];
    expect(await inTx((tx) => CASES.decide(parts(), tx, { ...clear, by: approved }))).toBe('done');
    expect(await statusOf(person)).toBe('APPROVED');

    for (const entries of [[VARKO], [VARKO, OTHER, entry('x', 'ZUNDERLAND, Ann')]]) {
      await list(entries);
      await screenEverybody();
      await screenPerson(parts(), person.userId);
      expect(await casesOf(person)).toEqual([]);
      expect(await statusOf(person)).toBe('APPROVED');
    }

    await list([{ ...VARKO, countries: ['BY'] }]);
    await screenEverybody();
    expect(await casesOf(person)).toMatchObject([{ hits: 1 }]);
    // Nobody bets while somebody looks at it.
    expect(await statusOf(person)).toBe('PENDING_APPROVE');
  });

  it('is looked at again when its person moves', async () => {
    const person = await named('Ilmaro', 'Bellweathertan');
    await list([OTHER]);
    await screenEverybody();
    const [found] = await casesOf(person);
    expect(found?.score).toBeLessThan(0.95);
    expect(
      await inTx((tx) => CASES.decide(parts(), tx, { caseId: found?.id ?? '', outcome: 'cleared', ...SHELL })),
    ).toBe('done');
    await screenPerson(parts(), person.userId);
    expect(await casesOf(person)).toEqual([]);
    await inTx((tx) => MOVED.handle(tx, [{ kind: 'residence.changed', userId: person.userId, at: world.clock.now() }]));
    await screenPerson(parts(), person.userId);
    expect(await casesOf(person)).toHaveLength(1);
  });

  it('with too little to say who it is, is asked for again', async () => {
    const person = await named('Ilmar', 'Bellweathertin');
    await screenPerson(parts(), person.userId);
    const caseId = (await casesOf(person))[0]?.id ?? '';
    expect(await inTx((tx) => CASES.decide(parts(), tx, { caseId, outcome: 'not_enough', ...SHELL }))).toBe('done');
    expect(await statusOf(person)).toBe('REJECTED');
    expect(await inTx((tx) => CASES.decide(parts(), tx, { caseId, outcome: 'cleared', ...SHELL }))).toBe('no-case');
    const again = await world.identity.people.update(await actorIn(world, person), { lastName: 'Kovarich' });
    expect(again).toMatchObject({ value: { verifications: { name: 'PENDING_APPROVE' } } });
  });

  it('rests, is escalated when it is due, and has an owner', async () => {
    const person = await named('Ilmar', 'Bellweatherton');
    await screenPerson(parts(), person.userId);
    const caseId = (await casesOf(person))[0]?.id ?? '';
    const until = world.clock.at + 2 * DAY_MS;
    expect(await inTx((tx) => CASES.rest(parts(), tx, { caseId, until: world.clock.at, ...SHELL }))).toBe('late');
    expect(await inTx((tx) => CASES.rest(parts(), tx, { caseId, until, ...SHELL }))).toBe('done');
    world.clock.at += DAY_MS + 1;
    await escalateDue(world.database.pool, world.clock.at);
    expect(await casesOf(person)).toMatchObject([{ escalatedAt: null, snoozedUntil: until }]);
    expect(await inTx((tx) => CASES.assign(parts(), tx, { caseId, owner: person.userId, ...SHELL }))).toBe('done');
    await escalateDue(world.database.pool, world.clock.at);
    expect(await casesOf(person)).toMatchObject([
      { owner: person.userId, snoozedUntil: null, escalatedAt: world.clock.at },
    ]);
  });
});

describe('a name that was approved', () => {
  it('is asked for anew where the document has another, and nothing is placed until then', async () => {
    const person = await named('Tamsin', 'Ellwanger');
    const doubt = () => inTx((tx) => doubtName(parts(), tx, { userId: person.userId, ...SHELL }));
    expect(await doubt()).toBe(false);
    await screenPerson(parts(), person.userId);
    expect([await doubt(), await statusOf(person)]).toEqual([true, 'PENDING_NAME']);
    const again = await world.identity.people.update(await actorIn(world, person), { lastName: 'Ellwangen' });
    expect(again).toMatchObject({ value: { verifications: { name: 'PENDING_APPROVE' } } });
  });
});

describe('a list that is tried', () => {
  it('says who would be found by it and whose case would have no hit, and opens no case before it counts', async () => {
    const { pool } = world.database;
    const [found, cleared, kept] = [
      await named('Quillon', 'Thrastonberg'),
      await named('Osric', 'Vennerholt'),
      await named('Ansgar', 'Moldenhauer'),
    ];
    await list([entry('o2', 'VENNERHOLT, Osric'), entry('n', 'NOBODYHERE, Quentin')]);
    await screenEverybody();
    expect([await statusOf(found), await statusOf(cleared)]).toEqual(['APPROVED', 'PENDING_APPROVE']);

    const { no } = await list(
      [entry('t', 'THRASTONBERG, Quillon'), entry('n', 'NOBODYHERE, Quentin', { countries: ['BY'] })],
      true,
    );
    await screenEverybody();
    const [sheet] = await SCREENINGS.list(pool, 1);
    expect(sheet).toMatchObject({ shadow: true, listNo: no });
    const differences = await pageDifferences(pool, { sheetId: sheet?.id ?? '', after: null, limit: 50 });
    const ours = differences.filter(({ userId }) => [found, cleared, kept].some((one) => one.userId === userId));
    expect(ours.toSorted((one, other) => one.kind.localeCompare(other.kind))).toEqual([
      { userId: cleared.userId, kind: 'gone', score: null },
      { userId: found.userId, kind: 'new', score: 1 },
    ]);
    expect(await compareLists(pool, { from: String(Number(no) - 1), to: no })).toEqual({
      gone: 1,
      changed: 1,
      added: 1,
    });
    // Nothing has come of it, nor of what is screened meanwhile.
    await screenPerson(parts(), found.userId);
    expect([await statusOf(found), await casesOf(found)]).toEqual(['APPROVED', []]);

    const jobsOf = async ({ userId }: Registered) => {
      const text = `SELECT count(*)::int AS jobs FROM graphile_worker._private_jobs WHERE payload->>'userId' = $1`;
      return (await pool.query<{ jobs: number }>(text, [userId])).rows[0]?.jobs ?? 0;
    };
    const before = [await jobsOf(found), await jobsOf(kept)] as const;
    expect(await inTx((tx) => SCREENINGS.letCount(parts(), tx, { no, ...SHELL }))).toBe(true);
    expect(await inTx((tx) => SCREENINGS.letCount(parts(), tx, { no, ...SHELL }))).toBe(false);
    // Whom the trial found is screened before everybody else.
    expect([await jobsOf(found), await jobsOf(kept)]).toEqual([before[0] + 1, before[1]]);
    await screenPerson(parts(), found.userId);
    expect([await statusOf(found), (await casesOf(found)).length]).toEqual(['PENDING_APPROVE', 1]);
    expect(await statusOf(kept)).toBe('APPROVED');
  });
});

describe('a screening of everybody', () => {
  it('goes on where it was stopped, counts each person once, and is over once', async () => {
    await list([entry('n', 'NOBODYHERE, Quentin')]);
    const [sheet] = await SCREENINGS.list(world.database.pool, 1);
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(screenAll(parts(), sheet?.id ?? '', stopped)).rejects.toThrow('stopped');
    await screenEverybody();
    const [done] = await SCREENINGS.list(world.database.pool, 1);
    const { rows } = await world.database.pool.query<{ people: number }>(
      `SELECT count(*)::int AS people FROM legal_name WHERE sealed IS NOT NULL AND status IN ('PENDING_APPROVE', 'APPROVED')`,
    );
    expect(done).toMatchObject({ screened: rows[0]?.people, hits: 0, endedAt: world.clock.at });
    await screenEverybody();
    expect((await SCREENINGS.list(world.database.pool, 1))[0]).toEqual(done);
  });

  it('of a list holds its addresses until a newer one has them no more, in whatever spelling', async () => {
    const { pool } = world.database;
    const remarks = 'DOB 5 May 1970; Digital Currency Address - ETH 0x00Ab5E1f6d3C5bA4b8a0d8cCf9E5D7A2C3B4e5F6; alt. ';
    const row = (id: string, said: string) => `${id},"ZUNDERMAN, Quentin","individual",,,,,,,,,"${said}"\n`;
    await list(readOfac(row('7', `${remarks}Digital Currency Address - XBT 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h.`)));
    expect(await isListedAddress(pool, '0x00ab5e1f6d3c5ba4b8a0d8ccf9e5d7a2c3b4e5f6')).toBe(true);
    expect(await isListedAddress(pool, '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h')).toBe(true);
    // Another letter is another address.
    expect(await isListedAddress(pool, '12qtD5BFwRsdNsAZY76UVE1xyCGNTojH9h')).toBe(false);
    await list([entry('n', 'NOBODYHERE, Quentin')]);
    expect(await isListedAddress(pool, '12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h')).toBe(false);
  });

  it('is against the newest version: the tenth comes after the ninth', async () => {
    for (const version of Array.from({ length: 10 }, (_, at) => `NOBODYHERE, Quentin ${at}`)) {
      const { no } = await list([entry('n', version)]);
      expect((await findList(world.database.pool))?.no).toBe(no);
    }
    await list([entry('n', 'NOBODYHERE, Quentin')]);
  });

  it('is not begun by a list that says the same', async () => {
    const before = await SCREENINGS.list(world.database.pool, 100);
    expect(await list([entry('n', 'NOBODYHERE, Quentin')])).toMatchObject({ isNew: false });
    expect(await SCREENINGS.list(world.database.pool, 100)).toEqual(before);
  });
});
