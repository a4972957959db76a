import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { Actor } from '#domain/identity/actor.ts';
import { PASSKEY_MS } from '#domain/identity/passkey.ts';
import type { Refusal } from '#domain/refusals.ts';
import { toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type {
  AddedPasskeyAnswer,
  CredentialProof,
  NewCredential,
  PasskeysAnswer,
  PasskeyWire,
} from '#protocol/factors.ts';
import { transaction } from '#server/db/index.ts';
import type { PasskeyOptions, Reply } from './contract.ts';
import { recordAct } from '../audit-trail.ts';
import { tellerOf, type Teller } from './news.ts';
import { changingFactor } from './others.ts';
import type { FactorParts } from './parts.ts';
import { giveFirstRecoveryCodes } from './recovery-codes.ts';
import { relyingPartyOf, type RelyingParty } from './relying-party.ts';
import { goesOn, lockSignInMethods } from './store-proofs.ts';
import { lockPasskey, insertPasskey, passkeysOf, usePasskey, type PasskeyRow } from './store-passkey.ts';
import type { ChallengeKind } from './sign-in-challenges.ts';

/** Keys of people in their devices (WebAuthn). Each can sign in alone: it asks for the finger or the PIN of its owner. */
export interface Passkeys {
  list(userId: string): Promise<PasskeysAnswer>;
  count(userId: string): Promise<number>;
  optionsToAdd(actor: Actor): Promise<PasskeyOptions>;
  add(
    actor: Actor,
    made: { readonly credential: NewCredential; readonly name: string },
  ): Promise<Reply<{ readonly answer: AddedPasskeyAnswer }>>;
  /** For a sign-in: any passkey of ours, or those of one person. */
  ask(userId: string | null): Promise<PasskeyOptions>;
  /** The person of a right answer to `ask`. PasskeyUnknown: we have no such passkey; PasskeyFailed for a wrong, late or repeated one. */
  prove(credential: CredentialProof): Promise<Proven>;
  /** For a step-up in this session. */
  askAgain(actor: Actor): Promise<PasskeyOptions>;
  proveAgain(actor: Actor, credential: CredentialProof): Promise<Refusal | null>;
}

const bound = z.strictObject({ sessionId: z.string().nullable() });
type Ceremony = ChallengeKind<z.infer<typeof bound>>;
const ADD: Ceremony = { name: 'passkey-add', lives: PASSKEY_MS, content: bound };
const SIGN_IN: Ceremony = { name: 'passkey-login', lives: PASSKEY_MS, content: bound };
const STEP_UP: Ceremony = { name: 'passkey-step-up', lives: PASSKEY_MS, content: bound };

/**
 * EdDSA, ES256 and RS256 (COSE): what every Node that we run on can check. Left to itself the library offers what this one can, and a key that
 * was made by a newer algorithm would be worth nothing on an older Node.
 */
const ALGORITHMS = [-8, -7, -257];

const FAILED: Refusal = { code: 'PasskeyFailed' };

/** Whose passkey answered rightly, or why it did not. */
type Proven = { readonly ok: true; readonly userId: string } | { readonly ok: false; readonly refusal: Refusal };

/** What the ceremonies of this installation share. */
interface PasskeyContext extends FactorParts {
  readonly party: RelyingParty;
}

export function createPasskeys(parts: FactorParts): Passkeys {
  const { config, db } = parts;
  const context: PasskeyContext = { ...parts, party: relyingPartyOf(config) };
  return {
    list: async (userId) => ({
      items: (await passkeysOf(db, userId)).map(toWire),
      rpId: context.party.id,
      userHandle: handleOf(userId).toString('base64url'),
    }),
    count: async (userId) => (await passkeysOf(db, userId)).length,
    optionsToAdd: (actor) => optionsToAdd(context, actor),
    add: (actor, made) => add(context, actor, made),
    ask: (userId) => ask(context, SIGN_IN, { userId, sessionId: null }),
    prove: (credential) => prove(context, SIGN_IN, { credential, sessionId: null }),
    askAgain: ({ userId, sessionId }) => ask(context, STEP_UP, { userId, sessionId }),
    proveAgain: async ({ userId, sessionId }, credential) => {
      const proven = await prove(context, STEP_UP, { credential, sessionId });
      if (!proven.ok) return proven.refusal;
      return proven.userId === userId ? null : FAILED;
    },
  };
}

interface Who {
  readonly userId: string | null;
  readonly sessionId: string | null;
}

/** A fresh challenge, good once. */
async function begin({ db, challenges }: PasskeyContext, kind: Ceremony, { userId, sessionId }: Who) {
  const secret = randomBytes(32);
  await challenges.issue(db, kind, { userId, content: { sessionId }, secret });
  return new Uint8Array(secret);
}

async function optionsToAdd(context: PasskeyContext, { userId, sessionId }: Actor): Promise<PasskeyOptions> {
  const [keys, address] = await Promise.all([passkeysOf(context.db, userId), context.accounts.mailAddressOf(userId)]);
  const options = await generateRegistrationOptions({
    rpName: context.party.name,
    rpID: context.party.id,
    userName: address?.to ?? userId,
    userID: new Uint8Array(handleOf(userId)),
    challenge: await begin(context, ADD, { userId, sessionId }),
    timeout: PASSKEY_MS,
    attestationType: 'none',
    excludeCredentials: keys.map(named),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

async function add(
  context: PasskeyContext,
  { userId, sessionId }: Actor,
  { credential, name }: { readonly credential: NewCredential; readonly name: string },
): ReturnType<Passkeys['add']> {
  const { db, challenges, clock, party } = context;
  const challenge = challengeOf(credential.response.clientDataJSON);
  const ticket = challenge === null ? null : await challenges.take(db, ADD, challenge);
  const isOurs = ticket?.userId === userId && ticket.content.sessionId === sessionId;
  if (challenge === null || !isOurs) return { ok: false, refusal: FAILED };
  const made = await verified(() =>
    verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: [...party.origins],
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (made?.verified !== true) return { ok: false, refusal: FAILED };
  const { credential: key, credentialBackedUp } = made.registrationInfo;
  const row: PasskeyRow = {
    id: key.id,
    userId,
    publicKey: Buffer.from(key.publicKey),
    counter: key.counter,
    transports: credential.response.transports ?? [],
    synced: credentialBackedUp,
    name,
    addedAt: clock.now(),
    lastUsedAt: null,
  };
  const tell = await tellerOf(context, userId);
  return changingFactor(context, { userId, sessionId }, async (tx, endOthers): ReturnType<Passkeys['add']> => {
    await lockSignInMethods(tx, userId);
    if (!(await goesOn(tx, sessionId))) return { ok: false, refusal: { code: 'NotSignedIn' } };
    const refusal = await keepPasskey(context, tx, { row, tell });
    if (refusal !== null) return { ok: false, refusal };
    await context.accounts.holdWithdrawals(tx, { userId, reason: 'otp' });
    const recoveryCodes = await giveFirstRecoveryCodes(context, tx, userId);
    await endOthers();
    await recordAct(context, tx, { userId, sessionId, action: 'passkey.added', after: { id: row.id } });
    return { ok: true, answer: { ...toWire(row), recoveryCodes: recoveryCodes === null ? null : [...recoveryCodes] } };
  });
}

async function ask(context: PasskeyContext, kind: Ceremony, who: Who): Promise<PasskeyOptions> {
  const keys = who.userId === null ? null : await passkeysOf(context.db, who.userId);
  const options = await generateAuthenticationOptions({
    rpID: context.party.id,
    challenge: await begin(context, kind, who),
    timeout: PASSKEY_MS,
    userVerification: 'required',
    ...(keys === null ? {} : { allowCredentials: keys.map(named) }),
  });
  return { ...options };
}

/** Whose key answered, with its counter moved on. */
async function prove(
  context: PasskeyContext,
  kind: Ceremony,
  { credential, sessionId }: { readonly credential: CredentialProof; readonly sessionId: string | null },
): Promise<Proven> {
  const { db, challenges, clock, party } = context;
  const failed = { ok: false, refusal: FAILED } as const;
  const challenge = challengeOf(credential.response.clientDataJSON);
  const ticket = challenge === null ? null : await challenges.take(db, kind, challenge);
  if (challenge === null || ticket === null || ticket.content.sessionId !== sessionId) return failed;
  return transaction(db, async (tx): Promise<Proven> => {
    const key = await lockPasskey(tx, credential.id);
    // Its id is as random as a key: that it is not known tells nobody of a person.
    if (key === null) return { ok: false, refusal: { code: 'PasskeyUnknown' } };
    if (ticket.userId !== null && ticket.userId !== key.userId) return failed;
    const handle = credential.response.userHandle;
    if (handle !== undefined && handle !== handleOf(key.userId).toString('base64url')) return failed;
    const info = await verified(() =>
      verifyAuthenticationResponse({
        response: credential as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: [...party.origins],
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: { id: key.id, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
      }),
    );
    if (info?.verified !== true) return failed;
    const { newCounter, credentialBackedUp } = info.authenticationInfo;
    await usePasskey(tx, { id: key.id, counter: newCounter, now: clock.now(), synced: credentialBackedUp });
    return { ok: true, userId: key.userId };
  });
}

function named(key: PasskeyRow): { id: string; transports: string[] } {
  return { id: key.id, transports: [...key.transports] };
}

/** null: kept. The caller holds the person's ways. */
async function keepPasskey(
  { settings }: FactorParts,
  tx: PoolClient,
  { row, tell }: { readonly row: PasskeyRow; readonly tell: Teller },
): Promise<Refusal | null> {
  const { userId, name } = row;
  if ((await passkeysOf(tx, userId)).length >= settings.number('passkeys.most')) return { code: 'TooManyPasskeys' };
  // Somebody has a key of this id already.
  if (!(await insertPasskey(tx, row))) return FAILED;
  await tell(tx, { kind: 'passkey_added', name });
  return null;
}

/** The library throws about what a browser sent; all of it means no. */
async function verified<T>(check: () => Promise<T>): Promise<T | null> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

const clientData = z.object({ challenge: z.string().regex(/^[\w-]{43}$/) });

/** The challenge that an answer of a browser says it answers. */
function challengeOf(clientDataJson: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8'))).challenge;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** What a passkey says of its person: the 16 bytes of their id. */
function handleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

function toWire(key: PasskeyRow): PasskeyWire {
  return {
    id: key.id,
    name: key.name,
    addedAt: toIso(key.addedAt),
    lastUsedAt: toIsoOrNull(key.lastUsedAt),
    synced: key.synced,
  };
}
