/** Who may do what in the back office, written by hand apart from `permissions.ts`: a second pair of eyes. */
import type { StaffRole } from '#domain/office/permissions.ts';
import type { DESKS } from '#protocol/office/desks.ts';

/** Who sees each desk, by hand: the second pair of eyes on `permissions.ts`. An auditor sees all but what is kept even from them. */
export const SEEN: Readonly<Record<(typeof DESKS)[number]['id'], readonly StaffRole[]>> = {
  people: ['SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'],
  bulk: ['SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'],
  documents: ['COMPLIANCE', 'ADMIN'],
  cases: ['COMPLIANCE', 'ADMIN'],
  screenings: ['COMPLIANCE', 'ADMIN'],
  suspicion: ['COMPLIANCE'],
  modes: ['COMPLIANCE', 'RESOLVER', 'ADMIN'],
  settings: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  approvals: ['COMPLIANCE', 'CASHIER', 'RESOLVER', 'ADMIN'],
  audit: ['COMPLIANCE', 'ADMIN'],
  withdrawals: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  payouts: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  findings: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  fiat: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  books: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  house: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  journals: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  accounts: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  checks: ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  exposure: ['COMPLIANCE', 'RESOLVER', 'ADMIN'],
  corrections: ['COMPLIANCE', 'RESOLVER', 'ADMIN'],
  predictions: ['SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'],
  pairs: ['COMPLIANCE', 'RESOLVER', 'ADMIN'],
  incidents: ['COMPLIANCE', 'RESOLVER', 'ADMIN'],
  events: ['EDITOR', 'RESOLVER', 'ADMIN'],
  tickets: ['SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'],
  links: ['COMPLIANCE', 'ADMIN'],
  articles: ['EDITOR', 'ADMIN'],
  ideas: ['EDITOR', 'SUPPORT', 'ADMIN'],
  markouts: ['COMPLIANCE', 'ADMIN'],
  play: ['COMPLIANCE', 'ADMIN'],
  jobs: ['ADMIN'],
  followers: ['ADMIN'],
  mails: ['ADMIN'],
};

/** Desks that an auditor does not see: whoever knows of a report must not hint at it. */
export const KEPT_FROM_AUDITORS: readonly string[] = ['suspicion'];

/** Who does what to a record, by desk and act. */
export const DONE: Readonly<Record<string, readonly StaffRole[]>> = {
  'people.tag': ['SUPPORT', 'COMPLIANCE', 'CASHIER', 'ADMIN'],
  'people.block': ['COMPLIANCE', 'ADMIN'],
  'people.unblock': ['COMPLIANCE', 'ADMIN'],
  'people.end-sessions': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.end-keys': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.end-session': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.end-key': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.see-as': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.stop-seeing': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.show-clear': ['SUPPORT', 'COMPLIANCE', 'ADMIN'],
  'people.restrict': ['COMPLIANCE', 'ADMIN'],
  'people.allow-play': ['COMPLIANCE', 'ADMIN'],
  'people.hold-payouts': ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  'people.release-payouts': ['COMPLIANCE', 'CASHIER', 'ADMIN'],
  'people.limit-stake': ['COMPLIANCE', 'ADMIN'],
  'people.loosen-stake': ['COMPLIANCE', 'ADMIN'],
  'people.adjust-balance': ['CASHIER', 'ADMIN'],
  'people.erase': ['COMPLIANCE', 'ADMIN'],
  'people.ask_document': ['COMPLIANCE'],
  'people.doubt_document': ['COMPLIANCE'],
  'people.doubt_name': ['COMPLIANCE'],
  'people.block_document': ['COMPLIANCE'],
  'people.unblock_document': ['COMPLIANCE'],
  'people.hold-records': ['COMPLIANCE'],
  'people.release-records': ['COMPLIANCE'],
  'people.report-suspicion': ['COMPLIANCE'],
};
