import { PAIRS } from '#domain/prices/pairs.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, number, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { countOpenIncidents, listIncidents } from '../store-incidents.ts';

/** When pairs had no price that can be trusted, and why. */
export function incidentsDesk({ db }: { readonly db: Queryable }): DeskSeat {
  return {
    desk: 'incidents',
    count: () => countOpenIncidents(db),
    list: {
      columns: [
        { id: 'pair', label: 'Pair', head: true },
        { id: 'cause', label: 'Cause', head: true },
        { id: 'feed', label: 'Feed' },
        { id: 'lasts', label: 'State' },
        { id: 'seconds', label: 'Seconds', end: true },
        { id: 'from', label: 'From', end: true },
        { id: 'to', label: 'To', end: true },
      ],
      filters: [
        { name: 'pair', label: 'Pair', kind: 'choice', options: PAIRS.map(({ id }) => ({ value: id, label: id })) },
      ],
      after: /^\d{1,15}\.\d{1,15}$/,
      read: async ({ filter, after, limit }) => {
        const [from, stream] = (after ?? '').split('.').map(Number);
        const last = from === undefined || stream === undefined ? null : { from, stream };
        const found = await listIncidents(db, { after: last, pair: filter['pair'] ?? null, limit: limit + 1 });
        return rowPage(found, limit, (one) => ({
          id: `${one.from}.${one.stream}`,
          cells: [
            strong(one.pair),
            text(sentence(one.cause)),
            text(sentence(one.kind)),
            one.to === null ? chip('It lasts', 'bad') : chip('Over', 'plain'),
            number(one.to === null ? null : Math.round((one.to - one.from) / 1_000)),
            time(one.from),
            time(one.to),
          ],
        }));
      },
    },
  };
}
