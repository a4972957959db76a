/** The back office: who may do what at each desk, what a refusal says and leaves behind, and on which host it answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/identity/actor.ts';
import { PERMISSIONS, STAFF_ROLES, type StaffRole } from '#domain/office/permissions.ts';
import { DESKS } from '#protocol/office/desks.ts';
import { createVault } from '#server/vault/index.ts';
import { createAudit, thisShell } from '#server/audit/index.ts';
import { systemClock } from '#server/clock.ts';
import { transaction } from '#server/db/index.ts';
import { addList, createLegalNames, giveCheckedName } from '#server/verification/index.ts';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { proveAgain } from '#tests/matrix/objects.ts';
import { actsBy, ADMIN_ORIGIN, approveOpen, officeOf, rowsOf, type ActOn, type Office } from '#tests/office-calls.ts';
import { personOf, type Person } from '#tests/people.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { DONE, KEPT_FROM_AUDITORS, SEEN } from './office-rights.ts';

let server: TestServer;
let ask: Ask;
let office: Office;
let actOn: ActOn;
const staff = new Map<StaffRole, Person>();
let somebody: Person;

const as = (role: StaffRole): Person => {
  const person = staff.get(role);
  if (person === undefined) throw new Error(`nobody is ${role}`);
  return person;
};
const recordPath = (rest = '') => `/api/v2/office/desks/people/${somebody.id}${rest}`;

/** What the audit log tells of somebody. */
async function audited(
  userId: string,
): Promise<readonly { action: string; objectId: string; reason?: string | undefined }[]> {
  const audit = createAudit({ vault: createVault({ config: server.config }), clock: { now: () => Date.now() } });
  return audit.about(server.pool, userId);
}

beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_ORIGIN } });
  ask = caller(server.origin);
  office = officeOf(server);
  actOn = actsBy(office);
  for (const role of STAFF_ROLES) staff.set(role, await personOf(server, role));
  somebody = await personOf(server, 'USER');
});
afterAll(() => server.stop());

describe('permissions', () => {
  it('are of the roles that the table says, at every desk', async () => {
    expect(Object.keys(SEEN).toSorted()).toEqual(DESKS.map(({ id }) => id).toSorted());
    for (const desk of DESKS) {
      for (const role of STAFF_ROLES) {
        const answer = await office(`/api/v2/office/desks/${desk.id}`, as(role));
        const sees = (role === 'AUDITOR' && !KEPT_FROM_AUDITORS.includes(desk.id)) || SEEN[desk.id].includes(role);
        expect(answer.status, `${role} at ${desk.id}: ${answer.text}`).toBe(sees ? 200 : 403);
        if (sees) continue;
        expect(answer.json['error']?.['code']).toBe('PermissionsError');
        expect(answer.json['error']?.['details']?.['permission']).toBe(desk.permission);
      }
    }
  });

  it('name the acts that a role may not do, and refuse them', async () => {
    const { json } = await office(recordPath(), as('ADMIN'));
    const acts = (json['acts'] as unknown as { id: string }[]).map(({ id }) => id);
    expect(acts.map((id) => `people.${id}`).toSorted()).toEqual(
      Object.keys(DONE)
        .filter((name) => name.startsWith('people.'))
        .toSorted(),
    );
    for (const role of STAFF_ROLES.filter((one) => SEEN.people.includes(one))) {
      const shown = (await office(recordPath(), as(role))).json['acts'] as unknown as {
        id: string;
        refused: string | null;
      }[];
      for (const { id, refused } of shown) {
        const may = DONE[`people.${id}`]?.includes(role) === true;
        expect(refused?.startsWith('You need the permission') ?? false, `${role} ${id}: ${refused}`).toBe(!may);
        if (may) continue;
        const answer = await office(recordPath(`/acts/${id}`), as(role), {
          method: 'POST',
          body: { reason: 'a test' },
        });
        expect(answer.status, `${role} ${id}`).toBe(403);
      }
    }
  });

  it('let an auditor see everything and change nothing', async () => {
    const auditor = as('AUDITOR');
    expect((await office(recordPath(), auditor)).status).toBe(200);
    const changes: readonly [string, string, unknown][] = [
      ['POST', recordPath('/notes'), { text: 'a note' }],
      ['PUT', recordPath('/tags'), { tags: ['a'] }],
      ['PUT', recordPath('/lock'), { how: 'take' }],
      ['POST', recordPath('/acts/block'), { reason: 'a test' }],
      ['POST', '/api/v2/office/views', { desk: 'people', name: 'Mine', filter: '', shared: false }],
    ];
    for (const [method, path, body] of changes) {
      const answer = await office(path, auditor, { method, body });
      expect(answer.status, path).toBe(403);
      expect(answer.json['error']?.['details']?.['permission'], path).toBe('office.work');
    }
    expect(Object.values(PERMISSIONS).flatMap(({ roles }) => roles as readonly Role[])).not.toContain('AUDITOR');
  });

  it('leave a line in the audit log where they are missing, and none of people who are no staff', async () => {
    await office('/api/v2/office/desks/people', as('EDITOR'));
    expect(await audited(as('EDITOR').id)).toContainEqual(
      expect.objectContaining({ action: 'office.refused', objectId: 'office.list', reason: 'people.read' }),
    );
    expect((await office('/api/v2/office/frame', somebody)).status).toBe(403);
    expect((await audited(somebody.id)).filter(({ action }) => action === 'office.refused')).toEqual([]);
  });
});

describe('a record', () => {
  it('keeps notes, tags and who works on it, and says who opened it', async () => {
    const [support, compliance] = [as('SUPPORT'), as('COMPLIANCE')];
    const note = await office(recordPath('/notes'), support, { method: 'POST', body: { text: 'Called twice.' } });
    expect(note.status).toBe(201);
    await office(recordPath('/tags'), support, { method: 'PUT', body: { tags: ['vip', 'call back'] } });
    await office(recordPath('/lock'), support, { method: 'PUT', body: { how: 'keep' } });
    // Somebody else does not get what is taken, but by taking it over.
    await office(recordPath('/lock'), compliance, { method: 'PUT', body: { how: 'keep' } });
    const seen = (await office(recordPath(), compliance)).json;
    expect((seen['notes'] as unknown as { text: string }[])[0]?.text).toBe('Called twice.');
    expect(seen['tags']).toEqual(['call back', 'vip']);
    expect(seen['lock']).toMatchObject({ by: { id: support.id }, mine: false });
    const taken = await office(recordPath('/lock'), compliance, { method: 'PUT', body: { how: 'take' } });
    expect(taken.json['lock']).toMatchObject({ by: { id: compliance.id }, mine: true });
    // Times stand under their names in the parts, not bare in the head.
    expect(JSON.stringify(seen['subtitle'])).not.toContain('"time"');
    const told = (await audited(somebody.id)).map(({ action }) => action);
    expect(told).toEqual(expect.arrayContaining(['record.opened', 'note.written', 'tags.set', 'lock.taken']));
    // The text of a note is sealed with the key of the person it is about.
    const { rows } = await server.pool.query<{ text: string }>(
      `SELECT encode(text_sealed, 'escape') AS text FROM office_note`,
    );
    expect(rows.map(({ text }) => text).join()).not.toContain('Called');
  });

  it('is found by its id, and a list goes on after its last row', async () => {
    const found = await office(`/api/v2/office/search?q=${somebody.id}`, as('SUPPORT'));
    expect(found.json['groups']).toMatchObject([{ title: 'People', found: [{ id: somebody.id, desk: 'people' }] }]);
    expect((await office(`/api/v2/office/search?q=${somebody.id}`, as('EDITOR'))).json['groups']).toEqual([]);
    const ids: string[] = [];
    let cursor = '';
    do {
      const page = await office(`/api/v2/office/desks/people?limit=3${cursor}`, as('SUPPORT'));
      ids.push(...(page.json['rows'] as unknown as { id: string }[]).map(({ id }) => id));
      cursor = String(page.json['nextCursor']) === 'null' ? '' : `&cursor=${String(page.json['nextCursor'])}`;
    } while (cursor !== '');
    expect(ids).toEqual(
      [somebody, ...staff.values()]
        .map(({ id }) => id)
        .toSorted()
        .toReversed(),
    );
    const narrow = await office('/api/v2/office/desks/people?filter=role%3DEDITOR', as('SUPPORT'));
    expect((narrow.json['rows'] as unknown as { id: string }[]).map(({ id }) => id)).toEqual([as('EDITOR').id]);
    for (const wrong of ['filter=role%3DKING', 'filter=age%3D3', 'cursor=people.1'])
      expect((await office(`/api/v2/office/desks/people?${wrong}`, as('SUPPORT'))).status, wrong).toBe(400);
  });
});

describe('acts', () => {
  it('are done once, stand in the timeline, and say by which rule they are refused', async () => {
    const person = await personOf(server, 'USER');
    const [admin, at] = [as('ADMIN'), `people/${person.id}`];
    const reason = 'two accounts';
    expect((await actOn(at, 'block', admin)({ reason, fields: { more: '1' } })).status).toBe(400);
    expect((await actOn(at, 'block', admin)({})).status).toBe(400);
    expect((await actOn(at, 'block', admin)({ reason })).json['said']).toMatch(/^Blocked\. 1 sessions/);
    const again = await actOn(at, 'block', admin)({ reason });
    expect([again.status, again.json['error']?.['details']?.['why']]).toEqual([422, 'This account is blocked.']);
    expect((await ask('/api/v2/user/profile', { token: person.token })).status).toBe(401);
    const { json } = await office(`/api/v2/office/desks/${at}/timeline`, admin);
    expect(json['items']).toContainEqual(expect.objectContaining({ title: 'Account blocked', text: reason }));
    const wrong = await actOn(at, 'limit-stake', admin)({ reason, fields: { amount: 'ten' } });
    expect(wrong.json['error']?.['details']?.['fields']).toEqual({ amount: 'malformed' });
  });

  it('by two people take another than the one who asked, however often they try', async () => {
    const [cashier, admin] = [as('CASHIER'), as('ADMIN')];
    const fields = { way: 'credit', amount: '12.5', ticket: 'T-1' };
    const asked = { reason: 'a round that was paid wrongly', fields };
    const unproven = await actOn(`people/${somebody.id}`, 'adjust-balance', cashier)(asked);
    expect(unproven.json['error']?.['code']).toBe('StepUpRequired');
    for (const one of [cashier, admin]) await proveAgain(server, one.id);
    expect((await actOn(`people/${somebody.id}`, 'adjust-balance', cashier)(asked)).status).toBe(200);
    const list = (await office('/api/v2/office/desks/approvals?filter=state%3DOPEN', admin)).json;
    const id = String((list['rows'] as unknown as { id: string }[])[0]?.id);
    expect((await office('/api/v2/office/frame', admin)).json['counts']?.['approvals']).toBe(1);
    const page = (await office(`/api/v2/office/desks/approvals/${id}`, admin)).json;
    const shown = page['acts'] as unknown as { id: string; fields: { value?: string }[] }[];
    const digest = shown.find((act) => act.id === 'approve')?.fields[0]?.value ?? '';
    const approve = (who: Person, said = digest) =>
      actOn(`approvals/${id}`, 'approve', who)({ reason: 'read and right', fields: { digest: said } });
    const own = await Promise.all(Array.from({ length: 50 }, () => approve(cashier)));
    expect(new Set(own.map(({ status }) => status)).has(200)).toBe(false);
    expect(own[0]?.json['error']?.['details']?.['why']).toMatch(/another person/);
    expect(
      (
        await approve(
          admin,
          digest.replace(/./, (first) => (first === '0' ? '1' : '0')),
        )
      ).status,
    ).toBe(422);
    expect((await approve(admin)).json['said']).toBe('Approved and done.');
    const { json } = await office(recordPath(), admin);
    expect(json['tiles']?.['0']).toEqual({ label: 'Balance', value: { t: 'money', v: '1012.50' } });
  });
});

const LEFT = { method: 'POST', body: { pair: 'ETH-USD', direction: 'UP', stake: '10', durationSec: 60, payout: 0.5 } };

describe('what an operator sets', () => {
  const cellsOf = (answer: Answered, row: string) => rowsOf(answer).find(({ id }) => id === row)?.cells ?? [];

  it('holds at once where it is stricter, and asks a second person where it is looser', async () => {
    const [admin, second] = [as('ADMIN'), await personOf(server, 'ADMIN')];
    const [path, reason] = ['settings/orders.most', 'a busy day'];
    const change = (value: string) => actOn(path, 'change', admin)({ reason, fields: { value } });
    expect((await change('1.5')).json['error']?.['details']?.['fields']).toEqual({ value: 'malformed' });
    expect((await change('9999')).json['error']?.['details']?.['fields']).toEqual({ value: 'too_large' });
    expect((await change('100')).json['said']).toBe('Changed. It holds from now on.');
    expect((await change('100')).status).toBe(422);
    expect((await change('150')).json['said']).toMatch(/second person/);
    const { said, lines } = await approveOpen(server, office, second);
    expect(lines).toContainEqual({ label: 'value', value: { t: 'text', v: '150' } });
    expect(said).toBe('Approved and done.');
    const list = await office('/api/v2/office/desks/settings', as('AUDITOR'));
    expect(cellsOf(list, 'orders.most').map((cell) => cell?.v)).toEqual(
      expect.arrayContaining(['Open orders of a person', '100', '150']),
    );
    const history = await office(`/api/v2/office/desks/${path}/parts/changes`, as('AUDITOR'));
    expect(rowsOf(history).map(({ cells }) => [0, 1, 2, 3, 5].map((column) => cells[column]?.v))).toEqual([
      ['150', '100', '+50', 'Loosened', reason],
      ['100', '500', '−400', 'Tightened', reason],
    ]);
    expect((await actOn(path, 'change', as('COMPLIANCE'))({ reason, fields: { value: '90' } })).status).toBe(403);
  });

  it('keeps a paused pair from taking predictions until it is open again', async () => {
    const [admin, at] = [as('ADMIN'), 'modes/quick.ETH-USD'];
    const predict = async (wanted: string) =>
      until(wanted, async () => {
        const { status, json } = await ask('/api/v2/trade/predictions', { ...LEFT, token: somebody.token });
        return String(json['error']?.['code'] ?? status) === wanted ? json : null;
      });
    const set = (fields: object) => actOn(at, 'set-mode', admin)({ reason: 'a wrong feed', fields });
    expect((await set({ mode: 'paused', minutes: 'ten' })).status).toBe(400);
    expect((await set({ mode: 'paused', minutes: '10' })).json['said']).toMatch(/^Set\./);
    const refused = await predict('PlacingPaused');
    expect(refused['error']?.['details']).toMatchObject({ mode: 'paused', until: expect.anything() as unknown });
    const list = await office('/api/v2/office/desks/modes?filter=mode%3Dpaused', as('RESOLVER'));
    expect(rowsOf(list).map(({ id }) => id)).toEqual(['quick.ETH-USD']);
    const told = async () =>
      (await ask('/api/v2/status/announcements', { headers: { 'accept-language': 'de' } })).json[
        'items'
      ] as unknown as {
        readonly kind: string;
        readonly pair: string | null;
        readonly title: string;
        readonly text: string;
      }[];
    expect(await told()).toMatchObject([
      { kind: 'paused', pair: 'ETH-USD', title: 'Schnelle Prognosen sind pausiert.' },
    ]);
    const announce = (fields: object, who = admin) => actOn(at, 'announce', who)({ reason: 'a new engine', fields });
    const window = { from: '2030-01-02 03:00', until: '2030-01-02 04:30' };
    expect((await announce({ about: 'here', from: 'soon', until: window.until })).status).toBe(400);
    expect((await announce({ about: 'here', from: window.until, until: window.from })).status).toBe(400);
    expect((await announce({ about: 'here', ...window }, as('RESOLVER'))).status).toBe(403);
    expect((await announce({ about: 'withdrawals', ...window })).json['said']).toMatch(/^Announced\./);
    const [planned] = await until('it to be told', async () => {
      const items = await told();
      return items.length === 2 ? items : null;
    });
    expect(planned).toMatchObject({ kind: 'planned', pair: null, title: 'Geplante Wartung: Auszahlungen' });
    expect(planned?.text).toContain('02.01.2030, 03:00');
    const takeBack = () => actOn(at, 'take-back', admin)({ reason: 'later', fields: { about: 'withdrawals' } });
    expect([(await takeBack()).status, (await takeBack()).status]).toEqual([200, 422]);
    expect((await set({ mode: 'open' })).status).toBe(200);
    await predict('201');
    await until('nothing to be told', async () => ((await told()).length === 0 ? true : null));
    const history = await office(`/api/v2/office/desks/${at}/parts/changes`, as('AUDITOR'));
    expect(rowsOf(history).map(({ cells }) => cells[0]?.v)).toEqual(['Open', 'Paused']);
    expect((await actOn(at, 'set-mode', as('RESOLVER'))({ reason: 'mine', fields: { mode: 'paused' } })).status).toBe(
      403,
    );
  });
});

describe('a name like one of a list', () => {
  const vault = () => createVault({ config: server.config });
  const caseOf = (person: Person) =>
    until('the case', async () => {
      const { rows } = await server.pool.query<{ id: string }>('SELECT id FROM verification_case WHERE user_id = $1', [
        person.id,
      ]);
      return rows[0]?.id;
    });
  const standing = async (person: Person) =>
    (await createLegalNames({ ...server, vault: vault(), clock: systemClock }).of(server.pool, person.id)).status;

  it('is a case that an officer takes, lets rest, and decides alone or with a second person', async () => {
    const [compliance, admin, reason] = [as('COMPLIANCE'), as('ADMIN'), 'read the list'];
    const people = [await personOf(server, 'USER'), await personOf(server, 'USER')] as const;
    const name = { first: 'Ilmar', last: 'Bellweatherton', birthDate: '1990-05-17' };
    await transaction(server.pool, async (tx) => {
      for (const { id: userId } of people) await giveCheckedName({ vault: vault() }, tx, { userId, ...name });
      const audit = createAudit({ vault: vault(), clock: systemClock });
      const entry = {
        id: 'b-1',
        kind: 'individual',
        names: [{ text: 'BELLWEATHERTON, Ilmar', strength: 'name' }],
        births: [],
        countries: [],
      } as const;
      await addList({ clock: systemClock, audit }, tx, {
        name: 'test',
        entries: [entry],
        act: { by: thisShell(), reason: 'for a test' },
      });
    });
    const [one, other] = [await caseOf(people[0]), await caseOf(people[1])];
    const act = (id: string, name: string, fields = {}) => actOn(`cases/${id}`, name, compliance)({ reason, fields });
    const listed = async (state: string) =>
      rowsOf(await office(`/api/v2/office/desks/cases?filter=state%3D${state}`, as('AUDITOR'))).map(({ id }) => id);
    expect((await listed('waiting')).toSorted()).toEqual([one, other].toSorted());
    const hits = rowsOf(await office(`/api/v2/office/desks/cases/${one}/parts/hits`, compliance));
    expect(hits[0]?.cells.map((cell) => cell?.v)).toEqual(
      expect.arrayContaining(['BELLWEATHERTON, Ilmar', '1.00', 'b-1', 'Not known']),
    );
    expect((await act(one, 'take')).json['said']).toBe('It is yours.');
    expect((await act(one, 'take')).status).toBe(422);
    expect((await act(one, 'rest', { hours: '73' })).json['error']?.['details']?.['fields']).toEqual({
      hours: 'too_large',
    });
    expect((await act(one, 'rest', { hours: '2' })).status).toBe(200);
    expect([await listed('resting'), await listed('waiting')]).toEqual([[one], [other]]);
    const notTheirs = await actOn(`cases/${one}`, 'decide', admin)({ reason, fields: { outcome: 'not_enough' } });
    expect(notTheirs.status).toBe(403);
    expect((await act(one, 'decide', { outcome: 'not_enough' })).json['said']).toBe('Decided: not enough.');
    expect(await standing(people[0])).toBe('REJECTED');
    expect((await act(one, 'decide', { outcome: 'cleared' })).json['error']?.['details']?.['why']).toBe(
      'The case has ended.',
    );

    // A match to the letter is not cleared by one person.
    expect((await act(other, 'decide', { outcome: 'cleared' })).json['said']).toMatch(/second person/);
    expect(await standing(people[1])).toBe('PENDING_APPROVE');
    expect((await approveOpen(server, office, admin)).said).toBe('Approved and done.');
    expect(await standing(people[1])).toBe('APPROVED');
    expect(await listed('ended')).toEqual([one, other].toSorted().toReversed());
    // Whoever answers people does not learn that there was one.
    const timeline = `/api/v2/office/desks/people/${people[1].id}/timeline`;
    const told = async (role: StaffRole) => (await office(timeline, as(role))).text.includes(reason);
    expect([await told('COMPLIANCE'), await told('SUPPORT')]).toEqual([true, false]);
  });
});

describe('records of a person', () => {
  it('are held for a court, and released', async () => {
    const [at, reason] = [`people/${somebody.id}`, 'an order of a court'];
    const act = async (id: string) => (await actOn(at, id, as('COMPLIANCE'))({ reason })).status;
    expect(await act('release-records')).toBe(422);
    expect([await act('hold-records'), await act('hold-records')]).toEqual([200, 422]);
    expect(JSON.stringify((await office(recordPath(), as('AUDITOR'))).json['facts'])).toContain('Legal hold');
    expect(await act('release-records')).toBe(200);
    expect((await audited(somebody.id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['records.held', 'records.released']),
    );
  });
});

describe('the public host', () => {
  it('has not one route of the back office', async () => {
    const routes = server.routes.filter(({ url }) => url.startsWith('/api/v2/office'));
    expect(routes.length).toBeGreaterThanOrEqual(13);
    for (const { method, url } of routes) {
      const path = url.replace(/:(\w+)/g, 'people');
      for (const address of [path, path.replace('/office', '/%6Fffice')]) {
        const answer = await ask(address, { method, token: as('ADMIN').token });
        expect(answer.status, `${method} ${address}`).toBe(404);
        // A HEAD has no body to say it in.
        const code = method === 'HEAD' ? 'NotFound' : answer.json['error']?.['code'];
        expect(code, `${method} ${address}`).toBe('NotFound');
      }
    }
    expect((await office('/api/v2/office/frame', as('ADMIN'))).status).toBe(200);
    expect((await office('/api/v2/office/frame', null)).status).toBe(401);
  });
});
