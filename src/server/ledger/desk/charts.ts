import type { Pool } from 'pg';
import { codesOf } from '#domain/ledger/money-types.ts';
import { moneyChart, sumByDay } from '#server/desk/charts.ts';
import type { ChartSeat } from '#server/desk/contract.ts';
import { moneyDays, type MoneyDay } from './money-days.ts';

const span = (days: readonly string[]) => ({ from: days[0] ?? '', to: days.at(-1) ?? '' });
const DEPOSITS = new Set(codesOf('deposit'));
/** Paid out: what was asked for stands in a hold before. */
const PAID_OUT = new Set([130, 140, 150]);
const ASKED = 110;

/** Money of people that came and went, on the front page. */
export function moneyCharts({ db }: { readonly db: Pool }): readonly ChartSeat[] {
  const sum = (rows: readonly MoneyDay[], fits: (row: MoneyDay) => boolean) =>
    sumByDay(rows.filter(fits), ({ amount }) => amount);
  const base = { place: 'front', permission: 'money.read', unit: 'USDT', shape: 'bars' } as const;
  return [
    {
      ...base,
      id: 'deposits',
      title: 'Deposits',
      note: 'Credited to people',
      order: 60,
      read: async (days) => {
        const rows = await moneyDays(db, span(days));
        const of = sum(rows, ({ code, creditKind }) => DEPOSITS.has(code) && creditKind === 'user_cash');
        return moneyChart(days, [{ label: 'Deposits', tone: 'up', of }]);
      },
    },
    {
      ...base,
      id: 'withdrawals',
      title: 'Withdrawals',
      shape: 'lines',
      order: 70,
      read: async (days) => {
        const rows = await moneyDays(db, span(days));
        return moneyChart(days, [
          { label: 'Asked for', tone: 'info', of: sum(rows, ({ code }) => code === ASKED) },
          {
            label: 'Paid out',
            tone: 'down',
            of: sum(rows, ({ code, debitKind }) => PAID_OUT.has(code) && debitKind === 'withdraw_hold'),
          },
        ]);
      },
    },
    {
      ...base,
      id: 'payments',
      title: 'Payments between people',
      note: 'When they were made, also those recalled later',
      order: 80,
      read: async (days) => {
        const of = sum(await moneyDays(db, span(days)), ({ creditKind }) => creditKind === 'payment_hold');
        return moneyChart(days, [{ label: 'Payments', tone: 'brand', of }]);
      },
    },
  ];
}
