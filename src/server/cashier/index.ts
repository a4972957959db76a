export type { Cashier } from './contract.ts';
export { endDue, pay } from './payments.ts';
export type { CashierParts } from './parts.ts';
export { createPayouts, UNGUARDED } from './payouts/payouts.ts';
