import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkOtp, otpPause, otpStep, readRecoveryCode, RECOVERY_ALPHABET, recoveryCode } from './otp.ts';

const NOW = 1_800_000_015_000;
const STEP = otpStep(NOW);
/** Codes that differ from step to step, as those of a secret do. */
const codeAt = (step: number) => String((step * 7_919) % 1_000_000).padStart(6, '0');
const guess = (code: string, more: { now?: number; lastStep?: number | null } = {}) =>
  checkOtp({ code, now: NOW, lastStep: null, codeAt, ...more });

/** Numbers from 0 to 1 out of a seed (mulberry32), so that a failure comes back. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describe('a one-time code', () => {
  it.each([
    { which: 'of two steps ago', offset: -2, found: null },
    { which: 'of the step before', offset: -1, found: STEP - 1 },
    { which: 'of now', offset: 0, found: STEP },
    { which: 'of the next step', offset: 1, found: STEP + 1 },
    { which: 'of two steps ahead', offset: 2, found: null },
  ])('$which: $found', ({ offset, found }) => {
    expect(guess(codeAt(STEP + offset))).toBe(found);
  });

  it('is spent with its step, and every step before it is', () => {
    expect(guess(codeAt(STEP), { lastStep: STEP })).toBeNull();
    expect(guess(codeAt(STEP - 1), { lastStep: STEP })).toBeNull();
    expect(guess(codeAt(STEP + 1), { lastStep: STEP })).toBe(STEP + 1);
    expect(guess(codeAt(STEP - 1), { lastStep: STEP - 2 })).toBe(STEP - 1);
  });

  it.each(['123 456', '123-456', ' 123456', '123–456', '\u200e123\u00a0456', '١٢٣٤٥٦', '१२३ ४५६', '１２３－４５６'])(
    'may be typed as %j',
    (code) => {
      expect(checkOtp({ code, now: NOW, lastStep: null, codeAt: () => '123456' })).not.toBeNull();
    },
  );

  it('has six digits and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (text) => {
        fc.pre(!/^\d{6}$/.test(text));
        expect(checkOtp({ code: text, now: NOW, lastStep: null, codeAt: () => text })).toBeNull();
      }),
    );
  });

  it('changes exactly every 30 s', () => {
    expect(otpStep(59_999)).toBe(1);
    expect(otpStep(60_000)).toBe(2);
  });
});

describe('guessing (R-33)', () => {
  it('hits by 100,000 guesses at one moment only what is one of the three codes, and each once', () => {
    const next = chance(33);
    const live = new Set([codeAt(STEP - 1), codeAt(STEP), codeAt(STEP + 1)]);
    let lastStep: number | null = null;
    let hits = 0;
    for (let tries = 0; tries < 100_000; tries += 1) {
      const code = String(Math.floor(next() * 1_000_000)).padStart(6, '0');
      const found = guess(code, { lastStep });
      if (found === null) continue;
      expect(live.has(code)).toBe(true);
      hits += 1;
      lastStep = found;
    }
    expect(hits).toBeLessThanOrEqual(3);
  });

  it('is let through five times of 100,000 made in five minutes: none hits', () => {
    const next = chance(7);
    let [failures, blockedUntil, looked, hits] = [0, 0, 0, 0];
    for (let tries = 0; tries < 100_000; tries += 1) {
      const now = NOW + tries * 3;
      if (now < blockedUntil) continue;
      looked += 1;
      if (guess(String(Math.floor(next() * 1_000_000)).padStart(6, '0'), { now }) === null) {
        failures += 1;
        blockedUntil = now + otpPause(failures);
      } else hits += 1;
    }
    console.log(`R-33: 100,000 guesses in five minutes, ${looked} looked at, ${hits} hits`);
    expect({ looked, hits }).toEqual({ looked: 5, hits: 0 });
  });

  it('gets at most 130 looks a day, however long it goes on', () => {
    const day = 86_400_000;
    let [failures, now, looked] = [0, 0, 0];
    while (now < 30 * day) {
      failures += 1;
      looked += 1;
      now += otpPause(failures);
    }
    expect(looked / 30).toBeLessThanOrEqual(130);
    expect(looked).toBeGreaterThan(3_000);
  });

  it.each([
    [4, 0],
    [5, 15],
    [6, 0],
    [10, 30],
    [15, 60],
    [500, 60],
  ])('costs after %i wrong codes a pause of %i minutes', (failures, minutes) => {
    expect(otpPause(failures)).toBe(minutes * 60_000);
  });
});

describe('a recovery code', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: RECOVERY_ALPHABET.length - 1 }), { minLength: 10, maxLength: 10 });

  it('is read back however it is typed', () => {
    fc.assert(
      fc.property(numbers, (given) => {
        const shown = recoveryCode(given);
        const plain = shown.replace('-', '');
        expect(shown).toMatch(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/);
        expect(readRecoveryCode(shown)).toBe(plain);
        expect(readRecoveryCode(` ${plain.toLowerCase()} `)).toBe(plain);
        expect(readRecoveryCode(shown.replace('-', ' – '))).toBe(plain);
      }),
    );
  });

  it.each(['', '123456', 'K7M2P-9QXT', 'K7M2P-9QXT45', 'K7M2P-9QXI1', 'K7M2P+9QXT4'])('is not %j', (text) => {
    expect(readRecoveryCode(text)).toBeNull();
  });

  it('is made of ten numbers of its alphabet', () => {
    expect(() => recoveryCode([1, 2, 3])).toThrow(/10 numbers/);
    expect(() => recoveryCode(Array.from({ length: 10 }, () => 31))).toThrow(/no letter/);
  });
});
