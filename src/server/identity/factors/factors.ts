import type { Actor } from '#domain/identity/actor.ts';
import { CHALLENGE_TRIES } from '#domain/identity/otp.ts';
import { leavesAWay } from '#domain/identity/passkey.ts';
import type { Refusal } from '#domain/refusals.ts';
import { toIso, toIsoOrNull } from '#protocol/codecs.ts';
import type { Accounts, Client, Factors } from '../contract-factors.ts';
import type { Core } from '../core.ts';
import type { FactorDesk, SignInReply } from './contract.ts';
import { dropWays } from './drop-ways.ts';
import { note } from '../trail.ts';
import { tellerOf } from './news.ts';
import { createOtp, type Otp } from './otp.ts';
import { changingFactor } from './others.ts';
import type { DeskParts } from './parts.ts';
import { createPasskeys, type Passkeys } from './passkeys.ts';
import { providerName } from './providers.ts';
import { secondWaysOf, startSecondStep } from './second-step.ts';
import { LOGIN, passwordSinceOf, signIn } from './sign-in.ts';
import { createSocial } from './social.ts';
import { createStepUp, type StepUp } from './step-up.ts';
import { deleteRecoveryCodes, findOtp } from './store-otp.ts';
import { deletePasskey, passkeysOf } from './store-passkey.ts';
import { deleteLink, deleteOldLogins, linksOf } from './store-social.ts';
import { holdWays } from './store-proofs.ts';
import { createTickets } from './tickets.ts';

interface Desk extends DeskParts {
  readonly otp: Otp;
  readonly passkeys: Passkeys;
  readonly stepUp: StepUp;
}

/** Opens second factors, passkeys, step-up and other providers over the accounts of the core. */
export function createFactors(core: Core, accounts: Accounts): FactorDesk {
  const parts: DeskParts = { ...core, accounts, tickets: createTickets(core) };
  const otp = createOtp(parts);
  const passkeys = createPasskeys(parts);
  const stepUp = createStepUp({ ...parts, otp, passkeys });
  const desk: Desk = { ...parts, otp, passkeys, stepUp };
  return {
    ...toCore(desk),
    ...otpDesk(desk),
    ...passkeyDesk(desk),
    ...createSocial(desk),
    security: (actor) => securityOf(desk, actor),
    stepUpAsk: (actor) => stepUp.ask(actor),
    stepUp: (actor, proof) => stepUp.prove(actor, proof),
    unlink: async ({ userId, sessionId }, id) => removeWay(desk, { userId, sessionId, id, kind: 'link' }),
    forgetOld: async () => {
      await parts.tickets.forgetOld(parts.db);
      await deleteOldLogins(parts.db, parts.clock.now());
    },
  };
}

function toCore(desk: Desk): Factors {
  const { stepUp } = desk;
  return {
    secondFactorOf: async (userId) => {
      const ways = await secondWaysOf(desk, userId);
      return ways === null ? 'none' : ways.includes('otp') ? 'otp' : 'passkey';
    },
    startSecondStep: (login) => startSecondStep(desk, { ...login, link: null }),
    endBegun: (tx, userId) => desk.tickets.endAll(tx, userId),
    dropWays: (tx, by) => dropWays(desk, tx, by),
    stepUpMethods: (userId) => stepUp.methods(userId),
    requireStepUp: (actor) => stepUp.require(actor),
  };
}

type OtpDesk = Pick<FactorDesk, 'otpGenerate' | 'otpConfirm' | 'otpLogin' | 'otpDisable' | 'renewRecoveryCodes'>;

function otpDesk(desk: Desk): OtpDesk {
  const { db, tickets, otp, stepUp, accounts } = desk;
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
      const ticket = await tickets.attempt(db, LOGIN, { text: otpToken, most: CHALLENGE_TRIES });
      if (ticket === null || ticket.userId === null) return { ok: false, refusal: { code: 'SignInOver' } };
      const refusal = await otp.spend(ticket.userId, code);
      if (refusal === null) return finishLogin(desk, { otpToken, client, method: 'otp' });
      accounts.noteFailure({ userId: ticket.userId, client, method: 'otp' });
      return { ok: false, refusal };
    },
    otpDisable: (actor) => otp.disable(actor),
    renewRecoveryCodes: (actor) => otp.renewRecoveryCodes(actor),
  };
}

/** The second factor was right: the challenge ends in a session, once. */
async function finishLogin(
  desk: Desk,
  {
    otpToken,
    client,
    method,
  }: { readonly otpToken: string; readonly client: Client; readonly method: 'otp' | 'passkey' },
): Promise<SignInReply> {
  const ticket = await desk.tickets.take(desk.db, LOGIN, otpToken);
  if (ticket === null || ticket.userId === null) return { ok: false, refusal: { code: 'SignInOver' } };
  return signIn(desk, { userId: ticket.userId, method, client, ...ticket.content });
}

type PasskeyDesk = Pick<
  FactorDesk,
  'passkeys' | 'passkeyOptions' | 'addPasskey' | 'removePasskey' | 'passkeyAsk' | 'passkeyLogin'
>;

function passkeyDesk(desk: Desk): PasskeyDesk {
  const { db, tickets, passkeys, stepUp, accounts } = desk;
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
    removePasskey: ({ userId, sessionId }, id) => removeWay(desk, { userId, sessionId, id, kind: 'passkey' }),
    passkeyAsk: async (otpToken) => {
      if (otpToken === null) return { ok: true, options: await passkeys.ask(null) };
      const ticket = await tickets.peek(db, LOGIN, otpToken);
      if (ticket === null) return { ok: false, refusal: { code: 'SignInOver' } };
      return { ok: true, options: await passkeys.ask(ticket.userId) };
    },
    passkeyLogin: async ({ credential, otpToken, rememberMe, client }) => {
      const ticket =
        otpToken === null ? null : await tickets.attempt(db, LOGIN, { text: otpToken, most: CHALLENGE_TRIES });
      if (otpToken !== null && ticket === null) return { ok: false, refusal: { code: 'SignInOver' } };
      const proven = await passkeys.prove(credential);
      const isAnothers = ticket !== null && proven.ok && ticket.userId !== proven.userId;
      if (!proven.ok || isAnothers) {
        const known = ticket?.userId ?? null;
        if (known !== null) accounts.noteFailure({ userId: known, client, method: 'passkey' });
        return proven.ok ? { ok: false, refusal: { code: 'PasskeyFailed' } } : proven;
      }
      const { userId } = proven;
      if (otpToken !== null) return finishLogin(desk, { otpToken, client, method: 'passkey' });
      const passwordSince = await passwordSinceOf(desk, userId);
      return signIn(desk, { userId, passwordSince, method: 'passkey', rememberMe, client });
    },
  };
}

/** Takes a way of sign-in away, unless it is the last: one change at a time, so that two cannot leave none. */
async function removeWay(
  desk: Desk,
  way: { readonly userId: string; readonly sessionId: string; readonly id: string; readonly kind: 'passkey' | 'link' },
): Promise<Refusal | null> {
  const { accounts } = desk;
  const { userId, sessionId, id, kind } = way;
  const [account, tell] = [await accounts.findAccount(userId), await tellerOf(desk, userId)];
  return changingFactor(desk, { userId, sessionId }, async (tx, endOthers): Promise<Refusal | null> => {
    await holdWays(tx, userId);
    const [keys, links] = [await passkeysOf(tx, userId), await linksOf(tx, userId)];
    const isThere = kind === 'passkey' ? keys.some((key) => key.id === id) : links.some((link) => link.provider === id);
    if (!isThere) return { code: 'NotFound' };
    const ways = { password: account?.hasPassword ?? false, passkeys: keys.length, links: links.length };
    if (!leavesAWay(ways, kind)) return { code: 'PermissionsError' };
    if (kind === 'link') {
      await deleteLink(tx, { userId, provider: id });
      await tell(tx, { kind: 'social_unlinked', name: providerName(desk.config.social, id) });
      await note(desk, tx, { userId, sessionId, action: 'social.unlinked', before: { provider: id } });
      return null;
    }
    const gone = await deletePasskey(tx, { userId, id });
    if (gone === null) return null;
    await tell(tx, { kind: 'passkey_removed', name: gone.name });
    await accounts.holdWithdrawals(tx, { userId, reason: 'otp' });
    const hasApp = ((await findOtp(tx, userId))?.confirmedAt ?? null) !== null;
    if (keys.length === 1 && !hasApp) await deleteRecoveryCodes(tx, userId);
    await endOthers();
    await note(desk, tx, { userId, sessionId, action: 'passkey.removed', before: { id } });
    return null;
  });
}

async function securityOf(desk: Desk, actor: Actor): ReturnType<FactorDesk['security']> {
  const { db, accounts, otp, passkeys, stepUp } = desk;
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
