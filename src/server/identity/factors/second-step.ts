import type { SecondStepWay } from '#protocol/account.ts';
import type { SecondStep, SignInUnderWay } from '../contract-factors.ts';
import { challenge } from './challenge.ts';
import type { Otp } from './otp.ts';
import type { FactorParts } from './parts.ts';
import type { Passkeys } from './passkeys.ts';
import type { WaitingLink } from './sign-in.ts';
import type { Spend } from './telegram.ts';

interface Parts extends FactorParts {
  readonly otp: Otp;
  readonly passkeys: Passkeys;
}

/** How the person takes the second step of a login; null: they have no second factor. A passkey is one as well as an app. */
export async function secondWaysOf(
  { otp, passkeys }: Pick<Parts, 'otp' | 'passkeys'>,
  userId: string,
): Promise<SecondStepWay[] | null> {
  const [{ since, recoveryCodesLeft }, keys] = await Promise.all([otp.state(userId), passkeys.count(userId)]);
  if (since === null && keys === 0) return null;
  return [
    ...(since === null ? [] : (['otp'] as const)),
    ...(keys === 0 ? [] : (['passkey'] as const)),
    ...(recoveryCodesLeft === 0 ? [] : (['recovery'] as const)),
  ];
}

/** Begins the second step where there is one to take, whichever way the first one went. */
export async function startSecondStep(
  parts: Parts,
  login: SignInUnderWay & {
    readonly rememberMe: boolean;
    readonly link: WaitingLink | null;
    readonly spend?: Spend | undefined;
  },
): Promise<SecondStep | null> {
  const { userId, passwordSince, rememberMe, link, spend } = login;
  const ways = await secondWaysOf(parts, userId);
  if (ways === null) return null;
  return { otpToken: await challenge(parts, { userId, content: { rememberMe, link, passwordSince }, spend }), ways };
}
