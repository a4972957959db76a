import { sameText } from './same-text.ts';
import { bareCode } from './typed-code.ts';

/** Time-based codes of RFC 6238 with SHA-1, as every authenticator app reads them. */
export const OTP_PERIOD_SEC = 30;
export const OTP_DIGITS = 6;
/** Steps of drift accepted on each side of now. */
const OTP_DRIFT = 1;
/** Life and tries of the second step of a sign-in. */
export const CHALLENGE_MS = 5 * 60_000;
export const CHALLENGE_TRIES = 5;
/** How long a secret waits for its first code. */
export const OTP_SETUP_MS = 15 * 60_000;
export const RECOVERY_CODES = 10;

/** Step of a time in ms: the 30 s since 1970 that are over. */
export function otpStep(now: number): number {
  return Math.floor(now / 1_000 / OTP_PERIOD_SEC);
}

export interface OtpGuess {
  /** As it was typed. */
  readonly code: string;
  /** ms */
  readonly now: number;
  /** Newest step that was ever accepted; null: none. It and all before it are spent. */
  readonly lastStep: number | null;
  /** The code of a step under the person's secret. */
  readonly codeAt: (step: number) => string;
}

/**
 * The step whose code was given, to be stored as the last one used; null for a wrong or spent code.
 * Every step of the window is compared, so that the time taken says nothing about which one matched.
 */
export function checkOtp({ code, now, lastStep, codeAt }: OtpGuess): number | null {
  const digits = bareCode(code);
  if (!/^\d{6}$/.test(digits)) return null;
  const current = otpStep(now);
  let found: number | null = null;
  for (let step = current - OTP_DRIFT; step <= current + OTP_DRIFT; step += 1) {
    const same = sameText(codeAt(step), digits);
    if (same && (lastStep === null || step > lastStep) && found === null) found = step;
  }
  return found;
}

const MINUTE_MS = 60_000;
const WRONG_A_BLOCK = 5;

/**
 * Pause in ms after the `failures`-th wrong code in a row of one person, over all their challenges and step-ups: every fifth one
 * costs 15 minutes, then 30, then an hour each. A right code sets the row back. At most 130 guesses a day, each right by
 * 3 in a million. A stranger cannot bring it about: they are asked for no code before they know the password.
 */
export function otpPause(failures: number): number {
  if (failures === 0 || failures % WRONG_A_BLOCK !== 0) return 0;
  return Math.min(15 * 2 ** (failures / WRONG_A_BLOCK - 1), 60) * MINUTE_MS;
}

/** Letters and digits that are not taken for one another: 31 of them, 10 in a code (49 bits). */
export const RECOVERY_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RECOVERY_LENGTH = 10;
const RECOVERY_TEXT = new RegExp(`^[${RECOVERY_ALPHABET}]{${RECOVERY_LENGTH}}$`);

/** A recovery code out of random numbers from 0 to 30, shown in two groups: `K7M2P-9QXT4`. */
export function recoveryCode(numbers: readonly number[]): string {
  if (numbers.length !== RECOVERY_LENGTH) throw new Error(`a recovery code is made of ${RECOVERY_LENGTH} numbers`);
  const letters = numbers.map((number) => {
    const letter = RECOVERY_ALPHABET[number];
    if (letter === undefined) throw new Error(`no letter for ${number}`);
    return letter;
  });
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`;
}

/** A typed recovery code without its groups and case, as it was hashed; null when it cannot be one. */
export function readRecoveryCode(text: string): string | null {
  const plain = bareCode(text).toUpperCase();
  return RECOVERY_TEXT.test(plain) ? plain : null;
}
