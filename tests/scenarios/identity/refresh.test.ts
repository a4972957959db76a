import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#server/identity/index.ts';
import {
  newestMail,
  openIdentityWorld,
  registered,
  type IdentityWorld,
  type Registered,
} from '#tests/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const SECOND = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const QUARTER = HOUR / 4;
const GONE = { ok: false, refusal: { code: 'NotSignedIn' } };

/** The refresh token that a browser gets for the one it sends; null: turned away. */
async function next(client: Client): Promise<string | null> {
  const reply = await world.identity.signIn.refresh(client);
  return reply.ok ? reply.value.cookies.refreshToken : null;
}

async function livesOn({ accessToken }: Registered): Promise<boolean> {
  return (await world.identity.actorOf(accessToken)) !== null;
}

describe('a refresh', () => {
  it('gives new tokens for the same session, and the old access token goes on', async () => {
    const person = await registered(world);
    const reply = await world.identity.signIn.refresh(person.client);
    if (!reply.ok) throw new Error('refused');
    expect(reply.value.cookies.refreshToken).not.toBe(person.client.refreshCookie);
    const [before, after] = [person.accessToken, reply.value.accessToken];
    expect(await world.identity.actorOf(after)).toEqual(await world.identity.actorOf(before));
  });

  it.each([
    ['nothing', null],
    ['a text', 'abc'],
    ['a token nobody gave', `00000000-0000-7000-8000-000000000000.0.${'A'.repeat(43)}`],
  ])('is for %s: signed out', async (_what, refreshCookie) => {
    const { client } = await registered(world);
    expect(await world.identity.signIn.refresh({ ...client, refreshCookie })).toEqual(GONE);
  });

  it('takes no token of another number or session made from a real one', async () => {
    const [one, other] = [await registered(world), await registered(world)];
    const [id = '', no = '', mac = ''] = (one.client.refreshCookie ?? '').split('.');
    const foreign = (other.client.refreshCookie ?? '').split('.')[0] ?? '';
    for (const token of [`${id}.1.${mac}`, `${foreign}.${no}.${mac}`, `${id}.${no}.${mac.slice(0, 42)}A`]) {
      if (token === one.client.refreshCookie) continue;
      expect(await next({ ...one.client, refreshCookie: token })).toBeNull();
    }
    expect(await livesOn(one)).toBe(true);
    expect(await livesOn(other)).toBe(true);
  });

  it('leads the same client to the same successor for 10 s: two tabs, or a lost reply', async () => {
    const { client } = await registered(world);
    const first = await next(client);
    world.clock.at += 10 * SECOND;
    expect(await next(client)).toBe(first);
    expect(await next({ ...client, refreshCookie: first })).not.toBe(first);
  });

  it.each([
    ['later than 10 s', {}, 10 * SECOND + 1],
    ['from another browser at once', { userAgent: 'Thief/1' }, 0],
    ['with the mark of another device at once', { deviceCookie: 'A'.repeat(43) }, 0],
  ])('of a token that was left behind, %s, ends the session and tells its owner', async (_what, over, laterMs) => {
    const person = await registered(world);
    const fresh = await next(person.client);
    const ended: string[] = [];
    const stop = world.bus.subscribe('identity.session-ended', ({ sessionId }) => void ended.push(sessionId));
    world.clock.at += laterMs;
    expect(await next({ ...person.client, ...over })).toBeNull();
    stop();
    expect(ended).toHaveLength(1);
    expect(await livesOn(person)).toBe(false);
    expect(await next({ ...person.client, refreshCookie: fresh })).toBeNull();
    expect(newestMail(world, person.userId, 'session_family_revoked')).toMatchObject({ device: 'Test/1' });
  });
});

describe('races of refreshes (R-35)', () => {
  it('revoke nobody inside the grace, and find every reuse outside of it', async () => {
    const PEOPLE = 25;
    const AT_ONCE = 40;
    let falselyRevoked = 0;
    let found = 0;
    for (let no = 0; no < PEOPLE; no += 1) {
      const person = await registered(world);
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => next(person.client)));
      falselyRevoked += answers.filter((answer) => answer === null).length;
      expect(new Set(answers).size).toBe(1);
      world.clock.at += 10 * SECOND + 1;
      if ((await next(person.client)) === null && !(await livesOn(person))) found += 1;
    }
    console.log(`R-35: ${PEOPLE * AT_ONCE} races, ${falselyRevoked} false revokes, ${found} of ${PEOPLE} reuses found`);
    expect({ falselyRevoked, found }).toEqual({ falselyRevoked: 0, found: PEOPLE });
  }, 60_000);
});

describe('the life of a session', () => {
  it('ends 12 h after its last use, or 30 days where the person is remembered', async () => {
    const { client, email } = await registered(world);
    world.clock.at += 12 * HOUR - 1;
    const used = await next(client);
    expect(used).not.toBeNull();
    world.clock.at += 12 * HOUR;
    expect(await next({ ...client, refreshCookie: used })).toBeNull();
    const reply = await world.identity.signIn.login({ email, password: 'Harbour-7-Lantern', rememberMe: true }, client);
    if (!reply.ok || reply.value.cookies === null) throw new Error('refused');
    expect(reply.value.cookies.refreshMaxAgeMs).toBe(30 * DAY);
    world.clock.at += 30 * DAY - 1;
    expect(await next({ ...client, refreshCookie: reply.value.cookies.refreshToken })).not.toBeNull();
  });

  it('of staff ends after 15 min without use, remembered or not, and asks for a new token every 5 (R-43)', async () => {
    const { userId, client, email } = await registered(world);
    await world.database.pool.query(`UPDATE app_user SET role = 'ADMIN' WHERE id = $1`, [userId]);
    const reply = await world.identity.signIn.login({ email, password: 'Harbour-7-Lantern', rememberMe: true }, client);
    if (!reply.ok || reply.value.cookies === null || !('accessToken' in reply.value.answer)) throw new Error('refused');
    expect(reply.value.cookies.refreshMaxAgeMs).toBeNull();
    const { exp = 0, iat = 0 } = decodeJwt(reply.value.answer.accessToken);
    expect(exp - iat).toBe(5 * 60);
    world.clock.at += QUARTER - 1;
    const used = await next({ ...client, refreshCookie: reply.value.cookies.refreshToken });
    expect(used).not.toBeNull();
    world.clock.at += QUARTER;
    expect(await next({ ...client, refreshCookie: used })).toBeNull();
  });

  it('ends after 90 days, used or not', async () => {
    const { client, email } = await registered(world);
    const reply = await world.identity.signIn.login({ email, password: 'Harbour-7-Lantern', rememberMe: true }, client);
    if (!reply.ok || reply.value.cookies === null) throw new Error('refused');
    let token: string | null = reply.value.cookies.refreshToken;
    for (let days = 0; days < 89; days += 1) {
      world.clock.at += DAY;
      token = await next({ ...client, refreshCookie: token });
      expect(token, `day ${days}`).not.toBeNull();
    }
    world.clock.at += DAY;
    expect(await next({ ...client, refreshCookie: token })).toBeNull();
  });

  it('begins anew with each sign-in, and the session before it is over (R-34)', async () => {
    const person = await registered(world);
    const before = await world.identity.actorOf(person.accessToken);
    const reply = await world.identity.signIn.login(
      { email: person.email, password: 'Harbour-7-Lantern' },
      person.client,
    );
    if (!reply.ok || !('accessToken' in reply.value.answer)) throw new Error('refused');
    const after = await world.identity.actorOf(reply.value.answer.accessToken);
    expect(after?.userId).toBe(before?.userId);
    expect(after?.sessionId).not.toBe(before?.sessionId);
    expect(await livesOn(person)).toBe(false);
    expect(await next(person.client)).toBeNull();
  });

  it('is over after a logout, for the cookie too', async () => {
    const person = await registered(world);
    const actor = await world.identity.actorOf(person.accessToken);
    if (actor === null) throw new Error('not signed in');
    await world.identity.logout(actor);
    expect(await next(person.client)).toBeNull();
    expect(await livesOn(person)).toBe(false);
  });

  it('is read anew within a second when the row ends behind its back, and at once when the end is told', async () => {
    const [one, other] = [await registered(world), await registered(world)];
    expect(await livesOn(one)).toBe(true);
    expect(await livesOn(other)).toBe(true);
    await world.database.pool.query(`UPDATE session SET ended_at = now() WHERE user_id = ANY ($1)`, [
      [one.userId, other.userId],
    ]);
    world.bus.publish('identity.eligibility-changed', { userId: other.userId });
    expect(await livesOn(other)).toBe(false);
    world.clock.at += SECOND;
    expect(await livesOn(one)).toBe(false);
  });
});
