import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, until, type Answered, type Ask } from '#tests/http-calls.ts';
import { demoPerson, startTestServer, type TestServer } from '#tests/server.ts';
import { watchLog } from './watched-log.ts';

/** Guesses in each of the three ways. */
const ATTEMPTS = Number(process.env['ABUSE_ATTEMPTS'] ?? '300');
const PASSWORD = 'Harbour-7-Lantern';
const FREE_TRIES = 10;
const AT_ONCE = 8;

let server: TestServer;
let ask: Ask;
const watched = watchLog();
beforeAll(async () => {
  server = await startTestServer(watched.options);
  ask = caller(server.origin);
});
afterAll(async () => {
  await server.stop();
  watched.close('guesses of passwords');
});

let people = 0;
const from = (address: string, more: Record<string, string> = {}) => ({ 'x-forwarded-for': address, ...more });

async function signedUp(address: string): Promise<{ email: string; token: string; device: string }> {
  people += 1;
  const email = `owner${people}@example.com`;
  const body = { email, password: PASSWORD, country: 'DE', residentDeclaration: true };
  const answer = await ask('/api/v2/auth/registration', { method: 'POST', headers: from(address), body });
  if (answer.status !== 201) throw new Error(answer.text);
  const device =
    answer.headers
      .getSetCookie()
      .find((one) => one.startsWith('device='))
      ?.split(';')[0] ?? '';
  return { email, token: String(answer.json['accessToken']), device };
}

function login(email: string, password: string, headers: Record<string, string>): Promise<Answered> {
  return ask('/api/v2/auth/login', { method: 'POST', headers, body: { email, password } });
}

/** Codes of so many guesses, counted. */
async function guessed(make: (no: number) => Promise<Answered>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let no = 0;
  const one = async () => {
    for (let mine = no++; mine < ATTEMPTS; mine = no++) {
      const { status, json } = await make(mine);
      const code = status === 200 ? 'success' : String(json['error']?.['code'] ?? status);
      counts[code] = (counts[code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return counts;
}

describe('guesses of passwords (R-31)', () => {
  it('at one account from 500 addresses: ten are judged, the owner still gets in', { timeout: 3_600_000 }, async () => {
    const owner = await signedUp('203.0.113.1');
    const counts = await guessed((no) =>
      login(owner.email, `Wrong-${no}-Guess`, from(`10.${10 + ((no % 500) >> 8)}.7.${no % 256}`)),
    );
    console.log(`one account, 500 addresses: ${ATTEMPTS} guesses, ${JSON.stringify(counts)}`);
    expect(counts['success']).toBeUndefined();
    expect(counts['WrongCredentials'] ?? 0).toBeLessThanOrEqual(FREE_TRIES);
    expect(counts['ChallengeRequired'] ?? 0).toBeGreaterThan(ATTEMPTS / 2);
    const known = await login(owner.email, PASSWORD, from('203.0.113.1', { cookie: owner.device }));
    expect(known.status).toBe(200);
  });

  it('at many accounts from one address: the address is slowed', { timeout: 3_600_000 }, async () => {
    const counts = await guessed((no) => login(`nobody${no}@example.com`, PASSWORD, from('10.20.0.1')));
    console.log(`many accounts, one address: ${ATTEMPTS} guesses, ${JSON.stringify(counts)}`);
    expect(counts['success']).toBeUndefined();
    expect(counts['WrongCredentials'] ?? 0).toBeLessThanOrEqual(125);
  });

  it('at one account from one address', { timeout: 3_600_000 }, async () => {
    const owner = await signedUp('203.0.113.2');
    const counts = await guessed((no) => login(owner.email, `Wrong-${no}-Guess`, from('10.30.0.1')));
    console.log(`one account, one address: ${ATTEMPTS} guesses, ${JSON.stringify(counts)}`);
    expect(counts['success']).toBeUndefined();
    expect(counts['WrongCredentials'] ?? 0).toBeLessThanOrEqual(FREE_TRIES);
  });
});

describe('what answers tell (R-32)', () => {
  it('is the same for an address with an account and without one', async () => {
    const owner = await signedUp('203.0.113.3');
    const shape = ({ status, json }: Answered) => ({
      status,
      body: { ...(json as object), requestId: '', resendAt: '' },
    });
    const ways: readonly ((email: string, no: number) => Promise<Answered>)[] = [
      (email, no) => login(email, 'Wrong-1-Guess', from(`10.40.0.${no}`)),
      (email, no) =>
        ask('/api/v2/auth/forgot-password', { method: 'POST', headers: from(`10.41.0.${no}`), body: { email } }),
    ];
    for (const way of ways) {
      const [known, unknown] = [await way(owner.email, 1), await way('stranger@example.com', 2)];
      expect(shape(known)).toEqual(shape(unknown));
    }
  });
});

describe('lines of the log (R-46)', () => {
  it('hold nothing that opens a door or names a person, in all of this run', async () => {
    const owner = await signedUp('203.0.113.4');
    const { token } = await demoPerson(server.origin, '203.0.113.5');
    await ask('/api/v2/user/profile', { token: owner.token });
    await ask('/api/v2/user/profile', { token, headers: { cookie: 'refresh=planted-cookie-value' } });
    await ask(`/api/v2/auth/activate?token=${owner.token}`, { headers: { 'x-requested-with': 'x' } });
    await ask('/api/v2/auth/login', { method: 'POST', body: `{"email":"${owner.email}","password":"${PASSWORD}"` });
    await ask('/csp-report', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: {
        'csp-report': {
          'effective-directive': 'script-src',
          'document-uri': `${server.origin}/en?token=${owner.token}`,
          'blocked-uri': 'inline',
        },
      },
    });
    // A broken part is told to the log with its error: the richest lines there are.
    await server.pool.query('ALTER TABLE page_view RENAME TO page_view_away');
    const broken = await ask('/api/v2/auth/page-view', { method: 'POST', token: owner.token, body: { referral: 'x' } });
    await server.pool.query('ALTER TABLE page_view_away RENAME TO page_view');
    expect(broken.status).toBe(500);
    await until('the line of the broken part', () => (watched.has('answered 500') ? true : null));
    expect(watched.hits).toEqual([]);
  });

  it.each([
    ['a token', { note: 'eyJhbGciOiJFZERTQSJ9.eyJzaWQiOiIxIn0.c2lnbmF0dXJl' }],
    ['a password', { note: PASSWORD }],
    ['an address', { note: 'to someone@example.com' }],
    ['a header', { note: 'Bearer abc' }],
    ['a cookie', { note: 'refresh=0123456789' }],
    ['what was given out', { note: 'planted-secret' }],
  ])('are looked at: %s would be seen', (_what, line) => {
    const trial = watchLog();
    trial.hide('planted-secret');
    trial.options.log.write(`${JSON.stringify(line)}\n`);
    expect(trial.hits).toHaveLength(1);
    expect(() => trial.close('a trial')).toThrow('the log tells');
  });
});
