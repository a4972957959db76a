import type { Pool } from 'pg';
import { recordLink } from '#server/desk/cells.ts';
import type { PartSeat, RecordAsked, TableSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/row-page.ts';
import { findWithdrawals, withdrawalsOf } from '../store-withdrawals.ts';
import { stateCell, WITHDRAWAL_COLUMNS, withdrawalCells } from './cells.ts';

const table = (db: Pool, personOf: (asked: RecordAsked) => Promise<string | null>): TableSeat<RecordAsked> => ({
  columns: [
    { id: 'id', label: 'Withdrawal', head: true },
    { id: 'state', label: 'State', head: true },
    ...WITHDRAWAL_COLUMNS,
  ],
  read: async (asked) => {
    const userId = await personOf(asked);
    if (userId === null) return { rows: [], next: null };
    const found = await withdrawalsOf(db, { userId, after: asked.after, limit: asked.limit + 1 });
    return rowPage(found, asked.limit, (row) => ({
      id: row.id,
      cells: [recordLink('withdrawals', row.id, 'Open'), stateCell(row.state), ...withdrawalCells(row)],
    }));
  },
});

/** Withdrawals of a person, on their page and beside one that is looked at. */
export function withdrawalsParts({ db }: { readonly db: Pool }): readonly PartSeat[] {
  return [
    {
      desk: 'people',
      id: 'withdrawals',
      title: 'Withdrawals',
      permission: 'people.money',
      place: 'tab',
      order: 7,
      table: table(db, ({ id }) => Promise.resolve(id)),
    },
    {
      desk: 'withdrawals',
      id: 'all',
      title: 'All of this person',
      permission: 'money.read',
      place: 'tab',
      order: 10,
      table: table(db, async ({ id }) => (await findWithdrawals(db, [id])).get(id)?.userId ?? null),
    },
  ];
}
