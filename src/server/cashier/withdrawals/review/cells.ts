import type { WithdrawalState } from '#domain/cashier/withdrawals.ts';
import { add } from '#domain/money.ts';
import type { Cell, CellTone, OfficeColumn } from '#protocol/office/cells.ts';
import { chip, code, money, text, time } from '#server/desk/cells.ts';
import type { Withdrawal } from '../store-withdrawals.ts';

export const STATES: Readonly<Record<WithdrawalState, { readonly says: string; readonly tone: CellTone }>> = {
  REVIEW: { says: 'Waits for people', tone: 'warn' },
  APPROVED: { says: 'To be sent', tone: 'info' },
  SIGNED: { says: 'Signed', tone: 'info' },
  BROADCAST: { says: 'Sent', tone: 'info' },
  PAID: { says: 'Arrived', tone: 'ok' },
  CANCELLED: { says: 'Cancelled', tone: 'plain' },
  REJECTED: { says: 'Refused', tone: 'bad' },
};
export const STATE_NAMES = Object.keys(STATES) as readonly WithdrawalState[];

export function stateCell(state: WithdrawalState): Cell {
  const { says, tone } = STATES[state];
  return chip(says, tone);
}

/** Of a withdrawal wherever it stands in a list; `WITHDRAWAL_COLUMNS` name them. */
export function withdrawalCells(row: Withdrawal): readonly Cell[] {
  return [
    text(row.rule),
    money(add(row.amount, row.fee)),
    text(`${row.token} on ${row.network}`),
    code(row.address),
    time(row.requestedAt),
  ];
}
export const WITHDRAWAL_COLUMNS: readonly OfficeColumn[] = [
  { id: 'rule', label: 'Rule' },
  { id: 'amount', label: 'Amount', end: true },
  { id: 'coin', label: 'Coin' },
  { id: 'address', label: 'To' },
  { id: 'requested', label: 'Asked for', end: true },
];
