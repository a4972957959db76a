import { streamName } from '#domain/prices/pair.ts';
import { PAIRS } from '#domain/prices/pairs.ts';
import type { OfficeColumn } from '#protocol/office/cells.ts';
import type { Queryable } from '#server/db/index.ts';
import { chip, code, line, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { countOpenIncidents, findIncident, listIncidents, type IncidentRow } from '../store-incidents.ts';

const ID = /^\d{1,15}\.\d{1,15}$/;
const stateOf = ({ to }: IncidentRow) => (to === null ? chip('It lasts', 'bad') : chip('Over', 'plain'));
const secondsOf = ({ from, to }: IncidentRow) => number(to === null ? null : Math.round((to - from) / 1_000));
/** An incident by the id of its row: its beginning and its stream. */
async function incidentOf(db: Queryable, id: string): Promise<IncidentRow | null> {
  const [from = 0, stream = 0] = id.split('.').map(Number);
  return findIncident(db, { from, stream });
}
function pageOf(found: readonly IncidentRow[], limit: number) {
  return rowPage(found, limit, (one) => ({
    id: `${one.from}.${one.stream}`,
    cells: [
      strong(one.pair),
      text(sentence(one.cause)),
      text(sentence(one.kind)),
      stateOf(one),
      secondsOf(one),
      time(one.from),
      time(one.to),
    ],
  }));
}
const COLUMNS = [
  { id: 'pair', label: 'Pair', head: true },
  { id: 'cause', label: 'Cause', head: true },
  { id: 'feed', label: 'Feed' },
  { id: 'lasts', label: 'State' },
  { id: 'seconds', label: 'Seconds', end: true },
  { id: 'from', label: 'From', end: true },
  { id: 'to', label: 'To', end: true },
] as const satisfies readonly OfficeColumn[];
/** The incident after which a page begins. */
function startOf(after: string | null) {
  const [from, stream] = (after ?? '').split('.').map(Number);
  return from === undefined || stream === undefined ? null : { from, stream };
}

/** When pairs had no price that can be trusted, and why. */
export function incidentsDesk({ db }: { readonly db: Queryable }): DeskSeat {
  return {
    desk: 'incidents',
    count: () => countOpenIncidents(db),
    list: {
      columns: COLUMNS,
      filters: [
        { name: 'pair', label: 'Pair', kind: 'choice', options: PAIRS.map(({ id }) => ({ value: id, label: id })) },
      ],
      after: ID,
      read: async ({ filter, after, limit }) =>
        pageOf(
          await listIncidents(db, { after: startOf(after), pair: filter['pair'] ?? null, limit: limit + 1 }),
          limit,
        ),
    },
    record: {
      id: ID,
      read: async (id) => {
        const one = await incidentOf(db, id);
        if (one === null) return null;
        const title = `${one.pair}: ${sentence(one.cause).toLowerCase()}`;
        return { title, subtitle: [time(one.from)], chips: [stateOf(one)], subjectId: null };
      },
    },
  };
}

/** An incident on its page, and those of a pair on the page of the pair. */
export function incidentParts({ db }: { readonly db: Queryable }): readonly PartSeat[] {
  return [
    {
      desk: 'incidents',
      id: 'incident',
      title: 'Incident',
      permission: 'trading.read',
      place: 'facts',
      lines: async ({ id }) => {
        const one = await incidentOf(db, id);
        if (one === null) return [];
        return [
          line('Pair', recordLink('pairs', one.pair, one.pair)),
          line('Stream', code(streamName(one.pair, one.kind))),
          line('Cause', text(sentence(one.cause))),
          line('From', time(one.from)),
          line('To', time(one.to)),
          line('Seconds', secondsOf(one)),
          line('Wrong prices in it', recordLink('corrections', 'new', 'Propose a correction')),
        ];
      },
    },
    {
      desk: 'pairs',
      id: 'incidents',
      title: 'Incidents',
      permission: 'trading.read',
      place: 'tab',
      order: 30,
      table: {
        columns: COLUMNS,
        after: ID,
        read: async ({ id, after, limit }) =>
          pageOf(await listIncidents(db, { after: startOf(after), pair: id, limit: limit + 1 }), limit),
      },
    },
  ];
}
