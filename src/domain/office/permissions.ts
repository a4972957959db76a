import type { Role } from '../identity/actor.ts';

/** Roles of staff. What each may do is the table below and nothing else. */
export type StaffRole = Exclude<Role, 'USER' | 'DEMO'>;

export const STAFF_ROLES = [
  'SUPPORT',
  'COMPLIANCE',
  'CASHIER',
  'EDITOR',
  'RESOLVER',
  'ADMIN',
  'AUDITOR',
] as const satisfies readonly StaffRole[];

interface Row {
  /** `sees`: changes nothing. An auditor may do all of these and none of the others. */
  readonly does: 'sees' | 'acts';
  readonly roles: readonly Exclude<StaffRole, 'AUDITOR'>[];
  /** Ends "You need the permission to ...". */
  readonly says: string;
}

const sees = (says: string, ...roles: Row['roles']): Row => ({ does: 'sees', roles, says });
const acts = (says: string, ...roles: Row['roles']): Row => ({ does: 'acts', roles, says });
const ALL = ['SUPPORT', 'COMPLIANCE', 'CASHIER', 'EDITOR', 'RESOLVER', 'ADMIN'] as const;

/** Who may do what in the back office. A route, a desk, a part of a record and an act each name one of these. */
export const PERMISSIONS = {
  'office.enter': sees('use the back office', ...ALL),
  'office.work': acts('write notes, tags and views', ...ALL),

  'people.read': sees('see people', 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'),
  'people.money': sees("see people's money", 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'),
  'people.risk': sees("see people's checks and risk", 'COMPLIANCE', 'ADMIN'),
  'people.clear': acts('see personal data in clear', 'SUPPORT', 'COMPLIANCE', 'ADMIN'),
  'people.sessions': acts('end sessions and keys', 'SUPPORT', 'COMPLIANCE', 'ADMIN'),
  'people.restrict': acts('block and restrict people', 'COMPLIANCE', 'ADMIN'),
  'people.limit': acts("limit people's stakes", 'COMPLIANCE', 'ADMIN'),
  'people.erase': acts('erase people', 'COMPLIANCE', 'ADMIN'),
  'people.roles': acts('give and take roles', 'ADMIN'),
  'people.see_as': acts('see the product as a person', 'SUPPORT', 'COMPLIANCE', 'ADMIN'),

  'verification.read': sees('see verifications', 'COMPLIANCE', 'ADMIN'),
  'verification.decide': acts('decide verifications', 'COMPLIANCE'),
  // Not `sees`: not even an auditor.
  'verification.suspect': acts('write and read reports of suspicious activity', 'COMPLIANCE'),
  'money.read': sees('see money', 'CASHIER', 'COMPLIANCE', 'ADMIN'),
  'money.hold': acts('hold payouts', 'CASHIER', 'COMPLIANCE', 'ADMIN'),
  'money.release': acts('release payouts', 'COMPLIANCE', 'CASHIER', 'ADMIN'),
  'money.adjust': acts('adjust balances', 'CASHIER', 'ADMIN'),
  'money.decide': acts('decide payments', 'CASHIER'),
  'money.policy': acts('change the payout policy', 'CASHIER', 'ADMIN'),
  'trading.read': sees('see trading', 'COMPLIANCE', 'RESOLVER', 'ADMIN'),
  'trading.act': acts('change trading', 'ADMIN'),
  'trading.correct': acts('correct prices', 'RESOLVER', 'ADMIN'),
  'events.read': sees('see events', 'EDITOR', 'RESOLVER', 'COMPLIANCE', 'ADMIN'),
  'events.write': acts('write events', 'EDITOR', 'ADMIN'),
  'events.clarify': acts('clarify events', 'EDITOR', 'RESOLVER'),
  'events.resolve': acts('resolve events', 'RESOLVER'),
  'events.void': acts('void events', 'ADMIN'),
  'integrity.read': sees('see the integrity of markets', 'EDITOR', 'COMPLIANCE', 'ADMIN'),
  'integrity.write': acts('act on the integrity of markets', 'EDITOR', 'COMPLIANCE'),
  'content.read': sees('see content', 'EDITOR', 'ADMIN'),
  'content.write': acts('write content', 'EDITOR', 'ADMIN'),
  'ideas.read': sees('see ideas', 'EDITOR', 'SUPPORT', 'ADMIN'),
  'ideas.write': acts('moderate ideas', 'EDITOR', 'SUPPORT', 'ADMIN'),
  'support.read': sees('see tickets', 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'RESOLVER', 'ADMIN'),
  'support.write': acts('answer tickets', 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'),
  'support.hand_back': acts('hand tickets back', 'SUPPORT', 'COMPLIANCE', 'CASHIER', 'RESOLVER', 'ADMIN'),
  'risk.read': sees('see risk', 'COMPLIANCE', 'ADMIN'),
  'risk.decide': acts('decide risk cases', 'COMPLIANCE', 'ADMIN'),
  'settings.read': sees('see settings', 'COMPLIANCE', 'CASHIER', 'ADMIN'),
  'settings.write': acts('change settings', 'ADMIN'),
  'system.read': sees('see the system', 'ADMIN'),
  'system.act': acts('run the system', 'ADMIN'),
  'approvals.read': sees('see requests for a second person', 'COMPLIANCE', 'CASHIER', 'RESOLVER', 'ADMIN'),
  'approvals.decide': acts('approve or refuse requests', 'COMPLIANCE', 'CASHIER', 'RESOLVER', 'ADMIN'),
  'audit.read': sees('see the audit log', 'COMPLIANCE', 'ADMIN'),
} as const satisfies Readonly<Record<string, Row>>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

/** May somebody of this role do it? */
export function holds(role: Role, permission: Permission): boolean {
  const row: Row = PERMISSIONS[permission];
  if (role === 'AUDITOR') return row.does === 'sees';
  return (row.roles as readonly Role[]).includes(role);
}

/** Everybody who may do it. */
export function holdersOf(permission: Permission): readonly StaffRole[] {
  return STAFF_ROLES.filter((role) => holds(role, permission));
}

/** Everything that a role may do. */
export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSION_NAMES.filter((permission) => holds(role, permission));
}

/** Entries of the audit log that tell of checks on a person: whoever speaks with them must not know of one, nor hint at it. */
const OF_CHECKS: readonly string[] = ['case.', 'records.', 'approval.'];

/** That somebody is kept from an event, and why. */
const OF_INTEGRITY = 'event.person_';

/** Is why staff made an entry about a person between colleagues? Its person reads that it was made, without that. */
export const isReasonOfStaff = (action: string): boolean => action.startsWith(OF_INTEGRITY);

/** What it takes to see an entry of the audit log about a person, by its action. */
export function neededFor(action: string): Permission {
  if (action.startsWith(OF_INTEGRITY)) return 'integrity.read';
  return OF_CHECKS.some((begin) => action.startsWith(begin)) ? 'people.risk' : 'people.read';
}
