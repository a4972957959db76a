import type { Accounts } from '../contract-factors.ts';
import type { IdentityContext } from '../context.ts';
import type { SignInChallenges } from './sign-in-challenges.ts';

/** What the parts of second factors share. */
export interface FactorParts extends IdentityContext {
  readonly accounts: Accounts;
  readonly challenges: SignInChallenges;
}
