import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFRESH_GRACE_MS } from '#domain/identity/refresh.ts';
import { ABSOLUTE_MS, IDLE_MS } from '#domain/identity/session-life.ts';
import type { Client } from '#server/identity/index.ts';
import {
  actorIn,
  browser,
  newestMail,
  openIdentityWorld,
  PASSWORD,
  registered,
  tokenIn,
  type IdentityWorld,
  type Registered,
} from '#tests/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const many = <T>(count: number, work: (no: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, no) => work(no)));

describe('one-time things asked for at the same time', () => {
  it('a link confirms once', async () => {
    const { userId } = await registered(world);
    const token = tokenIn(newestMail(world, userId, 'activation'));
    const told: string[] = [];
    const stop = world.bus.subscribe('identity.eligibility-changed', ({ userId: id }) => void told.push(id));
    const answers = await many(20, () => world.identity.signUp.activate({ token }, null));
    stop();
    // Whoever comes later is told that it is done.
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
    expect(told).toEqual([userId]);
  });

  it('a link sets one of the passwords', async () => {
    const { userId, email } = await registered(world);
    await world.identity.passwords.forgot(email);
    await world.identity.stop();
    const token = tokenIn(newestMail(world, userId, 'forgot_password'));
    const password = (no: number) => `Orchard-${no}-Window`;
    const answers = await many(8, (no) => world.identity.passwords.reset({ token, password: password(no) }, browser()));
    const won = answers.findIndex(({ ok }) => ok);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const logins = await many(8, (no) => world.identity.signIn.login({ email, password: password(no) }, browser()));
    expect(logins.map(({ ok }) => ok)).toEqual(answers.map((_, no) => no === won));
  });

  it('digits are tried five times, however many come', async () => {
    const { userId, accessToken } = await registered(world);
    const actor = await actorIn(world, { accessToken });
    const code = Number(newestMail(world, userId, 'activation')['code']);
    const wrong = (no: number) => String((code + 1 + no) % 1_000_000).padStart(6, '0');
    await many(40, (no) => world.identity.signUp.activate({ code: wrong(no) }, actor));
    const { rows } = await world.database.pool.query('SELECT tries FROM mail_code WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ tries: 5 }]);
  });

  it('forgotten passwords are one mail', async () => {
    const { email, userId } = await registered(world);
    const answers = await many(20, () => world.identity.passwords.forgot(email));
    await world.identity.stop();
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const mails = world.mails.filter((mail) => mail.userId === userId && mail.kind === 'forgot_password');
    expect(mails).toHaveLength(1);
  });
});

describe('a refresh that meets the end of its session', () => {
  it.each([
    ['a logout', async (person: Registered) => world.identity.logout(await actorIn(world, person))],
    [
      'a new password',
      async (person: Registered) => {
        const elsewhere = await world.identity.signIn.login({ email: person.email, password: PASSWORD }, browser());
        if (!elsewhere.ok || !('accessToken' in elsewhere.value.answer)) throw new Error('refused');
        const actor = await actorIn(world, elsewhere.value.answer);
        const body = { currentPassword: PASSWORD, password: 'Orchard-9-Window' };
        expect((await world.identity.passwords.change(actor, body, browser())).ok).toBe(true);
      },
    ],
  ])('by %s never outlives it', async (_what, end) => {
    for (let round = 0; round < 5; round += 1) {
      const person = await registered(world);
      const [, refreshes] = await Promise.all([
        end(person),
        many(10, () => world.identity.signIn.refresh(person.client)),
      ]);
      for (const refresh of refreshes) {
        const token = refresh.ok ? refresh.value.cookies.refreshToken : person.client.refreshCookie;
        expect((await world.identity.signIn.refresh({ ...person.client, refreshCookie: token })).ok).toBe(false);
      }
    }
  });
});

type Step =
  | { readonly do: 'sign in'; readonly remember: boolean }
  | { readonly do: 'refresh'; readonly session: number; readonly back: number; readonly stranger: boolean }
  | { readonly do: 'end' | 'end others'; readonly session: number }
  | { readonly do: 'wait'; readonly ms: number };

const session = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('sign in' as const), remember: fc.boolean() }),
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refresh' as const),
      session,
      back: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(3)),
      stranger: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
    }),
  },
  fc.record({ do: fc.constantFrom('end' as const, 'end others' as const), session }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(
        1,
        REFRESH_GRACE_MS,
        REFRESH_GRACE_MS + 1,
        IDLE_MS.once,
        IDLE_MS.remembered - 1,
        IDLE_MS.remembered,
      ),
    }),
  },
);

/** A session as simply as it can be told: its tokens in order, and when each was left behind. */
interface Told {
  readonly client: Client;
  readonly accessToken: string;
  readonly tokens: string[];
  readonly leftAt: number[];
  readonly idleMs: number;
  readonly startedAt: number;
  usedAt: number;
  ended: boolean;
}

class Person {
  readonly #email: string;
  readonly #told: Told[] = [];

  constructor(email: string) {
    this.#email = email;
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'wait') world.clock.at += one.ms;
    else if (one.do === 'sign in') await this.#signIn(one.remember);
    else await this.#use(one);
  }

  #isLive(told: Told): boolean {
    const { at } = world.clock;
    return !told.ended && at < told.usedAt + told.idleMs && at < told.startedAt + ABSOLUTE_MS;
  }

  async #signIn(rememberMe: boolean): Promise<void> {
    const before = browser();
    const reply = await world.identity.signIn.login({ email: this.#email, password: PASSWORD, rememberMe }, before);
    if (!reply.ok || reply.value.cookies === null || !('accessToken' in reply.value.answer)) throw new Error('refused');
    const { refreshToken, device } = reply.value.cookies;
    const { at } = world.clock;
    this.#told.push({
      client: { ...before, deviceCookie: device },
      accessToken: reply.value.answer.accessToken,
      tokens: [refreshToken],
      leftAt: [],
      idleMs: rememberMe ? IDLE_MS.remembered : IDLE_MS.once,
      startedAt: at,
      usedAt: at,
      ended: false,
    });
  }

  async #use(one: Exclude<Step, { do: 'wait' | 'sign in' }>): Promise<void> {
    const told = this.#told[one.session];
    if (told === undefined) return;
    if (one.do === 'refresh') return this.#refresh(told, one);
    const actor = await world.identity.actorOf(told.accessToken);
    if (actor === null) return;
    if (one.do === 'end') await world.identity.sessions.end(actor, actor.sessionId);
    else await world.identity.sessions.endOthers(actor);
    for (const other of this.#told) if ((other === told) === (one.do === 'end')) other.ended = true;
  }

  async #refresh(told: Told, { back, stranger }: { readonly back: number; readonly stranger: boolean }): Promise<void> {
    const no = told.tokens.length - 1 - back;
    if (no < 0) return;
    const client = {
      ...told.client,
      refreshCookie: told.tokens[no] ?? '',
      ...(stranger ? { userAgent: 'Other/1' } : {}),
    };
    const isLive = this.#isLive(told);
    const left = told.leftAt[no];
    const { at } = world.clock;
    const reply = await world.identity.signIn.refresh(client);
    const isGrace = left !== undefined && at - left <= REFRESH_GRACE_MS && client.userAgent === told.client.userAgent;
    assert.equal(reply.ok, isLive && (left === undefined || isGrace));
    if (isLive && left !== undefined && !isGrace) told.ended = true;
    if (!reply.ok) return;
    if (left !== undefined) {
      assert.equal(reply.value.cookies.refreshToken, told.tokens.at(-1));
      return;
    }
    told.leftAt[no] = at;
    told.tokens.push(reply.value.cookies.refreshToken);
    told.usedAt = at;
    Object.assign(told, {
      client: { ...told.client, userAgent: client.userAgent },
      accessToken: reply.value.accessToken,
    });
  }

  async check(): Promise<void> {
    const { pool } = world.database;
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM session WHERE id = ANY ($1) AND ended_at IS NULL AND expires_at > $2',
      [this.#told.map(({ tokens: [first = ''] }) => first.split('.')[0]), new Date(world.clock.at)],
    );
    assert.equal(rows.length, this.#told.filter((told) => this.#isLive(told)).length);
  }
}

describe('sessions against a model that only counts', () => {
  it('agree after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const { email } = await registered(world);
        const person = new Person(email);
        await person.take({ do: 'sign in', remember: true });
        for (const one of steps) {
          await person.take(one);
          await person.check();
        }
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
