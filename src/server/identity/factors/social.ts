import { z } from 'zod';
import type { Actor } from '#domain/identity/actor.ts';
import { readEmail } from '#domain/identity/email.ts';
import { returnAddress } from '#domain/identity/redirect.ts';
import { SOCIAL_FORM_MS, SOCIAL_MS, socialOutcome, type SocialOutcome } from '#domain/identity/social.ts';
import { statusAt } from '#domain/identity/session-life.ts';
import type { Refusal } from '#domain/refusals.ts';
import type { SocialStartBody } from '#protocol/factors.ts';
import { transaction } from '#server/db/index.ts';
import type { Client, SignInUnderWay } from '../contract-factors.ts';
import { mailActivation, takeSignUpGuess } from '../sessions/sign-up.ts';
import { findOrigin } from '../accounts/store-accounts.ts';
import { lockSession } from '../sessions/store-sessions.ts';
import { recordAct } from '../audit-trail.ts';
import type { SecondFactors, SocialReply } from './contract.ts';
import { tellerOf } from './news.ts';
import type { Otp } from './otp.ts';
import type { Passkeys } from './passkeys.ts';
import type { FactorParts } from './parts.ts';
import { createProviders, providerName, TELEGRAM, type Providers, type ProvenSubject } from './providers.ts';
import { startSecondStep } from './second-step.ts';
import { keepLink, noteLinked, passwordSinceOf, signIn, waitingLink, type WaitingLink } from './sign-in.ts';
import type { StepUp } from './step-up.ts';
import { findLinked } from './store-social.ts';
import { provenByTelegram, Raced, telegramAddress, type Spend } from './telegram.ts';
import type { ChallengeKind } from './sign-in-challenges.ts';

export type Social = Pick<
  SecondFactors,
  'socialProviders' | 'socialStart' | 'socialFinish' | 'telegram' | 'socialComplete' | 'socialLink'
>;

/** Session of the signed-in person who asked for a link. */
const asker = z.strictObject({ userId: z.string(), sessionId: z.string() });
type Asker = z.infer<typeof asker>;

const choice = { rememberMe: z.boolean(), returnTo: z.string() };
const flow = z.strictObject({
  provider: z.string(),
  /** null: Telegram, which has none of its own. */
  checks: z.strictObject({ state: z.string(), nonce: z.string(), verifier: z.string() }).nullable(),
  /** null: a visitor who signs in. */
  asker: asker.nullable(),
  /** ms */
  begunAt: z.number(),
  ...choice,
});
/** A sign-in elsewhere; bound to the browser by the cookie that carries its ticket. */
const FLOW: ChallengeKind<z.infer<typeof flow>> = { name: 'social', lives: SOCIAL_MS, content: flow };

const form = z.strictObject({
  link: waitingLink,
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  method: z.enum(['oidc', 'telegram']),
  ...choice,
});
/** Somebody proven elsewhere who is nobody here yet. */
const SIGN_UP: ChallengeKind<z.infer<typeof form>> = { name: 'social-sign-up', lives: SOCIAL_FORM_MS, content: form };
/** Somebody proven elsewhere whose e-mail is an account's: waits for its password. */
const PROVE: ChallengeKind<z.infer<typeof form>> = { name: 'social-prove', lives: SOCIAL_FORM_MS, content: form };
const PROVE_TRIES = 5;

type Form = z.infer<typeof form>;

interface Arrival {
  readonly proven: ProvenSubject;
  readonly provider: { readonly id: string; readonly name: string };
  readonly method: 'oidc' | 'telegram';
  /** Left out: the provider itself gives what it says but once. */
  readonly spend?: Spend | undefined;
  readonly asker: Asker | null;
  readonly rememberMe: boolean;
  readonly returnTo: string;
  readonly client: Client;
}

export interface SocialParts extends FactorParts {
  readonly otp: Otp;
  readonly passkeys: Passkeys;
  readonly stepUp: StepUp;
}

interface SocialContext extends SocialParts {
  readonly providers: Providers;
}

export function createSocial(parts: SocialParts): Social {
  const context: SocialContext = { ...parts, providers: createProviders(parts) };
  const { telegram } = parts.config.social;
  return {
    socialProviders: () => ({
      providers: [...context.providers.list, ...(telegram === null ? [] : [TELEGRAM])],
      telegramBot: telegram?.bot ?? null,
    }),
    socialStart: (actor, asked) => start(context, actor, asked),
    socialFinish: (back) => finish(context, back),
    telegram: (back) => finishTelegram(context, back),
    socialComplete: (asked) => complete(parts, asked),
    socialLink: (asked) => linkByPassword(parts, asked),
  };
}

async function start(
  context: SocialContext,
  actor: Actor | null,
  asked: SocialStartBody,
): ReturnType<SecondFactors['socialStart']> {
  const { config, db, challenges, providers, stepUp } = context;
  const { telegram } = config.social;
  const byTelegram = asked.provider === TELEGRAM.id && telegram !== null;
  if (!byTelegram && providers.nameOf(asked.provider) === null) return refuse({ code: 'NotFound' });
  // Who links must be proven in this session; a demo person is a visitor here.
  const asker = actor === null || actor.role === 'DEMO' ? null : actor;
  const refusal = asker === null ? null : await stepUp.requireProof(asker);
  if (refusal !== null) return refuse(refusal);
  const begun = byTelegram
    ? { url: telegramAddress(telegram.token, config.origins.auth), checks: null }
    : await providers.begin(asked.provider);
  if (begun === null) return refuse({ code: 'SomethingWentWrong' });
  const { auth, dashboard, events, main: origin } = config.origins;
  const content = {
    provider: asked.provider,
    checks: begun.checks,
    rememberMe: asked.rememberMe ?? false,
    returnTo: returnAddress(
      { redirect: asked.redirect ?? null, host: asked.host ?? null },
      { auth, dashboard, events, origin },
    ),
    asker: asker === null ? null : { userId: asker.userId, sessionId: asker.sessionId },
    begunAt: context.clock.now(),
  };
  const begins = { userId: asker?.userId ?? null, content };
  return { ok: true, url: begun.url, flow: await challenges.issue(db, FLOW, begins) };
}

async function finish(
  context: SocialContext,
  { flow: text, query, client }: Parameters<SecondFactors['socialFinish']>[0],
): Promise<SocialReply> {
  const ticket = text === null ? null : await context.challenges.take(context.db, FLOW, text);
  if (ticket === null || ticket.content.checks === null) return refuse({ code: 'SignInOver' });
  const { provider: id, asker, rememberMe, returnTo, checks } = ticket.content;
  const proven = await context.providers.finish(id, { query, checks });
  if (proven === null) return refuse({ code: 'SomethingWentWrong' });
  const provider = { id, name: providerName(context.config.social, id) };
  return arrive(context, {
    proven,
    provider,
    method: 'oidc',
    asker,
    rememberMe,
    returnTo,
    client,
  });
}

async function finishTelegram(
  context: SocialContext,
  { flow: text, body, client }: Parameters<SecondFactors['telegram']>[0],
): Promise<SocialReply> {
  const { telegram } = context.config.social;
  if (telegram === null) return refuse({ code: 'NotFound' });
  const ticket = text === null ? null : await context.challenges.take(context.db, FLOW, text);
  if (ticket === null || ticket.content.provider !== TELEGRAM.id) return refuse({ code: 'SignInOver' });
  const { asker, begunAt, rememberMe, returnTo } = ticket.content;
  const times = { since: begunAt, now: context.clock.now() };
  const login = provenByTelegram(telegram.token, body.login, times);
  if (login === null) return refuse({ code: 'IncorrectToken' });
  return arrive(context, {
    proven: { subject: login.subject, email: null, emailVerified: false },
    provider: TELEGRAM,
    method: 'telegram',
    spend: login.spend,
    asker,
    rememberMe,
    returnTo,
    client,
  }).catch(refuseRaced);
}

/** The account's own password is the proof that both accounts are one person's. */
async function linkByPassword(
  parts: SocialParts,
  { body, client }: Parameters<SecondFactors['socialLink']>[0],
): Promise<SocialReply> {
  const { db, challenges, accounts } = parts;
  const ticket = await challenges.attempt(db, PROVE, { text: body.ticket, most: PROVE_TRIES });
  if (ticket === null || ticket.userId === null) return refuse({ code: 'SignInOver' });
  const { userId } = ticket;
  const passwordSince = await passwordSinceOf(parts, userId);
  const wait = await accounts.takeTry(userId, 'password', body);
  if (wait !== null) return refuse(wait);
  if (!(await accounts.verifyPassword(userId, body.password))) {
    accounts.noteFailure({ userId, client, method: 'password' });
    return refuse({ code: 'WrongCredentials' });
  }
  await accounts.clearTries(userId, 'password');
  if ((await challenges.take(db, PROVE, body.ticket)) === null) return refuse({ code: 'SignInOver' });
  const { link, rememberMe, returnTo } = ticket.content;
  return enter(parts, { userId, passwordSince, link, method: 'oidc', rememberMe, returnTo, client });
}

/** Leads somebody whom a provider has proven to a session, a link, a form, or a no. */
async function arrive(parts: SocialParts, arrival: Arrival): Promise<SocialReply> {
  const { db, vault, accounts } = parts;
  const { proven, provider, asker, rememberMe, returnTo, client, method, spend } = arrival;
  const subject = vault.blind(`subject of ${provider.id}: ${proven.subject}`);
  const link = { provider: provider.id, subject: subject.toString('base64url'), name: provider.name };
  if (asker !== null) return linkAsker(parts, { asker, link, returnTo, client, spend });
  const outcome = socialOutcome({
    linkedTo: await findLinked(db, { provider: provider.id, subject }),
    emailVerified: proven.emailVerified,
    account: proven.email === null ? null : await accounts.findAccountByEmail(proven.email),
  });
  switch (outcome.kind) {
    case 'taken':
      // The provider vouches for the address: its owner is told the way on, by a mail of ours.
      return refuse({ code: 'UserAlreadyExists', ...(proven.email === null ? {} : { email: proven.email }) });
    case 'sign-in': {
      const { userId } = outcome;
      const passwordSince = await passwordSinceOf(parts, userId);
      return enter(parts, { userId, passwordSince, link: null, method, rememberMe, returnTo, client, spend });
    }
    case 'prove':
    case 'sign-up': {
      const { email, emailVerified } = proven;
      const content = { link, email, emailVerified, method, rememberMe, returnTo };
      return ask(parts, outcome, { content, spend });
    }
  }
}

/** Links the person who asked while signed in, if their session still stands: it may have been ended while they were away. */
async function linkAsker(
  parts: SocialParts,
  asked: Pick<Arrival, 'returnTo' | 'client' | 'spend'> & { readonly asker: Asker; readonly link: WaitingLink },
): Promise<SocialReply> {
  const { link, returnTo, client, spend } = asked;
  const { userId, sessionId } = asked.asker;
  const now = parts.clock.now();
  const tell = await tellerOf(parts, userId);
  return transaction(parts.db, async (tx): Promise<SocialReply> => {
    await spend?.(tx);
    // Held: whoever ends the session now has ended it before the link, or finds the link made.
    const session = await lockSession(tx, sessionId);
    if (session === null || session.closed || statusAt(session, now) !== 'LIVE') {
      return refuse({ code: 'SignInOver' });
    }
    if (!(await keepLink(tx, { userId, link, now, tell }))) return refuse({ code: 'UserAlreadyExists' });
    await noteLinked(parts, tx, { userId, link, client });
    return told({ linked: true, returnTo });
  });
}

/** What the person must still give, and the challenge under which they give it. */
function ask(
  { db, challenges }: FactorParts,
  outcome: Extract<SocialOutcome, { kind: 'prove' | 'sign-up' }>,
  { content, spend }: { readonly content: Form; readonly spend: Spend | undefined },
): Promise<SocialReply> {
  const { email, returnTo } = content;
  return transaction(db, async (tx) => {
    await spend?.(tx);
    if (outcome.kind === 'prove') {
      const ticket = await challenges.issue(tx, PROVE, { userId: outcome.userId, content });
      return told({ next: 'prove', ticket, email: email ?? '', returnTo });
    }
    const ticket = await challenges.issue(tx, SIGN_UP, { userId: null, content });
    return told({ next: 'sign-up', ticket, email, returnTo });
  });
}

/** Signs in, or asks for the second factor first: a provider stands for the first one only. */
async function enter(
  parts: SocialParts,
  who: SignInUnderWay & {
    readonly link: WaitingLink | null;
    readonly method: 'oidc' | 'telegram';
    readonly rememberMe: boolean;
    readonly returnTo: string;
    readonly client: Client;
    readonly spend?: Spend | undefined;
  },
): Promise<SocialReply> {
  const { userId, passwordSince, link, method, rememberMe, returnTo, client, spend } = who;
  const step = await startSecondStep(parts, { userId, passwordSince, rememberMe, link, spend });
  if (step !== null) return told({ otpRequired: true, ...step, returnTo });
  const reply = await signIn(parts, { userId, passwordSince, method, rememberMe, client, link, spend });
  return reply.ok ? { ok: true, cookies: reply.cookies, answer: { ...reply.answer, returnTo } } : reply;
}

async function complete(
  parts: SocialParts,
  { body, client, visitor, tracking }: Parameters<SecondFactors['socialComplete']>[0],
): Promise<SocialReply> {
  const { db, challenges, accounts } = parts;
  const ticket = await challenges.peek(db, SIGN_UP, body.ticket);
  if (ticket === null) return refuse({ code: 'SignInOver' });
  const { link, method, rememberMe, returnTo } = ticket.content;
  const given = ticket.content.email;
  const email = given ?? body.email ?? null;
  if (email === null) return refuse({ code: 'InvalidRequest', fields: { email: 'missing' } });
  const tooMany = await takeSignUpGuess(parts, { email, client, answer: body });
  if (tooMany !== null) return refuse(tooMany);
  const emailConfirmed = given !== null && ticket.content.emailVerified;
  const now = parts.clock.now();
  const seen = visitor === null ? null : await findOrigin(db, visitor.userId);
  const made = await transaction(db, async (tx) => {
    const account = await accounts.createAccount(tx, {
      email,
      emailConfirmed,
      country: body.country,
      language: client.language,
      referral: body.referral ?? seen?.referral ?? null,
      utm: body.utm ?? seen?.utm ?? null,
      ...tracking,
    });
    if (!account.ok) return account;
    const { userId } = account.value;
    if (!emailConfirmed) {
      await mailActivation(parts, tx, {
        userId,
        to: readEmail(email) ?? email,
        language: client.language,
      });
    }
    const used = await challenges.take(tx, SIGN_UP, body.ticket);
    if (used === null || !(await keepLink(tx, { userId, link, now, tell: null }))) throw new Raced();
    await recordAct(parts, tx, { userId, action: 'account.opened', address: client.address });
    await noteLinked(parts, tx, { userId, link, client });
    return account;
  }).catch(refuseRaced);
  if (!made.ok) return made;
  const reply = await signIn(parts, {
    userId: made.value.userId,
    passwordSince: null,
    method,
    rememberMe,
    client,
    isNew: true,
  });
  return reply.ok ? { ok: true, cookies: reply.cookies, answer: { ...reply.answer, returnTo } } : reply;
}

function refuseRaced(error: unknown): ReturnType<typeof refuse> {
  if (error instanceof Raced) return refuse({ code: 'SignInOver' });
  throw error;
}

function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}

function told(answer: Extract<SocialReply, { ok: true }>['answer']): SocialReply {
  return { ok: true, cookies: null, answer };
}
