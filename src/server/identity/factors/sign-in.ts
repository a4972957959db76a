import type { PoolClient } from 'pg';
import { z } from 'zod';
import { CHALLENGE_MS } from '#domain/identity/otp.ts';
import { transaction } from '#server/db/index.ts';
import type { Client, SignInMethod, SignInUnderWay } from '../contract-factors.ts';
import type { SignInReply } from './contract.ts';
import { recordAct } from '../audit-trail.ts';
import { tellerOf, type Teller } from './news.ts';
import type { FactorParts } from './parts.ts';
import { insertLink } from './store-social.ts';
import type { Spend } from './telegram.ts';
import type { ChallengeKind } from './sign-in-challenges.ts';

/** A link to an account elsewhere that waits until its person is proven. */
export const waitingLink = z.strictObject({ provider: z.string(), subject: z.string(), name: z.string() });
export type WaitingLink = z.infer<typeof waitingLink>;

const login = z.strictObject({
  rememberMe: z.boolean(),
  link: waitingLink.nullable(),
  /** Of the account when the first factor was judged, ms. */
  passwordSince: z.number().nullable(),
});

/** PENDING_2FA: the first factor was right. */
export const LOGIN: ChallengeKind<z.infer<typeof login>> = { name: 'login', lives: CHALLENGE_MS, content: login };

export interface SignIn extends SignInUnderWay {
  readonly method: SignInMethod;
  readonly rememberMe: boolean;
  readonly client: Client;
  readonly isNew?: boolean;
  readonly link?: WaitingLink | null;
  readonly spend?: Spend | undefined;
}

/**
 * Begins the session of somebody who proved who they are. A closed account is told what a wrong password is told, and so is who was overtaken
 * by a change of the password.
 */
export async function signIn(parts: FactorParts, asked: SignIn): Promise<SignInReply> {
  const { db, accounts } = parts;
  const { userId, passwordSince, method, rememberMe, client, isNew = false, link = null } = asked;
  const account = await accounts.findAccount(userId);
  if (account === null) return { ok: false, refusal: { code: 'WrongCredentials' } };
  const { role } = account;
  const tell = link === null ? null : await tellerOf(parts, userId);
  const opened = await transaction(db, async (tx) => {
    await asked.spend?.(tx);
    if (!(await accounts.holdForSignIn(tx, { userId, passwordSince }))) return 'WrongCredentials';
    if (link !== null && !(await keepLink(tx, { userId, link, now: parts.clock.now(), tell })))
      return 'UserAlreadyExists';
    const begun = await accounts.openSession(tx, { userId, role, client, method, rememberMe });
    if (link !== null) await noteLinked(parts, tx, { userId, link, client });
    return begun;
  });
  if (typeof opened === 'string') return { ok: false, refusal: { code: opened } };
  accounts.announceEnded(opened.replaced);
  const { accessToken, cookies } = opened;
  return { ok: true, cookies, answer: { accessToken, isNew, user: await accounts.sessionUserOf(userId) } };
}

/** The password that a sign-in begins under: taken before the first proof is judged, or where the proof is no password, after. */
export async function passwordSinceOf({ accounts }: FactorParts, userId: string): Promise<number | null> {
  return (await accounts.findAccount(userId))?.passwordSince ?? null;
}

/** Links and says so by mail; false when the account elsewhere is somebody else's. */
export async function keepLink(
  tx: PoolClient,
  kept: { readonly userId: string; readonly link: WaitingLink; readonly now: number; readonly tell: Teller | null },
): Promise<boolean> {
  const { userId, link, now, tell } = kept;
  const subject = Buffer.from(link.subject, 'base64url');
  if (!(await insertLink(tx, { provider: link.provider, subject, userId, now }))) return false;
  await tell?.(tx, { kind: 'social_linked', name: link.name });
  return true;
}

export function noteLinked(
  parts: FactorParts,
  tx: PoolClient,
  linked: { readonly userId: string; readonly link: WaitingLink; readonly client: Client },
): Promise<void> {
  const { userId, link, client } = linked;
  const after = { provider: link.provider };
  return recordAct(parts, tx, { userId, action: 'social.linked', address: client.address, after });
}
