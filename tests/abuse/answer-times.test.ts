import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codesOf } from '#server/identity/factors/otp.ts';
import { browser, openIdentityWorld, PASSWORD, registered, type IdentityWorld } from '#tests/identity-world.ts';
import { chance } from '#tests/fuzz/chance.ts';
import { answerTimes, apartOf, MOST_APART_MS, tells, type Asked } from './answer-times.ts';

const ALL = process.env['ABUSE_ALL'] === '1';
const PAIRS = Number(process.env['ABUSE_PAIRS'] ?? (ALL ? '2000' : '30'));
const WRONG = 'Wrong-word-1';

let world: IdentityWorld;
beforeAll(async () => {
  world = await openIdentityWorld();
});
afterAll(() => world.close());

const login = (email: string) => world.identity.signIn.login({ email, password: WRONG }, browser());
const nobody = (no: number) => `nobody${no}@example.com`;

/** A person with two-step sign-in. */
async function withCodes(): Promise<{ readonly email: string }> {
  const person = await registered(world);
  const actor = await world.identity.actorOf(person.accessToken);
  if (actor === null) throw new Error('not signed in');
  const begun = await world.identity.factors.otpGenerate(actor);
  if (!begun.ok) throw new Error(begun.refusal.code);
  const code = codesOf(begun.answer.secret)(Math.floor(world.clock.at / 30_000));
  const on = await world.identity.factors.otpConfirm(actor, code);
  if (!on.ok) throw new Error(on.refusal.code);
  return person;
}

describe('the time of an answer (R-32)', () => {
  it('tells nobody who has an account', { timeout: 3_600_000 }, async () => {
    const { email } = await registered(world);
    const secured = await withCodes();
    const { passwords, signUp } = world.identity;
    const reset = (of: string) => passwords.reset({ email: of, code: '123456', password: PASSWORD }, browser());
    const ways: readonly Asked[] = [
      { name: 'login with a wrong password', known: () => login(email), unknown: (no) => login(nobody(no)) },
      { name: 'login, two-step sign-in', known: () => login(secured.email), unknown: (no) => login(nobody(no)) },
      {
        name: 'forgotten password',
        known: () => passwords.forgot(email),
        unknown: (no) => passwords.forgot(nobody(no)),
      },
      { name: 'reset by wrong digits', known: () => reset(email), unknown: (no) => reset(nobody(no)) },
      {
        name: 'what an address needs next',
        known: () => signUp.gettingStarted(email, browser()),
        unknown: (no) => signUp.gettingStarted(nobody(no), browser()),
      },
    ];
    const telling: string[] = [];
    for (const way of ways) {
      const apart = await answerTimes(world, way, PAIRS);
      console.log(
        `R-32: ${apart.name}, ${apart.pairs} pairs, medians ${apart.apartMs.toFixed(2)} ms apart (${MOST_APART_MS} allowed; by chance alone here up to ${apart.noiseMs.toFixed(2)})`,
      );
      if (tells(apart)) telling.push(way.name);
    }
    expect(telling).toEqual([]);
  });

  /** As machines answer: around a middle, now and then much later. */
  const answers = (seed: number, middleMs: number) => {
    const dice = chance(seed);
    return Array.from({ length: 60 }, () => middleMs + dice.below(20_000) / 1_000 + (dice.below(20) === 0 ? 400 : 0));
  };

  it.each([
    { what: 'a password of nobody that is not judged at all', known: 60, unknown: 2, seen: true },
    { what: 'a mail that is written before the answer', known: 32, unknown: 12, seen: true },
    { what: 'the same work', known: 60, unknown: 60, seen: false },
    { what: 'the same work, but for 2 ms', known: 60, unknown: 62, seen: false },
  ])('would show $what ($known and $unknown ms): $seen', ({ known, unknown, seen }) => {
    expect(tells(apartOf({ known: answers(1, known), unknown: answers(2, unknown) }))).toBe(seen);
  });
});
