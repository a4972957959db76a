/** An act of staff on many people: tried, begun, done once a person, and taken back. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok } from '#domain/outcome.ts';
import { createAudit } from '#server/audit/index.ts';
import { stepBulk, type BulkParts } from '#server/bulk/bulk.ts';
import { insertBulk, setState } from '#server/bulk/store.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import type { ActSeat } from '#server/desk/contract.ts';
import { createDesks, transacted } from '#server/desk/index.ts';
import { createVault } from '#server/vault/index.ts';
import { CUT_OFF } from '#tests/database.ts';
import { until } from '#tests/http-calls.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

let server: TestServer;
let office: Office;
let actOn: ActOn;
let chief: Person;
let second: Person;
const reason = 'they play as one';

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  office = officeOf(server);
  actOn = actsBy(office);
  chief = await personOf(server, 'COMPLIANCE');
  second = await personOf(server, 'ADMIN');
});
afterAll(() => server.stop());

const people = (count: number) => Promise.all(Array.from({ length: count }, () => personOf(server, 'USER')));
const read = async (id: string) => (await office(`/api/v2/office/desks/bulk/${id}`, chief)).json;
const tilesOf = async (id: string) =>
  Object.fromEntries(
    ((await read(id))['tiles'] as unknown as { label: string; value: { v: string } }[]).map(({ label, value }) => [
      label,
      value.v,
    ]),
  );
const untilState = (id: string, state: string) =>
  until(state, async () => {
    const [chip] = (await read(id))['chips'] as unknown as { v: string }[];
    return chip?.v === state ? true : null;
  });
const restricted = async ({ id }: Person) => {
  const { rows } = await server.pool.query<{ holds: boolean }>(
    `SELECT holds FROM house_restriction WHERE user_id = $1 AND what = 'play' ORDER BY no DESC LIMIT 1`,
    [id],
  );
  return rows[0]?.holds === true;
};
async function asked(act: string, whom: readonly string[], who = chief): Promise<string> {
  const fields = { whom: 'named', people: whom.join('\n') };
  const made = await actOn('bulk/new', `new-${act}`, who)({ reason, fields });
  expect(made.status, made.text).toBe(200);
  return String(made.json['opens']).split('/').at(-1) ?? '';
}

describe('an act on many people', () => {
  it('is tried without a change, done to each with its line of the log, and taken back', async () => {
    const [one, two, three] = (await people(3)) as [Person, Person, Person];
    await actOn(`people/${two.id}`, 'restrict', chief)({ reason });
    const id = await asked('restrict', [one.id, two.id, three.id]);
    await untilState(id, 'Tried, waits to begin');
    expect(await tilesOf(id)).toEqual({ People: '3', 'Would change': '2', Refused: '1', Failed: '0', Left: '0' });
    expect([await restricted(one), await restricted(three)]).toEqual([false, false]);
    // Who did not ask for it does not begin it alone.
    expect((await actOn(`bulk/${id}`, 'begin', second)({ reason })).status).toBe(422);
    expect((await actOn(`bulk/${id}`, 'begin', chief)({ reason })).json['said']).toBe('Begun.');
    await untilState(id, 'Done');
    expect(await tilesOf(id)).toEqual({ People: '3', Changed: '2', Refused: '1', Failed: '0', Left: '0' });
    const refused = rowsOf(await office(`/api/v2/office/desks/bulk/${id}/parts/refused`, chief));
    expect(refused.map(({ cells }) => [cells[0]?.v, cells[4]?.v])).toEqual([
      [two.id, 'They are kept from playing already.'],
    ]);
    const timeline = await office(`/api/v2/office/desks/people/${one.id}/timeline`, chief);
    expect(timeline.text).toContain(`${reason} (bulk act ${id})`);
    const back =
      String((await actOn(`bulk/${id}`, 'undo', chief)({ reason })).json['opens'])
        .split('/')
        .at(-1) ?? '';
    await untilState(back, 'Tried, waits to begin');
    await actOn(`bulk/${back}`, 'begin', chief)({ reason });
    await untilState(back, 'Done');
    // Only whom it had changed.
    expect([await restricted(one), await restricted(two), await restricted(three)]).toEqual([false, true, false]);
  });

  it('is refused to whoever may not do it to one, and for somebody who is nobody', async () => {
    const [one] = await people(1);
    const support = await personOf(server, 'SUPPORT');
    const fields = { whom: 'named', people: one?.id ?? '' };
    expect((await actOn('bulk/new', 'new-block', support)({ reason, fields })).status).toBe(403);
    const nobody = { whom: 'named', people: randomUUID() };
    expect((await actOn('bulk/new', 'new-restrict', chief)({ reason, fields: nobody })).status).toBe(422);
    expect((await actOn('bulk/new', 'new-restrict', chief)({ reason, fields: { whom: 'named' } })).status).toBe(422);
  });

  it('takes a saved view, and a second person above the number that one may reach', async () => {
    const [one, two] = (await people(2)) as [Person, Person];
    await server.pool.query(`UPDATE app_user SET country = 'IS' WHERE id = ANY($1)`, [[one.id, two.id]]);
    const view = { desk: 'people', name: 'Iceland', filter: 'country=is', shared: false };
    const saved = await office('/api/v2/office/views', chief, { method: 'POST', body: view });
    await actOn('settings/bulk.alone', 'change', second)({ reason, fields: { value: '1' } });
    const made = await actOn(
      'bulk/new',
      'new-tag',
      chief,
    )({ reason, fields: { whom: String(saved.json['id']), tag: 'north' } });
    const id = String(made.json['opens']).split('/').at(-1) ?? '';
    await untilState(id, 'Tried, waits to begin');
    await until('the setting is read', async () =>
      JSON.stringify(await read('new')).includes('"By one person, up to","value":{"t":"number","v":"1"}') ? true : null,
    );
    const { json } = await actOn(`bulk/${id}`, 'begin', chief)({ reason });
    expect(String(json['said'])).toMatch(/^Asked\./);
    await approveOpen(server, office, second);
    await untilState(id, 'Done');
    const tags = async ({ id: who }: Person) =>
      (await office(`/api/v2/office/desks/people/${who}`, chief)).json['tags'];
    expect([await tags(one), await tags(two)]).toEqual([['north'], ['north']]);
  });
});

describe('a step that ends in the middle', () => {
  const TAGS = `INSERT INTO office_tag (desk, record, tag, user_id) VALUES ('people', $1::text, $2, $1::text::uuid)`;
  /** Parts with one act, which does what `does` says to each person. */
  function partsWith(does: (id: string) => Promise<void> | void, kill: (id: string) => boolean): BulkParts {
    const vault = createVault({ config: server.config });
    const desks = createDesks();
    const seat: ActSeat = {
      desk: 'people',
      id: 'mark',
      label: 'Mark',
      text: 'Marks them.',
      permission: 'people.restrict',
      rule: 'A test.',
      refuses: () => Promise.resolve(null),
      ...transacted(server.pool, async (tx, { id }) => {
        await tx.query(TAGS, [id, 'marked']);
        if (kill(id)) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
        await does(id);
        return ok('Marked.');
      }),
    };
    desks.add({ acts: [seat] });
    return {
      db: server.pool,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      audit: createAudit({ vault, clock: systemClock }),
      vault,
      desks,
      roleOf: () => Promise.resolve('COMPLIANCE'),
    };
  }

  it('goes on with whom it has not done, and does nobody twice; one that throws holds back nobody', async () => {
    const all = await people(4);
    const ids = all.map(({ id }) => id);
    const [, cut, broken] = ids;
    let isCut = false;
    let isLocked = true;
    const stop = new AbortController();
    const parts = partsWith(
      (id) => {
        if (id === broken) throw new Error('of the act');
        if (id === ids[3] && isLocked) throw Object.assign(new Error('a lock did not come'), { code: '55P03' });
      },
      (id) => id === cut && isCut,
    );
    // Written by hand: the server that runs here knows no such act, and would do the job.
    const bulk = uuidv7();
    await transaction(server.pool, async (tx) => {
      const sealed = await parts.vault.seal(tx, chief.id, JSON.stringify({ reason, address: '' }));
      const row = { id: bulk, act: 'mark', fields: {}, sealed, viewName: null, askedBy: chief.id, role: 'COMPLIANCE' };
      await insertBulk(tx, { ...row, session: randomUUID(), madeAt: Date.now() }, ids);
    });
    // What the database cannot do now says nothing of a person: they are left, and the job comes again.
    await expect(stepBulk(parts, { bulk, phase: 'try' }, stop.signal)).rejects.toThrow('a lock');
    isLocked = false;
    await stepBulk(parts, { bulk, phase: 'try' }, stop.signal);
    const marked = async () => {
      const { rows } = await server.pool.query<{ record: string }>(
        `SELECT record FROM office_tag WHERE tag = 'marked' AND record = ANY($1)`,
        [ids],
      );
      return ids.filter((id) => rows.some(({ record }) => record === id));
    };
    expect(await marked()).toEqual([]);
    await transaction(server.pool, (tx) => setState(tx, { id: bulk, state: 'RUNNING', endedAt: null }));
    isCut = true;
    await expect(stepBulk(parts, { bulk, phase: 'run' }, stop.signal)).rejects.toThrow(CUT_OFF);
    // The second's transaction was cut before its end: nothing of it is there.
    expect(await marked()).toEqual([ids[0]]);
    isCut = false;
    isLocked = true;
    await expect(stepBulk(parts, { bulk, phase: 'run' }, stop.signal)).rejects.toThrow('a lock');
    isLocked = false;
    await stepBulk(parts, { bulk, phase: 'run' }, stop.signal);
    expect(await marked()).toEqual(ids.filter((id) => id !== broken));
    const { rows } = await server.pool.query<{ done: string }>(
      'SELECT done FROM bulk_person WHERE bulk = $1 ORDER BY no',
      [bulk],
    );
    expect(rows.map(({ done }) => done)).toEqual(['done', 'done', 'failed', 'done']);
  });
});
