import { z } from 'zod';
import { bareCode } from '#domain/identity/typed-code.ts';
import { isoTime, page, pathId, queryInt } from './codecs.ts';
import { cursorOf } from './cursors.ts';
import { appearanceWire, originBody, sessionUser } from './identity.ts';

/** As typed: judged by the handler, whose answer for a wrong one is InvalidEmail. */
export const emailText = z.string().min(1).max(254);
/** A password as typed at a sign-in or kept; the rule for a new one is judged by the handler and told by fields. */
const password = z.string().min(1).max(256);
const countryCode = z.string().regex(/^[A-Z]{2}$/);
/** The six digits or the token of a link in a mail. */
const mailToken = z.string().min(1).max(200);
const mailDigits = z
  .string()
  .max(40)
  .transform(bareCode)
  .pipe(z.string().regex(/^[0-9]{6}$/));

export const LANGUAGE_CODES = ['en', 'de', 'ar', 'ru', 'uk', 'tr', 'sv', 'it', 'jp', 'ch', 'es', 'hi'] as const;

/** Answer to ChallengeRequired: `proof` is the text that makes SHA-256(challenge + "." + proof) begin with `difficulty` zero bits. */
export const challengeFields = { challenge: z.string().max(300).optional(), proof: z.string().max(100).optional() };

export const registrationBody = z.strictObject({
  email: emailText,
  password,
  country: countryCode,
  /** "I am not a resident of the USA or Canada." */
  residentDeclaration: z.literal(true),
  rememberMe: z.boolean().optional(),
  ...challengeFields,
  ...originBody.shape,
});

export const loginBody = z.strictObject({
  email: emailText,
  password,
  rememberMe: z.boolean().optional(),
  ...challengeFields,
  ...originBody.shape,
});

/** A session begun by a person: the refresh token travels in its cookie. */
export const signedInAnswer = z.strictObject({ accessToken: z.string(), isNew: z.boolean(), user: sessionUser });
/** How the second step of a login can be taken: a code of the app, a passkey, a recovery code. */
export const secondStepWay = z.enum(['otp', 'passkey', 'recovery']);
export type SecondStepWay = z.infer<typeof secondStepWay>;
/**
 * The password was right; the second factor is asked for next: with this token at `/auth/otp/verify` (a code of either kind) or
 * at `/auth/passkey/login`.
 */
export const otpRequiredAnswer = z.strictObject({
  otpRequired: z.literal(true),
  otpToken: z.string(),
  ways: z.array(secondStepWay),
});
export const loginAnswer = z.union([signedInAnswer, otpRequiredAnswer]);

/**
 * What an address needs next. `any`: the browser is not known with it, so nothing is told; the person signs in or signs up.
 * `login`, `activate`: this browser has signed in with it before.
 */
export const gettingStartedAnswer = z.strictObject({ next: z.enum(['any', 'login', 'activate']) });

/** A link's token, or the six digits of the same mail for the person of the bearer token. */
export const activateQuery = z.strictObject({
  token: mailToken.describe('Of the link of the mail.').optional(),
  code: mailDigits.describe('The six digits of the mail, for who is signed in.').optional(),
});

export const forgotPasswordBody = z.strictObject({ email: emailText });

/** A link's token, or the six digits with the address they were sent to. */
export const resetPasswordBody = z.strictObject({
  token: mailToken.optional(),
  email: emailText.optional(),
  code: mailDigits.optional(),
  password,
  ...challengeFields,
});

/** `resendAt`: a new mail may be asked for then. */
export const mailSentAnswer = z.strictObject({ status: z.literal('ok'), resendAt: isoTime });

/** ISO 3166-1 alpha-2 of the address, a hint; null where it is not known. */
const addressCountry = z.string().length(2).nullable();

export const sessionWire = z.strictObject({
  id: z.string(),
  /** The session of the token that asks. */
  current: z.boolean(),
  method: z.string(),
  /** As the browser names itself; null where it does not. */
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  country: addressCountry,
  startedAt: isoTime,
  lastSeenAt: isoTime,
  /** Ends then unless it is used before. */
  expiresAt: isoTime,
});
export const sessionsAnswer = z.strictObject({ items: z.array(sessionWire) });
/** The sessions that were ended: also those that began after the list was read. */
export const endedSessionsAnswer = z.strictObject({ status: z.literal('ok'), ended: z.array(sessionWire) });

export const signInWire = z.strictObject({
  id: z.string(),
  at: isoTime,
  method: z.string(),
  outcome: z.enum(['OK', 'WRONG_PASSWORD', 'WRONG_CODE', 'REUSED_TOKEN']),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  country: addressCountry,
});
export const signInsQuery = z.strictObject({
  cursor: cursorOf('signIns').optional(),
  limit: queryInt(1, 200).describe('Most rows of the page; 50 unless said.').optional(),
});
export const signInsAnswer = page(signInWire);

/** Without the current password, and always where two-step sign-in is on, a step-up of the last minutes is wanted. */
export const changePasswordBody = z.strictObject({
  currentPassword: password.optional(),
  password,
  /** Sign out everywhere else; true unless said. */
  endOtherSessions: z.boolean().optional(),
  ...challengeFields,
});

const personName = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .refine((text) => /^[\p{L}\p{M}'’.\- ]+$/u.test(text));

export const personalInfoBody = z.strictObject({
  /** Legal name, as the government ID has it. Fixed once it is approved. */
  firstName: personName.optional(),
  lastName: personName.optional(),
  /** `1990-02-28`. */
  birthDate: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
  /** What others see; null: a masked form of the account. */
  nickname: z
    .string()
    .trim()
    .min(2)
    .max(24)
    .refine((text) => /^[\p{L}\p{M}\p{N}_.\- ]+$/u.test(text))
    .nullable()
    .optional(),
  country: countryCode.optional(),
  language: z.enum(LANGUAGE_CODES).optional(),
  /** For every device of the person; null: each device keeps its own again. */
  appearance: appearanceWire.nullable().optional(),
});

export const publicProfileQuery = pathId('a person');
/** What anyone may see of a person. */
export const publicProfileWire = z.strictObject({ id: z.string(), name: z.string(), memberSince: isoTime });

/** `link` brings friends in with the code. */
export const referrerAnswer = z.strictObject({ code: z.string(), link: z.string() });

export type RegistrationBody = z.infer<typeof registrationBody>;
export type LoginBody = z.infer<typeof loginBody>;
export type SignedInAnswer = z.infer<typeof signedInAnswer>;
export type LoginAnswer = z.infer<typeof loginAnswer>;
export type GettingStartedAnswer = z.infer<typeof gettingStartedAnswer>;
export type ActivateQuery = z.infer<typeof activateQuery>;
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;
export type PersonalInfoBody = z.infer<typeof personalInfoBody>;
export type SessionWire = z.infer<typeof sessionWire>;
export type SignInsAnswer = z.infer<typeof signInsAnswer>;
export type PublicProfileWire = z.infer<typeof publicProfileWire>;
export type ReferrerAnswer = z.infer<typeof referrerAnswer>;
