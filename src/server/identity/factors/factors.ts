import type { Actor } from '#domain/identity/actor.ts';
import { CHALLENGE_TRIES } from '#domain/identity/otp.ts';
import { leavesAWay } from '#domain/identity/passkey.ts';
import type { Refusal } from '#domain/refusals.ts';
import { toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { Accounts, Client, Factors } from '../contract-factors.ts';
import type { IdentityContext } from '../context.ts';
import type { SecondFactors, SignInReply } from './contract.ts';
import { dropSignInMethods } from './drop-sign-in-methods.ts';
import { recordAct } from '../audit-trail.ts';
import { tellerOf } from './news.ts';
import { createOtp, type Otp } from './otp.ts';
import { changingFactor } from './others.ts';
import type { FactorParts } from './parts.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { providerName } from './providers.ts';
import { secondWaysOf, startSecondStep } from './second-step.ts';
import { LOGIN, passwordSinceOf, signIn } from './sign-in.ts';
import { createSocial } from './social.ts';
import { createStepUp, type StepUp } from './step-up.ts';
import { deleteRecoveryCodes, findOtp } from './store-otp.ts';
import { deletePasskey, passkeysOf } from './store-passkey.ts';
import { deleteLink, deleteOldLogins, linksOf } from './store-social.ts';
import { lockSignInMethods } from './store-proofs.ts';
import { createSignInChallenges } from './sign-in-challenges.ts';

interface FactorContext extends FactorParts {
  readonly otp: Otp;
  readonly passkeys: Passkeys;
  readonly stepUp: StepUp;
}

/** Opens second factors, passkeys, step-up and other providers over the accounts of the core. */
export function createFactors(context: IdentityContext, accounts: Accounts): SecondFactors {
  const parts: FactorParts = { ...context, accounts, challenges: createSignInChallenges(context) };
  const otp = createOtp(parts);
  const passkeys = createPasskeys(parts);
  const stepUp = createStepUp({ ...parts, otp, passkeys });
  const factors: FactorContext = { ...parts, otp, passkeys, stepUp };
  return {
    ...toCore(factors),
    ...otpFactors(factors),
    ...passkeyFactors(factors),
    ...createSocial(factors),
    security: (actor) => securityOf(factors, actor),
    stepUpAsk: (actor) => stepUp.ask(actor),
    stepUp: (actor, proof) => stepUp.prove(actor, proof),
    unlink: async ({ userId, sessionId }, id) => removeWay(factors, { userId, sessionId, id, kind: 'link' }),
    forgetOld: async () => {
      await parts.challenges.forgetOld(parts.db);
      await deleteOldLogins(parts.db, parts.clock.now());
    },
  };
}

function toCore(factors: FactorContext): Factors {
  const { stepUp } = factors;
  return {
    secondFactorOf: async (userId) => {
      const ways = await secondWaysOf(factors, userId);
      return ways === null ? 'none' : ways.includes('otp') ? 'otp' : 'passkey';
    },
    startSecondStep: (login) => startSecondStep(factors, { ...login, link: null }),
    endBegun: (tx, userId) => factors.challenges.endAll(tx, userId),
    dropWays: (tx, by) => dropSignInMethods(factors, tx, by),
    stepUpMethods: (userId) => stepUp.methods(userId),
    requireStepUp: (actor) => stepUp.require(actor),
  };
}

type OtpDesk = Pick<SecondFactors, 'otpGenerate' | 'otpConfirm' | 'otpLogin' | 'otpDisable' | 'renewRecoveryCodes'>;

function otpFactors(factors: FactorContext): OtpDesk {
  const { db, challenges, otp, stepUp, accounts } = factors;
  return {
    otpGenerate: async (actor) => {
      // Over a secret that counts already: as much as turning it off.
      const isOn = (await otp.state(actor.userId)).since !== null;
      const refusal = isOn ? await stepUp.require(actor) : null;
      if (refusal !== null) return { ok: false, refusal };
      return { ok: true, answer: await otp.generate(actor.userId) };
    },
    otpConfirm: async (actor, code) => {
      const refusal = await stepUp.requireProof(actor);
      return refusal === null ? otp.confirm(actor, code) : { ok: false, refusal };
    },
    otpLogin: async ({ otpToken, code, client }) => {
      const ticket = await challenges.attempt(db, LOGIN, { text: otpToken, most: CHALLENGE_TRIES });
      if (ticket === null || ticket.userId === null) return { ok: false, refusal: { code: 'SignInOver' } };
      const refusal = await otp.spend(ticket.userId, code);
      if (refusal === null) return finishLogin(factors, { otpToken, client, method: 'otp' });
      accounts.noteFailure({ userId: ticket.userId, client, method: 'otp' });
      return { ok: false, refusal };
    },
    otpDisable: (actor) => otp.disable(actor),
    renewRecoveryCodes: (actor) => otp.renewRecoveryCodes(actor),
  };
}

/** The second factor was right: the challenge ends in a session, once. */
async function finishLogin(
  factors: FactorContext,
  {
    otpToken,
    client,
    method,
  }: { readonly otpToken: string; readonly client: Client; readonly method: 'otp' | 'passkey' },
): Promise<SignInReply> {
  const ticket = await factors.challenges.take(factors.db, LOGIN, otpToken);
  if (ticket === null || ticket.userId === null) return { ok: false, refusal: { code: 'SignInOver' } };
  return signIn(factors, { userId: ticket.userId, method, client, ...ticket.content });
}

type PasskeyDesk = Pick<
  SecondFactors,
  'passkeys' | 'passkeyOptions' | 'addPasskey' | 'removePasskey' | 'passkeyAsk' | 'passkeyLogin'
>;

function passkeyFactors(factors: FactorContext): PasskeyDesk {
  const { db, challenges, passkeys, stepUp, accounts } = factors;
  return {
    passkeys: ({ userId }) => passkeys.list(userId),
    passkeyOptions: async (actor) => {
      const refusal = await stepUp.requireProof(actor);
      return refusal === null ? { ok: true, options: await passkeys.optionsToAdd(actor) } : { ok: false, refusal };
    },
    addPasskey: async (actor, made) => {
      const refusal = await stepUp.requireProof(actor);
      return refusal === null ? passkeys.add(actor, made) : { ok: false, refusal };
    },
    removePasskey: ({ userId, sessionId }, id) => removeWay(factors, { userId, sessionId, id, kind: 'passkey' }),
    passkeyAsk: async (otpToken) => {
      if (otpToken === null) return { ok: true, options: await passkeys.ask(null) };
      const ticket = await challenges.peek(db, LOGIN, otpToken);
      if (ticket === null) return { ok: false, refusal: { code: 'SignInOver' } };
      return { ok: true, options: await passkeys.ask(ticket.userId) };
    },
    passkeyLogin: async ({ credential, otpToken, rememberMe, client }) => {
      const ticket =
        otpToken === null ? null : await challenges.attempt(db, LOGIN, { text: otpToken, most: CHALLENGE_TRIES });
      if (otpToken !== null && ticket === null) return { ok: false, refusal: { code: 'SignInOver' } };
      const proven = await passkeys.prove(credential);
      const isAnothers = ticket !== null && proven.ok && ticket.userId !== proven.userId;
      if (!proven.ok || isAnothers) {
        const known = ticket?.userId ?? null;
        if (known !== null) accounts.noteFailure({ userId: known, client, method: 'passkey' });
        return proven.ok ? { ok: false, refusal: { code: 'PasskeyFailed' } } : proven;
      }
      const { userId } = proven;
      if (otpToken !== null) return finishLogin(factors, { otpToken, client, method: 'passkey' });
      const passwordSince = await passwordSinceOf(factors, userId);
      return signIn(factors, { userId, passwordSince, method: 'passkey', rememberMe, client });
    },
  };
}

/** Takes a way of sign-in away, unless it is the last: one change at a time, so that two cannot leave none. */
async function removeWay(
  factors: FactorContext,
  way: { readonly userId: string; readonly sessionId: string; readonly id: string; readonly kind: 'passkey' | 'link' },
): Promise<Refusal | null> {
  const { accounts } = factors;
  const { userId, sessionId, id, kind } = way;
  const [account, tell] = [await accounts.findAccount(userId), await tellerOf(factors, userId)];
  return changingFactor(factors, { userId, sessionId }, async (tx, endOthers): Promise<Refusal | null> => {
    await lockSignInMethods(tx, userId);
    const [keys, links] = [await passkeysOf(tx, userId), await linksOf(tx, userId)];
    const isThere = kind === 'passkey' ? keys.some((key) => key.id === id) : links.some((link) => link.provider === id);
    if (!isThere) return { code: 'NotFound' };
    const ways = { password: account?.hasPassword ?? false, passkeys: keys.length, links: links.length };
    if (!leavesAWay(ways, kind)) return { code: 'PermissionsError' };
    if (kind === 'link') {
      await deleteLink(tx, { userId, provider: id });
      await tell(tx, { kind: 'social_unlinked', name: providerName(factors.config.social, id) });
      await recordAct(factors, tx, { userId, sessionId, action: 'social.unlinked', before: { provider: id } });
      return null;
    }
    const gone = await deletePasskey(tx, { userId, id });
    if (gone === null) return null;
    await tell(tx, { kind: 'passkey_removed', name: gone.name });
    await accounts.holdWithdrawals(tx, { userId, reason: 'otp' });
    const hasApp = ((await findOtp(tx, userId))?.confirmedAt ?? null) !== null;
    if (keys.length === 1 && !hasApp) await deleteRecoveryCodes(tx, userId);
    await endOthers();
    await recordAct(factors, tx, { userId, sessionId, action: 'passkey.removed', before: { id } });
    return null;
  });
}

async function securityOf(factors: FactorContext, actor: Actor): ReturnType<SecondFactors['security']> {
  const { db, accounts, otp, passkeys, stepUp } = factors;
  const { userId } = actor;
  const [account, { since, recoveryCodesLeft }, keys, links, until] = await Promise.all([
    accounts.findAccount(userId),
    otp.state(userId),
    passkeys.count(userId),
    linksOf(db, userId),
    stepUp.until(actor),
  ]);
  return {
    password: account?.hasPassword ?? false,
    otp: { enabled: since !== null, since: toIsoOrNull(since), recoveryCodesLeft },
    passkeys: keys,
    links: links.map(({ provider, linkedAt }) => ({ provider, linkedAt: toIso(linkedAt) })),
    stepUpUntil: toIsoOrNull(until),
  };
}
