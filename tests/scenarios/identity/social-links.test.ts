import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/identity/actor.ts';
import { codesOf } from '#server/identity/factors/otp.ts';
import {
  browser,
  openIdentityWorld,
  PASSWORD,
  registered,
  type IdentityWorld,
  type Registered,
} from '#tests/identity-world.ts';
import { openOidcWorld, type OidcWorld } from '#tests/sign-in/oidc-world.ts';
import { telegramLogin } from '#tests/sign-in/telegram-login.ts';

const ORIGIN = 'http://localhost:3000';
const BOT_TOKEN = '1234567890:AAtest-token-of-a-bot';

let provider: OidcWorld;
let world: IdentityWorld;
beforeAll(async () => {
  provider = await openOidcWorld(`${ORIGIN}/auth/social`);
  const telegram = { TELEGRAM_BOT: 'tikvo_test_bot', TELEGRAM_BOT_TOKEN: BOT_TOKEN };
  world = await openIdentityWorld({ PUBLIC_ORIGIN: ORIGIN, ...telegram, ...provider.env });
  // The provider has the real time: what it signs must not look old.
  world.clock.at = Date.now();
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

type Person = Registered & { readonly actor: Actor };

async function actorOf(accessToken: string): Promise<Actor> {
  const actor = await world.identity.actorOf(accessToken);
  if (actor === null) throw new Error('not signed in');
  return actor;
}

async function somebody(): Promise<Person> {
  const person = await registered(world);
  return { ...person, actor: await actorOf(person.accessToken) };
}

/** The flow of a link that a person asks for, and the page of the provider. */
async function asked(actor: Actor, at: 'local' | 'telegram') {
  const reply = await world.identity.factors.socialStart(actor, { provider: at });
  if (!reply.ok) throw new Error(reply.refusal.code);
  return reply;
}

let made = 0;
/** Comes back from a provider as somebody whom nobody knows there. */
async function comesBack({ url, flow }: { readonly url: string; readonly flow: string }, at: 'local' | 'telegram') {
  const { factors } = world.identity;
  const [client, subject] = [browser(), (made += 1)];
  if (at === 'local') {
    const query = await provider.signIn(url, { subject: `link-${subject}`, email: `link${subject}@example.com` });
    return factors.socialFinish({ flow, query, client });
  }
  const login = telegramLogin(BOT_TOKEN, { id: subject, at: world.clock.at });
  return factors.telegram({ flow, body: { login }, client });
}

const sql = (text: string, id: string) =>
  world.database.pool.query(`${text} = $2 WHERE id = $1`, [id, new Date(world.clock.at)]);

describe.each(['local', 'telegram'] as const)('a link at %s that a signed-in person asked for', (at) => {
  it('is made when they come back', async () => {
    const { actor } = await somebody();
    expect(await comesBack(await asked(actor, at), at)).toMatchObject({ ok: true, answer: { linked: true } });
    expect(await world.identity.factors.security(actor)).toMatchObject({ links: [{ provider: at }] });
  });

  it.each<readonly [string, (person: Person) => Promise<unknown>]>([
    ['they have signed out', ({ actor }) => world.identity.logout(actor)],
    [
      'they have ended that session from another one',
      async ({ email }) => {
        const reply = await world.identity.signIn.login({ email, password: PASSWORD }, browser());
        if (!reply.ok || !('accessToken' in reply.value.answer)) throw new Error('refused');
        return world.identity.sessions.endOthers(await actorOf(reply.value.answer.accessToken));
      },
    ],
    ['its time is over', ({ actor }) => sql('UPDATE session SET expires_at', actor.sessionId)],
    ['staff has blocked the account', ({ userId }) => sql('UPDATE app_user SET blocked_at', userId)],
  ])('is not when %s meanwhile', async (_, end) => {
    const person = await somebody();
    const flow = await asked(person.actor, at);
    await end(person);
    expect(await comesBack(flow, at)).toMatchObject({ refusal: { code: 'SignInOver' } });
    expect(await world.identity.factors.security(person.actor)).toMatchObject({ links: [] });
    expect(world.mails.filter(({ userId, kind }) => userId === person.userId && kind === 'social_linked')).toEqual([]);
  });
});

describe('a login of Telegram', () => {
  const { id, ...used } = { id: 50_000, refusal: { code: 'SignInOver' } };
  let people = 0;
  const nextLogin = (no: number) => telegramLogin(BOT_TOKEN, { id: id + no, at: world.clock.at });
  const back = async (login: ReturnType<typeof telegramLogin>, actor: Actor | null = null) => {
    const started = await world.identity.factors.socialStart(actor, { provider: 'telegram' });
    if (!started.ok) throw new Error(started.refusal.code);
    return world.identity.factors.telegram({ flow: started.flow, body: { login }, client: browser() });
  };
  const spent = async () => {
    const { rows } = await world.database.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM spent_login');
    return rows[0]?.n;
  };

  it('is good once, for a link, a session, a second step and a form', async () => {
    const person = await somebody();
    people += 1;
    const linking = nextLogin(people);
    expect(await back(linking, person.actor)).toMatchObject({ answer: { linked: true } });
    expect(await back(linking)).toMatchObject(used);
    const signing = nextLogin(people);
    expect(await back(signing)).toMatchObject({ answer: { user: { id: person.userId } } });
    expect(await back(signing)).toMatchObject(used);
    const { answer } = await world.identity.factors.otpGenerate(person.actor).then((reply) => {
      if (!reply.ok) throw new Error(reply.refusal.code);
      return reply;
    });
    await world.identity.factors.otpConfirm(person.actor, codesOf(answer.secret)(Math.floor(world.clock.at / 30_000)));
    const half = nextLogin(people);
    expect(await back(half)).toMatchObject({ answer: { otpRequired: true } });
    expect(await back(half)).toMatchObject(used);
    const stranger = nextLogin((people += 1));
    expect(await back(stranger)).toMatchObject({ answer: { next: 'sign-up' } });
    expect(await back(stranger)).toMatchObject(used);
  });

  it('of two at once goes on once, and is remembered for as long as it could be taken', async () => {
    const login = nextLogin((people += 1));
    const replies = await Promise.all(Array.from({ length: 4 }, () => back(login)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    const kept = await spent();
    // The slack of both clocks, and the ten minutes that a flow lives.
    world.clock.at += 11 * 60_000 - 1_000;
    await world.identity.forgetOld();
    expect(await spent()).toBe(kept);
    world.clock.at += 1_000;
    await world.identity.forgetOld();
    expect(await spent()).toBe(0);
  });

  it('that a failure kept from having an effect is not used up', async () => {
    const person = await somebody();
    const login = nextLogin((people += 1));
    await back(nextLogin(people), person.actor);
    await world.database.pool.query('ALTER TABLE session ADD CONSTRAINT shut CHECK (false) NOT VALID');
    await expect(back(login)).rejects.toThrow('shut');
    await world.database.pool.query('ALTER TABLE session DROP CONSTRAINT shut');
    expect(await back(login)).toMatchObject({ answer: { user: { id: person.userId } } });
  });
});
