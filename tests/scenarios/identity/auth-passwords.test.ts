import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#server/identity/index.ts';
import { linkedAccounts } from '#server/identity/store-links.ts';
import {
  actorIn,
  browser,
  newestMail,
  openIdentityWorld,
  PASSWORD,
  registered,
  solved,
  tokenIn,
  type IdentityWorld,
  type Registered,
} from '#tests/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const FRESH = 'Orchard-9-Window';

async function login(email: string, asked: { password?: string; client?: Client } = {}) {
  const { password = PASSWORD, client = browser() } = asked;
  const reply = await world.identity.signIn.login({ email, password }, client);
  if (!reply.ok) return reply.refusal.code;
  const { answer, cookies } = reply.value;
  if (!('accessToken' in answer) || cookies === null) throw new Error('a second factor was asked for');
  return {
    accessToken: answer.accessToken,
    client: { ...client, refreshCookie: cookies.refreshToken, deviceCookie: cookies.device },
  };
}

async function signedIn(email: string, client = browser()) {
  const reply = await login(email, { client });
  if (typeof reply === 'string') throw new Error(`login was refused: ${reply}`);
  return reply;
}

async function forgot(person: Registered): Promise<Readonly<Record<string, string>>> {
  expect((await world.identity.passwords.forgot(person.email)).ok).toBe(true);
  await world.identity.stop();
  return newestMail(world, person.userId, 'forgot_password');
}

const reset = (body: Record<string, string>, client = browser()) =>
  world.identity.passwords.reset({ password: FRESH, ...body }, client);
const WRONG = { ok: false, refusal: { code: 'WrongDigits' } };
const refusedLink = (code: string) => ({ ok: false, refusal: { code } });

describe('a forgotten password', () => {
  it('is set anew by the link, once; every session ends and withdrawals are held for a day', async () => {
    const person = await registered(world);
    const other = await signedIn(person.email);
    await world.database.pool.query(
      `INSERT INTO api_key (id, user_id, acts_as, kind, name, hash, scopes, addresses, rate_per_min, created_at)
       VALUES (gen_random_uuid(), $1, $1, 'bearer', 'bot', decode(repeat('00', 32), 'hex'), ARRAY['read'], '{}', 60, now())`,
      [person.userId],
    );
    const token = tokenIn(await forgot(person));
    expect(await reset({ token })).toEqual({ ok: true, value: null });
    const keys = await world.database.pool.query('SELECT 1 FROM api_key WHERE ended_at IS NULL');
    expect(keys.rowCount).toBe(0);
    for (const { accessToken } of [person, other]) expect(await world.identity.actorOf(accessToken)).toBeNull();
    expect((await world.identity.signIn.refresh(other.client)).ok).toBe(false);
    expect(await login(person.email)).toBe('WrongCredentials');
    expect(await login(person.email, { password: FRESH })).toBeTypeOf('object');
    expect(await reset({ token })).toEqual(refusedLink('LinkUsed'));
    const { rows } = await world.database.pool.query(
      'SELECT reason, extract(epoch FROM until - since)::int AS seconds FROM withdrawal_hold WHERE user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([{ reason: 'password', seconds: 86_400 }]);
    expect(newestMail(world, person.userId, 'password_changed')).toMatchObject({ device: 'Test/1', ended: 'all' });
  });

  it('is set anew by the digits, and the address is confirmed with it', async () => {
    const person = await registered(world);
    const { code = '' } = await forgot(person);
    expect(await reset({ email: person.email.toUpperCase(), code })).toEqual({ ok: true, value: null });
    const back = await login(person.email, { password: FRESH });
    if (typeof back === 'string') throw new Error(back);
    expect((await world.identity.people.profile(await actorIn(world, back))).verifications.email).toBe(true);
  });

  it('takes no digits of another person, of an older mail, after five wrong ones or after 30 min', async () => {
    const [one, other] = [await registered(world), await registered(world)];
    const { code: first = '' } = await forgot(one);
    expect(await reset({ email: other.email, code: first })).toEqual(WRONG);
    world.clock.at += 61_000;
    const { code: second = '' } = await forgot(one);
    const older = first === second ? '' : first;
    expect(await reset({ email: one.email, code: older })).toEqual(WRONG);
    world.clock.at += 30 * 60_000;
    expect(await reset({ email: one.email, code: second })).toEqual(WRONG);
    const { code: third = '' } = await forgot(one);
    const wrong = third === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries += 1) expect(await reset({ email: one.email, code: wrong })).toEqual(WRONG);
    expect(await reset({ email: one.email, code: third })).toEqual(WRONG);
  });

  it('limits digits tried over many mails', async () => {
    const { email } = await registered(world);
    const answers: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const answer = await reset({ email, code: '111111' });
      answers.push(answer.ok ? 'ok' : answer.refusal.code);
    }
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'WrongDigits'));
    expect(answers.slice(10)).toEqual(['ChallengeRequired', 'ChallengeRequired']);
  });

  it('by digits is kept from nobody: a browser that is known counts apart, any other one shows its work', async () => {
    const person = await registered(world);
    const guess = (client = browser()) => reset({ email: person.email, code: '111111' }, client);
    for (let tries = 0; tries < 10; tries += 1) expect(await guess()).toEqual(WRONG);
    const { code = '' } = await forgot(person);
    for (let tries = 0; tries < 5; tries += 1) expect(await guess(person.client)).toEqual(WRONG);
    const refused = await reset({ email: person.email, code });
    if (refused.ok || refused.refusal.code !== 'ChallengeRequired') throw new Error('no work was asked for');
    world.clock.at += refused.refusal.retryAfterMs;
    expect(await reset({ email: person.email, code: '111111', ...solved(refused.refusal) })).toEqual(WRONG);
    expect(await reset({ email: person.email, code }, person.client)).toEqual({ ok: true, value: null });
  });

  it('by digits is set by a known browser though strangers have used up the tries of the mail', async () => {
    const person = await registered(world);
    const { code = '' } = await forgot(person);
    for (let tries = 0; tries < 5; tries += 1) await reset({ email: person.email, code: '111111' });
    expect(await reset({ email: person.email, code })).toEqual(WRONG);
    expect(await reset({ email: person.email, code }, person.client)).toEqual({ ok: true, value: null });
  });

  it('is mailed once in 60 s', async () => {
    const person = await registered(world);
    await forgot(person);
    world.clock.at += 59_000;
    expect(await world.identity.passwords.forgot(person.email)).toEqual({
      ok: false,
      refusal: { code: 'RateLimit', retryAfterMs: 1_000 },
    });
    world.clock.at += 1_000;
    await forgot(person);
  });

  it('is mailed at the very moment that the answer names, though the mail before it was made a while after its answer', async () => {
    const person = await registered(world);
    const mails = () =>
      world.mails.filter(({ kind, userId }) => kind === 'forgot_password' && userId === person.userId).length;
    const first = await world.identity.passwords.forgot(person.email);
    if (!first.ok) throw new Error(first.refusal.code);
    world.clock.at += 400;
    await world.identity.stop();
    expect(mails()).toBe(1);
    world.clock.at = first.value.resendAt;
    expect((await world.identity.passwords.forgot(person.email)).ok).toBe(true);
    await world.identity.stop();
    expect(mails()).toBe(2);
  });

  it('is mailed ten times in an hour, and the answer does not say so', async () => {
    const person = await registered(world);
    const mails = () =>
      world.mails.filter(({ kind, userId }) => kind === 'forgot_password' && userId === person.userId);
    for (let no = 0; no < 12; no += 1) {
      world.clock.at += 60_000;
      expect((await world.identity.passwords.forgot(person.email)).ok).toBe(true);
      await world.identity.stop();
    }
    expect(mails()).toHaveLength(10);
    world.clock.at += 3_600_000;
    await forgot(person);
    expect(mails()).toHaveLength(11);
  });

  it('keeps the link when the new password will not do', async () => {
    const person = await registered(world);
    const token = tokenIn(await forgot(person));
    const weak = await world.identity.passwords.reset({ token, password: 'weak' }, browser());
    expect(weak).toEqual({ ok: false, refusal: { code: 'InvalidRequest', fields: { password: 'too_small' } } });
    expect((await reset({ token })).ok).toBe(true);
  });

  it('is not the beginning of the address, by the link and by the digits, as at the sign-up', async () => {
    const person = await registered(world);
    const mail = await forgot(person);
    const password = 'Person-1!';
    for (const proof of [{ token: tokenIn(mail) }, { email: person.email, code: mail['code'] ?? '' }]) {
      expect(await reset({ ...proof, password })).toEqual({
        ok: false,
        refusal: { code: 'InvalidRequest', fields: { password: 'common' } },
      });
    }
    // Nobody learns by it whose address is known, or was: a link of nobody has no words.
    expect(await reset({ token: 'A'.repeat(43), password })).toEqual(refusedLink('IncorrectToken'));
    expect((await reset({ token: tokenIn(mail) })).ok).toBe(true);
    expect(await reset({ token: tokenIn(mail), password })).toEqual(refusedLink('LinkUsed'));
  });
});

describe('a changed password', () => {
  it('asks for the current one, ends the other sessions and keeps this one', async () => {
    const person = await registered(world);
    const other = await signedIn(person.email);
    const actor = await actorIn(world, person);
    const change = (body: { currentPassword?: string; password: string }) =>
      world.identity.passwords.change(actor, body, person.client);
    expect(await change({ currentPassword: 'Wrong-word-1', password: FRESH })).toMatchObject({
      refusal: { code: 'WrongCredentials' },
    });
    expect(await change({ password: FRESH })).toMatchObject({ refusal: { code: 'StepUpRequired' } });
    expect(await change({ currentPassword: PASSWORD, password: PASSWORD })).toMatchObject({
      refusal: { fields: { password: 'same' } },
    });
    expect(await change({ currentPassword: PASSWORD, password: 'Person-1!' })).toMatchObject({
      refusal: { code: 'InvalidRequest' },
    });
    expect(await change({ currentPassword: PASSWORD, password: FRESH })).toEqual({ ok: true, value: null });
    expect(await world.identity.actorOf(person.accessToken)).toEqual(actor);
    expect(await world.identity.actorOf(other.accessToken)).toBeNull();
    expect(newestMail(world, person.userId, 'password_changed')).toMatchObject({ ended: 'others' });
  });

  it('leaves the others signed in where the person says so', async () => {
    const person = await registered(world);
    const other = await signedIn(person.email);
    const body = { currentPassword: PASSWORD, password: FRESH, endOtherSessions: false };
    expect((await world.identity.passwords.change(await actorIn(world, person), body, person.client)).ok).toBe(true);
    expect(await world.identity.actorOf(other.accessToken)).not.toBeNull();
    expect(newestMail(world, person.userId, 'password_changed')).toMatchObject({ ended: 'none' });
  });

  it('lets nobody guess the current one from an open browser', async () => {
    const person = await registered(world);
    const actor = await actorIn(world, person);
    const guess = () =>
      world.identity.passwords.change(actor, { currentPassword: 'Wrong-word-1', password: FRESH }, person.client);
    for (let tries = 0; tries < 10; tries += 1)
      expect(await guess()).toMatchObject({ refusal: { code: 'WrongCredentials' } });
    expect(await guess()).toMatchObject({ refusal: { code: 'ChallengeRequired' } });
  });
});

describe('places', () => {
  it('are listed with where they are, and end one by one or all but this', async () => {
    const person = await registered(world, { address: '203.0.113.5', userAgent: 'Desk/1' });
    const [phone, tablet] = [
      await signedIn(person.email, browser({ userAgent: 'Phone/1' })),
      await signedIn(person.email, browser({ userAgent: 'Tablet/1' })),
    ];
    const actor = await actorIn(world, person);
    const { sessions } = world.identity;
    const list = await sessions.list(actor);
    expect(new Set(list.map(({ userAgent }) => userAgent))).toEqual(new Set(['Desk/1', 'Phone/1', 'Tablet/1']));
    expect(list.filter(({ current }) => current)).toMatchObject([
      { userAgent: 'Desk/1', address: '203.0.113.5', country: 'PT', method: 'registration' },
    ]);
    expect(list.filter(({ current, country }) => !current && country !== null)).toEqual([]);
    const ended: string[] = [];
    const stop = world.bus.subscribe('identity.session-ended', ({ sessionId }) => void ended.push(sessionId));
    const id = list.find(({ userAgent }) => userAgent === 'Phone/1')?.id ?? '';
    expect(await sessions.end(actor, id)).toEqual({ ok: true, value: null });
    expect(ended).toEqual([id]);
    expect(await world.identity.actorOf(phone.accessToken)).toBeNull();
    expect(await sessions.end(actor, id)).toMatchObject({ refusal: { code: 'NotFound' } });
    // It says what it ended, whatever the list showed before.
    expect((await sessions.endOthers(actor)).map(({ userAgent, current }) => [userAgent, current])).toEqual([
      ['Tablet/1', false],
    ]);
    expect(await sessions.endOthers(actor)).toEqual([]);
    stop();
    expect(ended).toHaveLength(2);
    expect(await world.identity.actorOf(tablet.accessToken)).toBeNull();
    expect(await sessions.list(actor)).toHaveLength(1);
  });

  it('of others are absent', async () => {
    const [one, other] = [await registered(world), await registered(world)];
    const theirs = (await actorIn(world, other)).sessionId;
    const actor = await actorIn(world, one);
    for (const id of [theirs, 'not-an-id', '00000000-0000-7000-8000-000000000000']) {
      expect(await world.identity.sessions.end(actor, id)).toEqual({ ok: false, refusal: { code: 'NotFound' } });
    }
    expect(await world.identity.actorOf(other.accessToken)).not.toBeNull();
  });

  it('where somebody came in or tried to are kept as history', async () => {
    const person = await registered(world);
    world.clock.at += 1_000;
    expect(await login(person.email, { password: 'Wrong-word-1', client: browser({ address: '203.0.113.66' }) })).toBe(
      'WrongCredentials',
    );
    await world.identity.stop();
    world.clock.at += 1_000;
    await signedIn(person.email, person.client);
    const actor = await actorIn(world, await signedIn(person.email, browser()));
    const all = await world.identity.sessions.history(actor, { cursor: null, limit: 10 });
    expect(all.items.map(({ outcome }) => outcome).toSorted()).toEqual(['OK', 'OK', 'OK', 'WRONG_PASSWORD']);
    expect(all.items.find(({ outcome }) => outcome === 'WRONG_PASSWORD')?.address).toBe('203.0.113.66');
    const first = await world.identity.sessions.history(actor, { cursor: null, limit: 3 });
    const rest = await world.identity.sessions.history(actor, { cursor: first.nextCursor, limit: 3 });
    expect([...first.items, ...rest.items]).toEqual(all.items);
    expect(rest.nextCursor).toBeNull();
  });

  it('that are new are told by mail, known ones are not', async () => {
    const person = await registered(world);
    const told = () =>
      world.mails.filter(({ kind, userId }) => kind === 'new_device' && userId === person.userId).length;
    await signedIn(person.email, person.client);
    expect(told()).toBe(0);
    const elsewhere = await signedIn(person.email, browser({ userAgent: 'Library/1', address: '203.0.113.9' }));
    expect(newestMail(world, person.userId, 'new_device')).toMatchObject({ device: 'Library/1', country: 'PT' });
    await signedIn(person.email, elsewhere.client);
    expect(told()).toBe(1);
  });

  it.each([
    ['that its thief made up', async () => 'Z'.repeat(43)],
    ['that another person was given', async () => (await registered(world)).client.deviceCookie],
  ])('are known by no mark %s, before the sign-in and after it', async (_what, mark) => {
    const person = await registered(world);
    const planted = browser({ deviceCookie: await mark() });
    const told = () =>
      world.mails.filter(({ kind, userId }) => kind === 'new_device' && userId === person.userId).length;
    const own = await signedIn(person.email, planted);
    expect(told()).toBe(1);
    expect(own.client.deviceCookie).not.toBe(planted.deviceCookie);
    await signedIn(person.email, browser({ deviceCookie: planted.deviceCookie }));
    expect(told()).toBe(2);
    await signedIn(person.email, own.client);
    expect(told()).toBe(2);
  });

  it('are known to each person who signs in with them, and link their accounts', async () => {
    const [one, other] = [await registered(world), await registered(world)];
    const told = () => world.mails.filter(({ kind }) => kind === 'new_device').length;
    const before = told();
    const shared = await signedIn(other.email, one.client);
    expect(told()).toBe(before + 1);
    const again = await signedIn(one.email, shared.client);
    await signedIn(other.email, again.client);
    expect(told()).toBe(before + 1);
    const links = await linkedAccounts(world.database.pool, [one.userId, other.userId]);
    expect([links.get(one.userId), links.get(other.userId)]).toEqual([new Set([other.userId]), new Set([one.userId])]);
  });

  it.each([
    ['by the link', (mail: Readonly<Record<string, string>>) => ({ token: tokenIn(mail) })],
    ['by the code', (mail: Readonly<Record<string, string>>, email: string) => ({ email, code: mail['code'] ?? '' })],
  ])('are forgotten by a reset %s, but for the one that it came from', async (_way, proofOf) => {
    const person = await registered(world);
    const thief = await signedIn(person.email, browser({ userAgent: 'Thief/1' }));
    const told = () =>
      world.mails.filter(({ kind, userId }) => kind === 'new_device' && userId === person.userId).length;
    expect(told()).toBe(1);
    expect(await reset(proofOf(await forgot(person), person.email), person.client)).toMatchObject({ ok: true });
    const comesIn = async (client: Client) => {
      const reply = await login(person.email, { password: FRESH, client });
      if (typeof reply === 'string') throw new Error(`login was refused: ${reply}`);
      return reply.client;
    };
    await comesIn(person.client);
    expect(told()).toBe(1);
    const again = await comesIn(thief.client);
    expect(told()).toBe(2);
    // The old mark stays unknown; the one that came with the new sign-in is known.
    await comesIn(again);
    expect(told()).toBe(2);
    await comesIn(thief.client);
    expect(told()).toBe(3);
  });

  it('are told of after a reset by a browser that nobody knew', async () => {
    const person = await registered(world);
    expect(await reset({ token: tokenIn(await forgot(person)) })).toMatchObject({ ok: true });
    const next = await world.identity.signUp.gettingStarted(person.email, person.client);
    expect(next).toMatchObject({ value: { next: 'any' } });
    expect(await login(person.email, { password: FRESH, client: person.client })).not.toBeTypeOf('string');
    expect(newestMail(world, person.userId, 'new_device')).toBeDefined();
  });

  it('keep the marks of the eight who signed in last', async () => {
    const people = [];
    let client = browser();
    for (let no = 0; no < 9; no += 1) {
      const person = await registered(world, client);
      people.push(person);
      client = browser({ deviceCookie: person.client.deviceCookie });
    }
    const told = () => world.mails.filter(({ kind }) => kind === 'new_device').map(({ userId }) => userId);
    const before = told().length;
    for (const person of people) await signedIn(person.email, client);
    expect(told().slice(before)).toEqual([people[0]?.userId]);
  });
});
