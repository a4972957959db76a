import type { Queryable } from '#server/db/index.ts';
import { chip, number, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { findChecks } from './store-checks.ts';

/** The invariants of the ledger, with what the last check of each found. */
export function checksDesk({ db }: { readonly db: Queryable }): DeskSeat {
  return {
    desk: 'checks',
    count: async () => (await findChecks(db)).filter(({ found }) => found > 0).length,
    list: {
      columns: [
        { id: 'name', label: 'Check', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'says', label: 'What must hold' },
        { id: 'found', label: 'Faulty rows', end: true },
        { id: 'since', label: 'Since', end: true },
        { id: 'at', label: 'Last check', end: true },
        { id: 'all', label: 'Over everything', end: true },
      ],
      filters: [],
      after: /^I\d{1,3}$/,
      read: async ({ after, limit }) => {
        const checks = await findChecks(db);
        const from = checks.findIndex(({ name }) => name === after) + 1;
        return rowPage(
          checks.slice(from, from + limit + 1).map((one) => ({ ...one, id: one.name })),
          limit,
          ({ id, says, found, brokenAt, at, allAt }) => ({
            id,
            cells: [
              strong(id),
              found === 0 ? chip('Holds', 'ok') : chip('Broken', 'bad'),
              text(sentence(says)),
              number(BigInt(found)),
              time(brokenAt),
              time(at),
              time(allAt),
            ],
          }),
        );
      },
    },
  };
}
