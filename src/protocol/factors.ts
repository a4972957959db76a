import { z } from 'zod';
import { challengeFields, emailText, otpRequiredAnswer, signedInAnswer } from './account.ts';
import { isoTime } from './codecs.ts';
import { originBody } from './identity.ts';
import { lineText } from './texts.ts';

/** Six digits of the app, or one of the recovery codes. */
const code = z.string().min(6).max(20);
/** Opaque text of ours that stands for something begun: a sign-in, a form. */
const ticket = z.string().min(1).max(200);
const password = z.string().min(1).max(256);
const base64url = (longest: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/)
    .max(longest);

/** A secret for an authenticator app. It counts from its first right code on. */
export const otpSecretAnswer = z.strictObject({
  /** Base32, to be typed. */
  secret: z.string(),
  /** `otpauth://` address. */
  url: z.string(),
  /** The address as a QR code: a data URL of an SVG. */
  qr: z.string(),
  /** The secret is forgotten then unless it was confirmed. */
  expiresAt: isoTime,
});

export const otpVerifyBody = z.strictObject({
  token: code,
  /** From the answer of the login; without it the new secret of the signed-in person is confirmed. */
  otpToken: ticket.optional(),
});
/** Shown once: each of the ten signs in once in place of a code. */
const recoveryCodes = z.array(z.string()).length(10);
export const recoveryCodesAnswer = z.strictObject({ recoveryCodes });
export const otpVerifyAnswer = z.union([signedInAnswer, recoveryCodesAnswer]);

export const securityAnswer = z.strictObject({
  password: z.boolean(),
  otp: z.strictObject({ enabled: z.boolean(), since: isoTime.nullable(), recoveryCodesLeft: z.number().int() }),
  passkeys: z.number().int(),
  links: z.array(z.strictObject({ provider: z.string(), linkedAt: isoTime })),
  /** A step-up of this session holds until then; null: none does. */
  stepUpUntil: isoTime.nullable(),
});

export const passkeyWire = z.strictObject({
  id: z.string(),
  name: z.string(),
  addedAt: isoTime,
  lastUsedAt: isoTime.nullable(),
  /** Kept by a service that brings it to other devices. */
  synced: z.boolean(),
});
/** A first second factor comes with the codes that lead back without it, shown once; null: there are some already. */
export const addedPasskeyAnswer = z.strictObject({ ...passkeyWire.shape, recoveryCodes: recoveryCodes.nullable() });
/** `rpId` and `userHandle` (base64url): what a browser is told by which of its passkeys are still good here (WebAuthn signals). */
export const passkeysAnswer = z.strictObject({
  items: z.array(passkeyWire),
  rpId: z.string(),
  userHandle: z.string(),
});

/** What `navigator.credentials` is asked with, in the JSON form of WebAuthn level 3. */
export const passkeyOptionsAnswer = z.strictObject({ options: z.looseObject({ challenge: z.string() }) });

const credential = {
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string().max(64), z.unknown()),
};

/** A new passkey as the browser gives it. */
export const newCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(16_000),
    authenticatorData: base64url(8_000).optional(),
    transports: z.array(z.string().max(32)).max(8).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: base64url(4_000).optional(),
  }),
});

/** Proof of a passkey as the browser gives it. */
export const credentialProof = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: base64url(200).optional(),
  }),
});

export const addPasskeyBody = z.strictObject({ credential: newCredential, name: lineText.min(1).max(60) });
export const passkeyParams = z.strictObject({ id: base64url(1_400).describe('Id of a passkey.') });

export const passkeyAskBody = z.strictObject({ otpToken: ticket.optional() });
export const passkeyLoginBody = z.strictObject({
  credential: credentialProof,
  /** Second step of a login by password; without it the passkey signs in by itself. */
  otpToken: ticket.optional(),
  rememberMe: z.boolean().optional(),
});

export const stepUpMethod = z.enum(['password', 'otp', 'passkey', 'recovery']);
/** `passkey`: options for the browser, null where there is none. */
export const stepUpAskAnswer = z.strictObject({
  methods: z.array(stepUpMethod),
  passkey: z.looseObject({ challenge: z.string() }).nullable(),
});
/** Exactly one proof; `otp` is a code of the app or a recovery code. */
export const stepUpBody = z
  .strictObject({
    password: password.optional(),
    otp: code.optional(),
    passkey: credentialProof.optional(),
    ...challengeFields,
  })
  .refine(
    ({ password: word, otp, passkey }) => [word, otp, passkey].filter((proof) => proof !== undefined).length === 1,
  );
export const stepUpAnswer = z.strictObject({ until: isoTime });

const providerId = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);
/** Ways to sign in with an account elsewhere. `telegramBot`: name of the bot of the login widget; null: not offered. */
export const socialProvidersAnswer = z.strictObject({
  providers: z.array(z.strictObject({ id: providerId, name: z.string() })),
  telegramBot: z.string().nullable(),
});

/** `redirect` and `host` as on the sign-in page. With a bearer token the account is linked to the signed-in person. */
const returnFields = {
  redirect: z.string().max(2_000).optional(),
  host: z.string().max(50).optional(),
};
export const socialStartBody = z.strictObject({
  provider: providerId,
  rememberMe: z.boolean().optional(),
  ...returnFields,
});
/** The browser goes to `url` next; it comes back to `/auth/social` with a query. */
export const socialStartAnswer = z.strictObject({ url: z.url() });
/** The query of the address on which the provider came back, without `?`. */
export const socialFinishBody = z.strictObject({ query: z.string().min(1).max(8_000) });

/** Who else came back, and what is needed now. `returnTo` is one of our own addresses. */
export const socialAnswer = z.union([
  z.strictObject({ ...signedInAnswer.shape, returnTo: z.string() }),
  /** The account has a second factor: `/auth/otp/verify` or `/auth/passkey/login` with this token. */
  z.strictObject({ ...otpRequiredAnswer.shape, returnTo: z.string() }),
  /** The signed-in person has the link now. */
  z.strictObject({ linked: z.literal(true), returnTo: z.string() }),
  /** The e-mail is of an account: its password links them (`/auth/social/link`). */
  z.strictObject({ next: z.literal('prove'), ticket: z.string(), email: z.string(), returnTo: z.string() }),
  /** Nobody yet: country and declaration (`/auth/social/complete`); an e-mail too where `email` is null. */
  z.strictObject({
    next: z.literal('sign-up'),
    ticket: z.string(),
    email: z.string().nullable(),
    returnTo: z.string(),
  }),
]);

export const socialCompleteBody = z.strictObject({
  ticket,
  /** Where the provider gave none; not confirmed by it. */
  email: emailText.optional(),
  country: z.string().regex(/^[A-Z]{2}$/),
  residentDeclaration: z.literal(true),
  ...originBody.shape,
  ...challengeFields,
});
export const socialLinkBody = z.strictObject({ ticket, password, ...challengeFields });
export const socialParams = z.strictObject({ provider: providerId.describe('Id of a provider: `google`.') });

/**
 * What the login of Telegram gives, as it is, in the browser that began it (`socialStart` with `telegram`): besides these three all that
 * Telegram signs, as `first_name` and `photo_url`. What is null or empty counts as absent.
 */
export const telegramBody = z.strictObject({
  login: z
    .object({
      id: z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]),
      auth_date: z.union([z.number().int().positive(), z.string().regex(/^\d{1,12}$/)]),
      hash: z.string().regex(/^[0-9a-fA-F]{64}$/),
    })
    .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

export type OtpSecretAnswer = z.infer<typeof otpSecretAnswer>;
export type SecurityAnswer = z.infer<typeof securityAnswer>;
export type PasskeysAnswer = z.infer<typeof passkeysAnswer>;
export type PasskeyWire = z.infer<typeof passkeyWire>;
export type AddedPasskeyAnswer = z.infer<typeof addedPasskeyAnswer>;
export type NewCredential = z.infer<typeof newCredential>;
export type CredentialProof = z.infer<typeof credentialProof>;
export type StepUpBody = z.infer<typeof stepUpBody>;
export type StepUpAskAnswer = z.infer<typeof stepUpAskAnswer>;
export type SocialStartBody = z.infer<typeof socialStartBody>;
export type SocialCompleteBody = z.infer<typeof socialCompleteBody>;
export type TelegramBody = z.infer<typeof telegramBody>;
export type SocialAnswer = z.infer<typeof socialAnswer>;
export type SocialProvidersAnswer = z.infer<typeof socialProvidersAnswer>;
export type SocialLinkBody = z.infer<typeof socialLinkBody>;
