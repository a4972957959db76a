import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf } from '#server/identity/factors/otp.ts';
import { caller, type Answered, type Ask } from '#tests/http-calls.ts';
import { chance } from '#tests/fuzz/chance.ts';
import { startTestServer, type TestServer } from '#tests/server.ts';
import { watchLog } from './watched-log.ts';

const ALL = process.env['ABUSE_ALL'] === '1';
/** Guesses in each of the ways. */
const GUESSES = Number(process.env['ABUSE_CODES'] ?? (ALL ? '5000' : '300'));
const PASSWORD = 'Harbour-7-Lantern';
const AT_ONCE = 8;
/** Wrong codes that are judged at all before an account pauses. */
const FREE_TRIES = 5;
const STEP_MS = 30_000;

let server: TestServer;
let ask: Ask;
const watched = watchLog();
beforeAll(async () => {
  server = await startTestServer(watched.options);
  ask = caller(server.origin);
});
afterAll(async () => {
  await server.stop();
  watched.close('guesses of codes');
});

/** Another address each time: what holds the guesses off is the account. */
const from = (no: number) => ({ 'x-forwarded-for': `10.${60 + ((no >> 16) & 63)}.${(no >> 8) & 255}.${no & 255}` });

let people = 0;
async function signedUp(): Promise<{ email: string; token: string }> {
  people += 1;
  const email = `guessed${people}@example.com`;
  const body = { email, password: PASSWORD, country: 'DE', residentDeclaration: true };
  const answer = await ask('/api/v2/auth/registration', { method: 'POST', headers: from(people), body });
  if (answer.status !== 201) throw new Error(answer.text);
  return { email, token: String(answer.json['accessToken']) };
}

/** Codes of the answers to so many guesses, counted. */
async function guessed(make: (code: string, no: number) => Promise<Answered>): Promise<Record<string, number>> {
  const dice = chance(33);
  const counts: Record<string, number> = {};
  let no = 0;
  const one = async () => {
    for (let mine = no++; mine < GUESSES; mine = no++) {
      const { status, json } = await make(String(dice.below(1_000_000)).padStart(6, '0'), mine);
      const code = status === 200 ? 'success' : String(json['error']?.['code'] ?? status);
      counts[code] = (counts[code] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return counts;
}

function told(what: string, counts: Record<string, number>): Record<string, number> {
  console.log(`R-33: ${what}: ${GUESSES} guesses, ${JSON.stringify(counts)}, ${counts['success'] ?? 0} hits`);
  return counts;
}

describe('guesses of six digits (R-33)', () => {
  it('at the second step of a login, with the password known: five are judged', { timeout: 3_600_000 }, async () => {
    const { email, token } = await signedUp();
    const begun = await ask('/api/v2/auth/otp/generate', { token, headers: { 'x-requested-with': 'x' } });
    const secret = String(begun.json['secret']);
    watched.hide(secret);
    const code = codesOf(secret)(Math.floor(Date.now() / STEP_MS));
    const on = await ask('/api/v2/auth/otp/verify', { method: 'POST', token, body: { token: code } });
    expect(on.status, on.text).toBe(200);
    // A ticket is good for five tries; who knows the password gets as many tickets as they ask for.
    let ticket: Promise<string> | null = null;
    const newTicket = async (no: number) => {
      const body = { email, password: PASSWORD };
      const login = await ask('/api/v2/auth/login', { method: 'POST', headers: from(1_000_000 + no), body });
      return String(login.json['otpToken']);
    };
    const counts = await guessed(async (guess, no) => {
      if (no % FREE_TRIES === 0 || ticket === null) ticket = newTicket(no);
      const otpToken = await ticket;
      const body = { otpToken, token: guess };
      return ask('/api/v2/auth/otp/verify', { method: 'POST', headers: from(no), body });
    });
    expect(told('second step of a login', counts)['success']).toBeUndefined();
    expect(counts['OTPInvalid']).toBeGreaterThan(0);
    expect(counts['OTPInvalid']).toBeLessThanOrEqual(FREE_TRIES);
  });

  it('of a mail for a forgotten password', { timeout: 3_600_000 }, async () => {
    const { email } = await signedUp();
    const asked = await ask('/api/v2/auth/forgot-password', { method: 'POST', body: { email } });
    expect(asked.status).toBe(200);
    const counts = await guessed((code, no) => {
      const body = { email, code, password: `Another-${no}-Lantern` };
      return ask('/api/v2/auth/reset-password', { method: 'POST', headers: from(no), body });
    });
    expect(told('digits of a mail', counts)['success']).toBeUndefined();
    expect(counts['WrongDigits']).toBeGreaterThan(0);
    expect(counts['WrongDigits']).toBeLessThanOrEqual(10);
  });

  it('of the mail that confirms an address, by the person themselves', { timeout: 3_600_000 }, async () => {
    const { token } = await signedUp();
    const counts = await guessed((code, no) =>
      ask(`/api/v2/auth/activate?code=${code}`, { token, headers: { ...from(no), 'x-requested-with': 'x' } }),
    );
    expect(told('digits that confirm an address', counts)['success']).toBeUndefined();
    expect(counts['WrongDigits']).toBeGreaterThan(0);
    expect(counts['WrongDigits']).toBeLessThanOrEqual(60);
  });
});
