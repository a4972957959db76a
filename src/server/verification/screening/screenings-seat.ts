import type { Pool } from 'pg';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { chip, number, text, time } from '#server/desk/cells.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { pageSheets, type Sheet } from './store-sheets.ts';

/** The desk of screenings: which list everybody was screened against, what came of it, and how long it took. */
export function screeningsSeat({ db }: { readonly db: Pool }): OfficeSeat {
  return {
    desks: [
      {
        desk: 'screenings',
        list: {
          columns: [
            { id: 'begun', label: 'Begun', head: true },
            { id: 'state', label: 'State', head: true },
            { id: 'list', label: 'List' },
            { id: 'threshold', label: 'Hit from', end: true },
            { id: 'screened', label: 'Screened', end: true },
            { id: 'hits', label: 'New hits', end: true },
            { id: 'took', label: 'Took', end: true },
          ],
          filters: [],
          read: async ({ after, limit }) => rowPage(await pageSheets(db, { after, limit: limit + 1 }), limit, rowOf),
        },
      },
    ],
  };
}

function rowOf(sheet: Sheet & { readonly listName: string }): OfficeRow {
  const { begunAt, endedAt } = sheet;
  const state = endedAt === null ? chip('Going on', 'info') : chip('Done', 'ok');
  return {
    id: sheet.id,
    cells: [
      time(begunAt),
      // What is tried in the shadow opens no case.
      sheet.shadow ? chip(endedAt === null ? 'Shadow, going on' : 'Shadow', 'plain') : state,
      text(`${sheet.listNo}: ${sheet.listName}`),
      text(sheet.threshold.toFixed(2)),
      number(sheet.screened),
      number(sheet.hits),
      text(endedAt === null ? null : `${((endedAt - begunAt) / 1_000).toFixed(1)} s`),
    ],
  };
}
