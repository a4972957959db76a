import { upload } from '#tests/worlds/documents-world.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CURRENT_DOCUMENTS, LEGAL_DOCUMENTS } from '#domain/privacy/documents.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { PERSONAL_PARTS } from '#server/subjects.ts';
import { CUT_OFF } from '#tests/database.ts';
import { browser, tokenIn } from '#tests/identity-world.ts';
import {
  credit,
  cutConnections,
  openPrivacyWorld,
  signIn,
  signUp,
  type PrivacyWorld,
  type SignedUp,
} from '#tests/worlds/privacy-world.ts';

const DAY_MS = 86_400_000;
const FRESH = 'Orchard-9-Window';
let world: PrivacyWorld;

beforeAll(async () => {
  world = await openPrivacyWorld({ RECORD_YEARS: '5,IT=10' });
});
afterAll(() => world.close());
beforeEach(() => {
  world.mails.length = 0;
});

const kinds = () => world.mails.map(({ kind }) => kind);

describe('consents', () => {
  it('are given by signing up, with version, hash, language and time', async () => {
    const { userId } = await signUp(world);
    expect(await world.privacy.consents(userId)).toMatchObject({ toAccept: [], cookies: null });
    const rows = await world.query(
      `SELECT document, version, encode(hash, 'hex') AS hash, choice, language, at FROM consent WHERE user_id = $1`,
      [userId],
    );
    expect(rows).toHaveLength(LEGAL_DOCUMENTS.length);
    const { version, hash } = CURRENT_DOCUMENTS.terms;
    const at = new Date(world.clock.at);
    expect(rows).toContainEqual({ document: 'terms', version, hash, choice: 'accepted', language: 'en', at });
  });

  it('are asked for again when a version changes, and take the choice of cookies', async () => {
    const { asking, userId } = await signUp(world);
    world.clock.at += 1;
    await world.query(
      `INSERT INTO consent (id, user_id, document, version, hash, choice, language, at)
       SELECT gen_random_uuid(), user_id, document, '2020-01-01', hash, choice, language, $2 FROM consent
       WHERE user_id = $1 AND document = 'risk'`,
      [userId, new Date(world.clock.at)],
    );
    expect((await world.privacy.consents(userId)).toAccept).toEqual(['risk']);
    world.clock.at += 1;
    const { version } = CURRENT_DOCUMENTS.risk;
    const reply = await world.privacy.agree(asking, {
      documents: [{ document: 'risk', version }],
      cookies: 'needed_only',
    });
    expect(reply).toMatchObject({ ok: true, value: { toAccept: [], cookies: 'needed_only' } });
    world.clock.at += 1;
    await world.privacy.agree(asking, { cookies: 'accepted' });
    expect((await world.privacy.consents(userId)).cookies).toBe('accepted');
  });

  it('of a stranger bind nobody who takes the address by a reset, nor does what the stranger declared', async () => {
    const { identity, privacy } = world;
    const reset = async ({ email }: SignedUp) => {
      await identity.passwords.forgot(email);
      await identity.stop();
      const mail = world.mails.findLast(({ kind }) => kind === 'forgot_password');
      const token = mail === undefined ? '' : tokenIn(mail.values);
      world.clock.at += 1_000;
      return identity.passwords.reset({ token, password: FRESH }, browser());
    };
    const person = await signUp(world, { confirmed: false });
    const { actor } = person.asking;
    await identity.people.update(actor, { firstName: 'Not', lastName: 'Theirs', nickname: 'stranger' });
    await privacy.agree(person.asking, { cookies: 'accepted' });
    expect(await reset(person)).toMatchObject({ ok: true });
    const nothing = { country: null, firstName: null, lastName: null, nickname: null };
    const profile = await identity.people.profile(actor);
    expect(profile).toMatchObject({ ...nothing, verifications: { email: true, name: 'PENDING_NAME' } });
    const { toAccept, cookies } = await privacy.consents(person.userId);
    expect([toAccept, cookies]).toEqual([[...LEGAL_DOCUMENTS], null]);
    // The owner says where they live before the name goes to the check, and agrees themselves.
    const name = { firstName: 'Åsa', lastName: 'Ünal' };
    expect(await identity.people.update(actor, name)).toMatchObject({
      refusal: { code: 'InvalidRequest', fields: { country: 'missing' } },
    });
    expect(await identity.people.update(actor, { ...name, country: 'SE' })).toMatchObject({ ok: true });
    const documents = LEGAL_DOCUMENTS.map((document) => ({ document, version: CURRENT_DOCUMENTS[document].version }));
    expect(await privacy.agree(person.asking, { documents })).toMatchObject({ value: { toAccept: [] } });
    // A reset of one's own address, confirmed before, takes nothing.
    const own = await signUp(world);
    expect(await reset(own)).toMatchObject({ ok: true });
    expect((await identity.people.profile(own.asking.actor)).country).toBe('DE');
    expect((await privacy.consents(own.userId)).toAccept).toEqual([]);
  });

  it('are refused for a version that is not in force, all of them', async () => {
    const { asking, userId } = await signUp(world);
    const documents = [
      { document: 'terms', version: CURRENT_DOCUMENTS.terms.version },
      { document: 'risk', version: '2020-01-01' },
    ] as const;
    const reply = await world.privacy.agree(asking, { documents: [...documents] });
    expect(reply).toEqual({
      ok: false,
      refusal: { code: 'InvalidRequest', fields: { 'documents.1.version': 'malformed' } },
    });
    expect(await world.count('consent', userId)).toBe(LEGAL_DOCUMENTS.length);
  });

  it.each(['UPDATE consent SET version = $$x$$', 'DELETE FROM consent', 'TRUNCATE consent'])(
    'stay: %s',
    async (sql) => {
      const { asking } = await signUp(world);
      await world.privacy.agree(asking, { cookies: 'accepted' });
      await expect(world.query(sql)).rejects.toThrow(/append-only|permission denied/);
    },
  );
});

describe('the file of everything we hold', () => {
  const read = async (url: string, asking: SignedUp['asking'] | null) => {
    const search = new URL(url, 'http://x').searchParams;
    return world.privacy.exportFile({
      token: search.get('token') ?? '',
      part: Number(search.get('part')),
      actor: asking?.actor ?? null,
    });
  };

  it('is made by a job, told by mail, fetched by signed links, and goes after two days', async () => {
    const person = await signUp(world);
    await world.identity.emailChanges.ask(person.asking, 'listed-in-the-file@example.com');
    expect(await world.privacy.askExport(person.asking)).toMatchObject({ state: 'waiting', parts: [] });
    expect(await world.privacy.askExport(person.asking)).toMatchObject({ state: 'waiting' });
    await world.privacy.makeExports();
    expect(kinds().filter((kind) => kind === 'export_ready')).toHaveLength(1);
    const ready = await world.privacy.export(person.userId);
    const part = (name: string) => ready.parts.find((one) => one.name === name)?.url ?? '';
    expect(ready.parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['app_user', 'session', 'sign_in', 'account', 'log']),
    );
    const file = await read(part('app_user'), person.asking);
    const text = file.ok ? file.value.bytes.toString() : '';
    expect(JSON.parse(text)).toMatchObject({
      part: 'app_user',
      rows: [{ email: person.email, country: 'DE', fbp: 'fb.1.2.3' }],
    });
    expect(text).not.toMatch(/argon|password_hash|blind/);
    const mails = await read(part('mail_outbox'), null);
    const told = mails.ok ? mails.value.bytes.toString() : '';
    expect(told).toContain('email_change_notice');
    expect(told).not.toMatch(/token|https?:|\b\d{6}\b(?!Z)/);
    const signIns = await read(part('sign_in'), null);
    expect(signIns.ok && signIns.value.bytes.toString()).toMatch(/"address": "198\.51\./);
    world.clock.at += 11 * 60_000;
    expect(await read(part('app_user'), null)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    world.clock.at += 2 * DAY_MS;
    expect(await world.privacy.export(person.userId)).toMatchObject({ state: 'none' });
    await world.privacy.makeExports();
    expect(await world.count('data_export', person.userId)).toBe(0);
  });

  it('is for its owner only, and no token but ours opens it', async () => {
    const [person, other] = [await signUp(world), await signUp(world)];
    await world.privacy.askExport(person.asking);
    await world.privacy.makeExports();
    const [first] = (await world.privacy.export(person.userId)).parts;
    const url = first?.url ?? '';
    expect(await read(url, other.asking)).toMatchObject({ refusal: { code: 'PermissionsError' } });
    expect(await read(url.replace(/part=\d+/, 'part=9999'), null)).toMatchObject({
      refusal: { code: 'IncorrectToken' },
    });
    expect(await read(url.replace(/\.(\d{13})\./, '.9999999999999.'), null)).toMatchObject({
      refusal: { code: 'IncorrectToken' },
    });
    expect(await read('/x?token=nonsense&part=1', null)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    const rows = await world.query<{ sealed: Buffer }>('SELECT sealed FROM export_part');
    expect(rows.some(({ sealed }) => sealed.includes(person.email))).toBe(false);
  });

  it('cut in the middle, is made again from the start and told of once', async () => {
    const person = await signUp(world);
    await world.privacy.askExport(person.asking);
    world.fault = cutConnections(world);
    await expect(world.privacy.makeExports()).rejects.toThrow(CUT_OFF);
    expect((await world.privacy.export(person.userId)).state).toBe('waiting');
    await world.privacy.makeExports();
    const { parts } = await world.privacy.export(person.userId);
    expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
    expect(
      await world.query<Record<string, unknown>>(
        `SELECT 1 FROM mail_outbox WHERE user_id = $1 AND kind = 'export_ready'`,
        [person.userId],
      ),
    ).toHaveLength(1);
  });

  it('knows every table and column that belongs to people', async () => {
    const columns = await world.query<{ table: string; column: string }>(
      `SELECT c.table_name AS "table", c.column_name AS "column" FROM information_schema.columns c
       JOIN pg_class k ON k.relname = c.table_name AND NOT k.relispartition AND k.relkind IN ('r', 'p')
       WHERE c.table_schema = 'public'`,
    );
    const tables = new Set(
      columns.filter(({ column }) => ['user_id', 'owner_id', 'subject_id'].includes(column)).map(({ table }) => table),
    );
    tables.add('app_user');
    const held = new Map(PERSONAL_PARTS.flatMap(({ tables }) => tables).map((data) => [data.table, data]));
    expect([...tables].filter((table) => !held.has(table))).toEqual([]);
    const unknown = columns.filter(({ table, column }) => {
      const data = held.get(table);
      if (data === undefined) return false;
      const { person, plain, sealed, hidden } = data;
      return ![person, ...plain, ...sealed, ...hidden].includes(column);
    });
    expect(unknown).toEqual([]);
  });
});

describe('the end of an account', () => {
  const close = (person: SignedUp, leave = false) => world.privacy.close(person.asking, leave);
  const YEARS_5 = (5 * 365 + 2) * DAY_MS;

  it('signs out everywhere at once and lets nobody in; the link of the mail brings it back for 14 days', async () => {
    const person = await signUp(world);
    const ended: string[] = [];
    world.bus.subscribe('identity.session-ended', ({ sessionId }) => void ended.push(sessionId));
    expect(await close(person)).toEqual({ ok: true, value: { finalAt: world.clock.at + 14 * DAY_MS } });
    expect(ended).toContain(person.asking.actor.sessionId);
    expect(await world.identity.actorOf(person.token)).toBeNull();
    expect(await signIn(world, person.email)).not.toMatch(/^ey/);
    const token = world.tokenOf('account_closing');
    world.clock.at += 14 * DAY_MS - 1;
    await world.privacy.work();
    // The second press, after that of a mail scanner maybe, says the same: it is open.
    for (const _press of [1, 2]) expect(await world.privacy.keep(token)).toEqual({ ok: true, value: null });
    expect(await signIn(world, person.email)).toMatch(/^ey/);
    const again = { ...person, asking: { ...person.asking } };
    await close(again);
    // It is closing anew: the link of the first time keeps nothing.
    expect(await world.privacy.keep(token)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
  });

  it('wants a word about money that is left', async () => {
    const person = await signUp(world);
    await credit(world, person.userId);
    expect(await close(person)).toEqual({
      ok: false,
      refusal: { code: 'InvalidRequest', fields: { leaveBalance: 'missing' } },
    });
    expect(await close(person, true)).toMatchObject({ ok: true });
    expect(await close(person)).toMatchObject({ ok: true });
  });

  it('takes every document away with the key, but not while a court wants what is held', async () => {
    const person = await signUp(world);
    const { userId } = person;
    await world.query(`INSERT INTO legal_name (user_id, status) VALUES ($1, 'APPROVED')`, [userId]);
    const id = await upload(world.documents, userId, { document: 'governmentId' });
    await world.documents.send(userId, { document: 'governmentId', form: 'passport', files: [id] });
    const link = await world.documents.link(userId, id);
    expect(link.ok).toBe(true);
    await close(person);
    await world.query('INSERT INTO legal_hold (user_id, set_at) VALUES ($1, now())', [userId]);
    world.clock.at += 14 * DAY_MS;
    await world.privacy.work();
    expect([await world.count('document_file', userId), await world.count('device', userId)]).toEqual([1, 1]);
    expect(world.mails.filter(({ kind, to }) => kind === 'account_closed' && to === person.email)).toEqual([]);
    world.clock.at += YEARS_5;
    await world.privacy.work();
    expect(await world.count('document_file', userId)).toBe(1);
    await world.query('DELETE FROM legal_hold WHERE user_id = $1', [userId]);
    world.clock.at += DAY_MS;
    // Its erasure had to wait, and the years of the law have gone by.
    await world.privacy.work();
    expect(await world.count('device', userId)).toBe(0);
    await world.privacy.work();
    for (const table of ['document', 'document_review', 'document_file']) {
      expect(await world.count(table, userId), table).toBe(0);
    }
    expect(await world.objects()).toEqual([]);
  });

  it('erases profile, marketing and devices when it is final, keeps identity for the law, then forgets the key', async () => {
    const person = await signUp(world);
    await world.identity.people.update(person.asking.actor, { firstName: 'Åsa', lastName: 'Ünal', nickname: 'asa' });
    await world.privacy.agree(person.asking, { cookies: 'accepted' });
    await close(person);
    const token = world.tokenOf('account_closing');
    world.clock.at += 14 * DAY_MS;
    await world.privacy.work();
    await world.privacy.work();
    // What is erased, what is kept, and until when.
    const told = world.mails.filter(({ kind, to }) => kind === 'account_closed' && to === person.email);
    const [at, until] = [world.clock.at, world.clock.at + YEARS_5].map((time) => new Date(time).toISOString());
    expect(told).toMatchObject([{ values: { at, until } }]);
    expect(await world.privacy.keep(token)).toMatchObject({ refusal: { code: 'IncorrectToken' } });
    for (const table of ['session', 'sign_in', 'device', 'mail_code', 'email_change'])
      expect(await world.count(table, person.userId), table).toBe(0);
    const user = async () =>
      (await world.query<Record<string, unknown>>('SELECT * FROM app_user WHERE id = $1', [person.userId]))[0];
    expect(await user()).toMatchObject({ nickname_sealed: null, password_hash: null, fbp: null, referral: null });
    const name = async () =>
      (await world.query<{ sealed: Buffer }>('SELECT sealed FROM legal_name WHERE user_id = $1', [person.userId]))[0];
    const sealed = (await name())?.sealed ?? Buffer.of();
    expect(await world.vault.open(world.database.pool, person.userId, sealed)).toContain('Ünal');
    expect(await world.count('consent', person.userId)).toBe(LEGAL_DOCUMENTS.length + 1);

    world.clock.at += YEARS_5 - 1;
    await world.privacy.work();
    expect(await world.vault.open(world.database.pool, person.userId, sealed)).toContain('Ünal');
    world.clock.at += 1;
    await world.privacy.work();
    expect(await world.vault.open(world.database.pool, person.userId, sealed)).toBeNull();
    expect(await user()).toMatchObject({ email_sealed: null, email_blind: null, country: null });
    expect(await name()).toMatchObject({ sealed: null });
    expect(await world.audit.about(world.database.pool, person.userId)).toEqual([]);
    expect(await world.audit.verify(world.database.pool)).toBeNull();
    expect((await checkLedger(world.database.pool, { window: 'all' })).healthy).toBe(true);
  });

  it('keeps identity for as long as the law of the person’s country wants it', async () => {
    const person = await signUp(world);
    await world.identity.people.update(person.asking.actor, { country: 'IT' });
    await close(person);
    world.clock.at += 14 * DAY_MS;
    await world.privacy.work();
    const until = new Date(world.clock.at + (10 * 365 + 3) * DAY_MS).toISOString();
    const told = world.mails.filter(({ kind, to }) => kind === 'account_closed' && to === person.email);
    expect(told).toMatchObject([{ values: { until } }]);
    world.clock.at += YEARS_5;
    await world.privacy.work();
    const country = async () =>
      (await world.query<{ country: string | null }>('SELECT country FROM app_user WHERE id = $1', [person.userId]))[0];
    expect(await country()).toEqual({ country: 'IT' });
    world.clock.at += YEARS_5 + DAY_MS;
    await world.privacy.work();
    expect(await country()).toEqual({ country: null });
  });

  it('cut in the middle of the erasure, is whole before and done after', async () => {
    const person = await signUp(world);
    await close(person);
    world.clock.at += 14 * DAY_MS;
    world.fault = cutConnections(world);
    await expect(world.privacy.work()).rejects.toThrow(CUT_OFF);
    expect(await world.count('sign_in', person.userId)).toBeGreaterThan(0);
    expect(await world.count('closure', person.userId)).toBe(1);
    await world.privacy.work();
    expect(await world.count('sign_in', person.userId)).toBe(0);
    expect(
      await world.query<Record<string, unknown>>(
        `SELECT 1 FROM mail_outbox WHERE user_id = $1 AND kind = 'account_closed'`,
        [person.userId],
      ),
    ).toHaveLength(1);
  });

  it('keeps an exclusion, which names nobody, beyond all of it', async () => {
    const person = await signUp(world);
    await world.query<Record<string, unknown>>(
      'INSERT INTO exclusion_record (email_blind, since) SELECT email_blind, now() FROM app_user WHERE id = $1',
      [person.userId],
    );
    const [{ n: before } = { n: 0 }] = await world.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM exclusion_record',
    );
    await close(person);
    world.clock.at += 14 * DAY_MS;
    await world.privacy.work();
    world.clock.at += YEARS_5;
    await world.privacy.work();
    expect(await world.query<Record<string, unknown>>('SELECT count(*)::int AS n FROM exclusion_record')).toEqual([
      { n: before },
    ]);
  });

  it('is done by one of two workers', async () => {
    const person = await signUp(world);
    await close(person);
    world.clock.at += 14 * DAY_MS;
    await Promise.all([world.privacy.work(), world.privacy.work()]);
    expect(
      await world.query<Record<string, unknown>>(
        `SELECT 1 FROM mail_outbox WHERE user_id = $1 AND kind = 'account_closed'`,
        [person.userId],
      ),
    ).toHaveLength(1);
  });
});
