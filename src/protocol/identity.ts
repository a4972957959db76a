import { z } from 'zod';
import { isoTime, money, moneyText } from './codecs.ts';
import { lineText } from './texts.ts';

export const roleWire = z.enum([
  'USER',
  'DEMO',
  'SUPPORT',
  'COMPLIANCE',
  'CASHIER',
  'EDITOR',
  'RESOLVER',
  'ADMIN',
  'AUDITOR',
]);

/** Where a visitor came from. `utm` holds the utm parameters by name, or the raw query text. */
export const originBody = z.strictObject({
  referral: lineText.max(64).optional(),
  utm: z.union([lineText.max(500), z.record(z.string().regex(/^[a-z_]{1,32}$/), lineText.max(200))]).optional(),
});

export const sessionUser = z.strictObject({
  id: z.string(),
  role: roleWire,
  /** What can be staked now. */
  totalBalance: money,
  totalBalanceStr: moneyText,
  verifications: z.strictObject({ email: z.boolean() }),
});

export const sessionAnswer = z.strictObject({ accessToken: z.string(), user: sessionUser });
export const tokenAnswer = z.strictObject({ accessToken: z.string() });
export const okAnswer = z.strictObject({ status: z.literal('ok') });

export const regionsAnswer = z.strictObject({
  /** Sorted by name in the language asked for. */
  regions: z.array(z.strictObject({ code: z.string().length(2), name: z.string(), restricted: z.boolean() })),
  /** Country of the visitor's address: a hint. null where unknown. */
  country: z.string().length(2).nullable(),
  /** Whether the hinted country may sign in; true where unknown, for residence is declared. */
  loginRegionAccepted: z.boolean(),
});

export const balancesWire = z.strictObject({
  cash: money,
  cashStr: moneyText,
  bonus: money,
  bonusStr: moneyText,
  locked: money,
  lockedStr: moneyText,
  withdrawable: money,
  withdrawableStr: moneyText,
});

/** How pages look: the theme, and the colours of Up and Down. */
export const appearanceWire = z.strictObject({
  theme: z.enum(['dark', 'light', 'system']),
  colours: z.enum(['standard', 'blind', 'red-up']),
});

export const profileWire = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  role: roleWire,
  totalBalance: money,
  totalBalanceStr: moneyText,
  balances: balancesWire,
  verifications: z.strictObject({
    email: z.boolean(),
    /** Status of the legal-name check. */
    name: z.enum(['PENDING_NAME', 'PENDING_APPROVE', 'APPROVED', 'REJECTED', 'BLOCKED']),
  }),
  /** Legal name; null until it is given, and for a demo person. */
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** `1990-02-28`; null until it is given. */
  birthDate: z.string().nullable(),
  /** What others see; null: a masked form of the account. */
  nickname: z.string().nullable(),
  /** Address of the person's picture; null: none. */
  avatar: z.string().nullable(),
  /** Country of residence. */
  country: z.string().length(2).nullable(),
  /** Route code of the language of mails. */
  language: z.string(),
  /** What the person wants on every device; null: each device keeps its own. */
  appearance: appearanceWire.nullable(),
  /** false: signs in by other ways only. */
  hasPassword: z.boolean(),
  /** What is asked for after the password; otp: the app, with or without passkeys. */
  twoFactor: z.enum(['none', 'otp', 'passkey']),
  /** Highest amount of one quick prediction that the house takes of this person, whatever the pair takes; null: none. */
  predictionMax: money.nullable(),
  predictionMaxStr: moneyText.nullable(),
  createdAt: isoTime,
});

export const refillAnswer = z.strictObject({ totalBalance: money, totalBalanceStr: moneyText });

export type OriginBody = z.infer<typeof originBody>;
export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type RegionsAnswer = z.infer<typeof regionsAnswer>;
export type ProfileWire = z.infer<typeof profileWire>;
export type RefillAnswer = z.infer<typeof refillAnswer>;
