import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasZeroBits } from '#domain/identity/login-throttle.ts';
import type { Refusal } from '#domain/refusals.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { browser, openIdentityWorld, PASSWORD, registered, type IdentityWorld } from '#tests/identity-world.ts';
import { openOidcWorld, type OidcWorld } from '#tests/sign-in/oidc-world.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';

const ORIGIN = 'http://localhost:3000';
/** Questions of one place about addresses in a quarter of an hour that ask for no work. */
const FREE = 30;
const tracking = { fbp: null, fbc: null };

type Task = Pick<Extract<Refusal, { code: 'ChallengeRequired' }>, 'challenge' | 'difficulty'>;

/** What a browser does with a challenge. */
function solve({ challenge, difficulty }: Task): { challenge: string; proof: string } {
  for (let no = 0; ; no += 1) {
    const hash = createHash('sha256').update(`${challenge}.${no}`).digest();
    if (hasZeroBits(hash, difficulty)) return { challenge, proof: String(no) };
  }
}

describe('asking by a sign-up of another provider which addresses have an account (R-32)', () => {
  let provider: OidcWorld;
  let world: IdentityWorld;
  beforeAll(async () => {
    provider = await openOidcWorld(`${ORIGIN}/auth/social`);
    world = await openIdentityWorld({ PUBLIC_ORIGIN: ORIGIN, ...provider.env });
    world.clock.at = Date.now();
  });
  afterAll(async () => {
    await world.close();
    await provider.close();
  });

  const form = { country: 'DE', residentDeclaration: true } as const;

  /** The form of somebody whose provider gave no address. */
  async function ticketOf(subject: string): Promise<string> {
    const { factors } = world.identity;
    const start = await factors.socialStart(null, { provider: 'local' });
    if (!start.ok) throw new Error(start.refusal.code);
    const query = await provider.signIn(start.url, { subject });
    const reply = await factors.socialFinish({ flow: start.flow, query, client: browser() });
    if (!reply.ok || !('ticket' in reply.answer)) throw new Error('no form');
    return reply.answer.ticket;
  }

  it('takes from what sign-ups by password take from, and goes on with work', async () => {
    const { factors, signUp } = world.identity;
    const people = [await registered(world), await registered(world), await registered(world)];
    const [ticket, client] = [await ticketOf('collector'), browser()];
    const ask = async (email: string, answer: object = {}) => {
      const reply = await factors.socialComplete({
        body: { ticket, email, ...form, ...answer },
        client,
        visitor: null,
        tracking,
      });
      return reply.ok ? null : reply.refusal;
    };
    const byPassword = async (email: string) => {
      const body = { email, password: PASSWORD, ...form, country: 'US' };
      const reply = await signUp.register({ body, client, visitor: null, tracking });
      return reply.ok ? null : reply.refusal;
    };
    for (let no = 0; no < 20; no += 1) {
      expect(await ask(people[no % 3]?.email ?? ''), String(no)).toEqual({ code: 'UserAlreadyExists' });
    }
    for (let no = 20; no < FREE; no += 1) {
      expect(await byPassword(`try${no}@example.com`)).toMatchObject({ code: 'RegionNotServed' });
    }
    expect(await byPassword('one-more@example.com')).toMatchObject({ code: 'ChallengeRequired' });
    for (const email of [people[0]?.email ?? '', 'nobody-here@example.com']) {
      expect(await ask(email)).toMatchObject({ code: 'ChallengeRequired' });
    }
    world.clock.at += 4_000;
    const task = await ask('mine@example.com');
    if (task?.code !== 'ChallengeRequired') throw new Error(`no challenge: ${JSON.stringify(task)}`);
    expect(await ask('mine@example.com', solve(task))).toBeNull();
  });

  it('by what one says of themselves at the provider tells nothing before the form', async () => {
    const { factors } = world.identity;
    const { email } = await registered(world);
    const told: unknown[] = [];
    for (const [no, said] of [email, 'nobody-at-all@example.com'].entries()) {
      const start = await factors.socialStart(null, { provider: 'local' });
      if (!start.ok) throw new Error(start.refusal.code);
      const query = await provider.signIn(start.url, { subject: `says-${no}`, email: said, emailVerified: false });
      const reply = await factors.socialFinish({ flow: start.flow, query, client: browser() });
      told.push(reply.ok ? { ...reply.answer, ticket: '', email: '' } : reply.refusal);
    }
    expect(told[0]).toEqual(told[1]);
  });

  it('of one address is slowed from many places too', async () => {
    const { email } = await registered(world);
    const ticket = await ticketOf('many-places');
    const codes: string[] = [];
    for (let no = 0; no < 12; no += 1) {
      const body = { ticket, email, ...form };
      const asked = { body, client: browser({ network: `192.0.2.${no}` }), visitor: null, tracking };
      const reply = await world.identity.factors.socialComplete(asked);
      codes.push(reply.ok ? 'ok' : reply.refusal.code);
    }
    expect(codes.slice(-3)).toEqual(['ChallengeRequired', 'ChallengeRequired', 'ChallengeRequired']);
  });
});

describe('asking by a change of address (R-32)', () => {
  let server: TestServer;
  let ask: Ask;
  beforeAll(async () => {
    server = await startTestServer();
    ask = caller(server.origin);
  }, 60_000);
  afterAll(() => server.stop());

  const from = (address: string) => ({ 'x-forwarded-for': address });
  const post = (path: string, more: { token?: string; body: object; headers: Record<string, string> }) =>
    ask(`/api/v2/${path}`, { method: 'POST', ...more });
  const registration = (email: string, country: string, address: string) => {
    const body = { email, password: PASSWORD, country, residentDeclaration: true };
    return post('auth/registration', { body, headers: from(address) });
  };
  const codeOf = ({ status, json }: Answered) => (status === 200 ? 'ok' : String(json['error']?.['code']));

  it('takes from what sign-ups take from, and goes on with work', async () => {
    const place = '203.0.113.61';
    const other = 'taken@example.com';
    await registration(other, 'DE', '203.0.113.62');
    const token = String((await registration('asker@example.com', 'DE', '203.0.113.63')).json['accessToken']);
    const body = { password: PASSWORD };
    expect(codeOf(await post('auth/step-up', { token, body, headers: from(place) }))).toBe('ok');
    const change = (email: string, at: string, answer: object = {}) =>
      post('user/change-email', { token, body: { email, ...answer }, headers: from(at) });
    for (let no = 0; no < 3; no += 1) expect(codeOf(await change(other, place))).toBe('UserAlreadyExists');
    expect(codeOf(await change('nonsense', place))).toBe('InvalidEmail');
    for (let no = 3; no < FREE; no += 1) {
      expect(codeOf(await registration(`try${no}@example.com`, 'US', place))).toBe('RegionNotServed');
    }
    expect(codeOf(await registration('one-more@example.com', 'US', place))).toBe('ChallengeRequired');
    expect(codeOf(await change(other, place))).toBe('ChallengeRequired');
    await sleep(2_100);
    const { json } = await change('free@example.com', place);
    const details = json['error']?.['details'] as unknown as Task;
    expect(codeOf(await change('free@example.com', place, solve(details)))).toBe('ok');
    expect(codeOf(await change('elsewhere@example.com', '203.0.113.64'))).toBe('ok');
  });
});
