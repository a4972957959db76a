import { sentence, code, money, recordLink, strong, time } from '#server/desk/cells.ts';
import type { PartSeat } from '#server/desk/contract.ts';
import { usdt } from '#domain/money.ts';
import { rowPage } from '#server/desk/index.ts';
import type { Queryable } from '#server/db/index.ts';
import { journalsFor } from './store-explorer.ts';

/** On the page of a prediction: every journal that it made. */
export function journalsOfPrediction({ db }: { readonly db: Queryable }): PartSeat {
  return {
    desk: 'predictions',
    id: 'journals',
    title: 'Journals',
    permission: 'people.money',
    place: 'tab',
    order: 10,
    table: {
      columns: [
        { id: 'kind', label: 'Kind', head: true },
        { id: 'no', label: 'Journal', head: true },
        { id: 'moved', label: 'Moved', end: true },
        { id: 'at', label: 'When', end: true },
        { id: 'open', label: 'Transfers' },
      ],
      after: /^(real|demo)\.\d{1,19}$/,
      read: async ({ id, after, limit }) => {
        const all = await journalsFor(db, id);
        const from = all.findIndex((one) => `${one.realm}.${one.id}` === after) + 1;
        return rowPage(all.slice(from), limit, ({ realm, id: no, kind, amount, at }) => ({
          id: `${realm}.${no}`,
          cells: [
            strong(sentence(kind)),
            code(no),
            money(usdt(amount)),
            time(at),
            recordLink('journals', `${realm}.${no}`, 'Its transfers'),
          ],
        }));
      },
    },
  };
}
