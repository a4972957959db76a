import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '#domain/refusals.ts';
import type { Client } from '#server/identity/index.ts';
import { browser, openIdentityWorld, PASSWORD, registered, solved, type IdentityWorld } from '#tests/identity-world.ts';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

type Challenge = Extract<Refusal, { code: 'ChallengeRequired' }>;

async function tryLogin(
  email: string,
  asked: { password?: string; client?: Client; answer?: Record<string, string> } = {},
) {
  const { password = 'Wrong-word-1', client = browser(), answer = {} } = asked;
  const reply = await world.identity.signIn.login({ email, password, ...answer }, client);
  return reply.ok ? 'OK' : reply.refusal;
}

async function tryTen(email: string): Promise<void> {
  for (let tries = 0; tries < 10; tries += 1) {
    expect(await tryLogin(email)).toEqual({ code: 'WrongCredentials' });
  }
}

function challengeOf(refusal: Refusal | 'OK'): Challenge {
  if (refusal === 'OK' || refusal.code !== 'ChallengeRequired')
    throw new Error(`no challenge: ${JSON.stringify(refusal)}`);
  return refusal;
}

describe('guessing a password (R-31)', () => {
  it('is 10 tries in 15 min, then patience and work for each; the right password passes with them', async () => {
    const { email } = await registered(world);
    await tryTen(email);
    const first = challengeOf(await tryLogin(email, { password: PASSWORD }));
    expect(first.retryAfterMs).toBe(2_000);
    const answer = solved(first);
    expect(challengeOf(await tryLogin(email, { password: PASSWORD, answer })).retryAfterMs).toBe(2_000);
    world.clock.at += 2_000;
    expect(challengeOf(await tryLogin(email, { password: PASSWORD })).retryAfterMs).toBe(0);
    expect(await tryLogin(email, { answer })).toEqual({ code: 'WrongCredentials' });
    // A proof is for one try.
    world.clock.at += 4_000;
    const second = challengeOf(await tryLogin(email, { password: PASSWORD, answer }));
    expect(await tryLogin(email, { password: PASSWORD, answer: solved(second) })).toBe('OK');
    expect(await tryLogin(email)).toEqual({ code: 'WrongCredentials' });
  });

  it('counts tries that come at the same time', async () => {
    const { email } = await registered(world);
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryLogin(email)));
    const judged = answers.filter((answer) => answer !== 'OK' && answer.code === 'WrongCredentials');
    expect(judged).toHaveLength(10);
  });

  it('never locks the owner out: a known browser counts by itself, and the window passes', async () => {
    const { email, client } = await registered(world);
    await tryTen(email);
    challengeOf(await tryLogin(email));
    expect(await tryLogin(email, { password: PASSWORD, client })).toBe('OK');
    world.clock.at += 15 * 60_000;
    expect(await tryLogin(email, { password: PASSWORD })).toBe('OK');
  });

  it('of many accounts from one address asks for work after 100 tries; right ones do not count', async () => {
    const client = browser();
    const { email } = await registered(world);
    for (let no = 0; no < 20; no += 1) expect(await tryLogin(email, { password: PASSWORD, client })).toBe('OK');
    for (let no = 0; no < 100; no += 1)
      expect(await tryLogin(`guess${no}@example.com`, { client })).toEqual({ code: 'WrongCredentials' });
    const challenge = challengeOf(await tryLogin('guess100@example.com', { client }));
    world.clock.at += challenge.retryAfterMs;
    const answer = solved(challengeOf(await tryLogin('guess100@example.com', { client })));
    expect(await tryLogin('guess100@example.com', { client, answer })).toEqual({ code: 'WrongCredentials' });
    expect(await tryLogin('guess101@example.com')).toEqual({ code: 'WrongCredentials' });
  }, 60_000);

  it('with 400 tries from one and from many addresses never gets in', async () => {
    const { email, client } = await registered(world);
    let judged = 0;
    for (let no = 0; no < 400; no += 1) {
      const address = no < 200 ? '192.0.2.1' : `192.0.2.${no % 250}`;
      const answer = await tryLogin(email, {
        password: `Guess-number-${no}!`,
        client: browser({ address, network: address }),
      });
      expect(answer).not.toBe('OK');
      if (answer !== 'OK' && answer.code === 'WrongCredentials') judged += 1;
    }
    console.log(`R-31: 400 tries without proofs of work, ${judged} were judged, 0 got in`);
    expect(judged).toBe(10);
    expect(await tryLogin(email, { password: PASSWORD, client })).toBe('OK');
  }, 60_000);
});

describe('answers about an address (R-32)', () => {
  it('are the same for a known and an unknown one: login, forgotten password, reset', async () => {
    const { email } = await registered(world);
    const none = 'nobody-here@example.com';
    const { signIn, passwords } = world.identity;
    const asked = (address: string) =>
      Promise.all([
        signIn.login({ email: address, password: 'Wrong-word-1' }, browser()),
        passwords.forgot(address),
        passwords.reset({ email: address, code: '123456', password: PASSWORD }, browser()),
      ]);
    expect(await asked(email)).toEqual(await asked(none));
    const again = (address: string) => passwords.forgot(address);
    expect(await again(email)).toEqual(await again(none));
  });

  it('and so is the way to a challenge', async () => {
    const { email } = await registered(world);
    const shape = async (address: string) => {
      const told: unknown[] = [];
      for (let no = 0; no < 12; no += 1) {
        const answer = await tryLogin(address);
        told.push(answer === 'OK' || answer.code !== 'ChallengeRequired' ? answer : { ...answer, challenge: '' });
      }
      return told;
    };
    expect(await shape(email)).toEqual(await shape('nobody-either@example.com'));
  });
});
