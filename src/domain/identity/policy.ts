import type { Role } from './actor.ts';
import type { Realm } from '../realm.ts';
import type { Refusal } from '../refusals.ts';

/** Realm of the tokens of a role. Everybody but a demo person is in the real realm. */
export function realmOf(role: Role): Realm {
  return role === 'DEMO' ? 'demo' : 'real';
}

/** People of the house; the others trade, each in their realm. */
export function isStaff(role: Role): boolean {
  return role !== 'USER' && role !== 'DEMO';
}

/**
 * May this caller use a route whose policy row is `callers`? null: yes.
 * `role` null is a visitor, who is asked to sign in where somebody else may call and told nothing more.
 */
export function refuseCaller(callers: readonly (Role | 'VISITOR')[], role: Role | null): Refusal | null {
  if (callers.includes(role ?? 'VISITOR')) return null;
  return role === null ? { code: 'NotSignedIn' } : { code: 'PermissionsError' };
}
