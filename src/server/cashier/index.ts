export type { Cashier } from './contract.ts';
export { endDue, pay, recall } from './payments.ts';
export type { CashierParts } from './parts.ts';
