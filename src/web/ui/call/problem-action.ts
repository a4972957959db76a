import type { SupportSubject } from '#web/support-link.ts';
import type { Problem } from './problem.ts';

/** Where a refusal leads on. `own`: to the sign-in of the account that is there already. */
export type ProblemAction =
  | { readonly to: 'login' | 'own' }
  | { readonly to: 'support'; readonly about: SupportSubject };

/**
 * What stands below a refusal; null: its sentence says all there is to do here. A question to support carries the
 * code, and what finds the request in the log.
 */
export function problemActionOf({
  code,
  action,
  requestId,
}: Pick<Problem, 'code' | 'action' | 'requestId'>): ProblemAction | null {
  if (code === 'NotSignedIn') return { to: 'login' };
  if (code === 'UserAlreadyExists') return { to: 'own' };
  if (action !== 'support') return null;
  return { to: 'support', about: { kind: 'error', ref: requestId === null ? code : `${code} ${requestId}` } };
}
