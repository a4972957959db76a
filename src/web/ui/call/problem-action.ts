import { mailAddress } from '#web/email/mail-address.ts';
import type { Problem } from './problem.ts';

/** Where a refusal leads on. `own`: to the sign-in of the account that is there already. */
export type ProblemAction = { readonly to: 'login' | 'own' } | { readonly to: 'support'; readonly href: string };

/**
 * What stands below a refusal; null: its sentence says all there is to do here. Questions go to the address that
 * the operator names, with what finds the request in the log.
 */
export function problemActionOf(
  { code, action, requestId }: Pick<Problem, 'code' | 'action' | 'requestId'>,
  supportEmail: string | null,
): ProblemAction | null {
  if (code === 'NotSignedIn') return { to: 'login' };
  if (code === 'UserAlreadyExists') return { to: 'own' };
  if (action !== 'support' || supportEmail === null) return null;
  const subject = requestId === null ? code : `${code} ${requestId}`;
  return { to: 'support', href: mailAddress(supportEmail, { subject }) };
}
