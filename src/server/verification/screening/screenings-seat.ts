import type { Pool } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { transaction } from '#server/db/index.ts';
import { chip, line, number, recordLink, text, time } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { letCount, type ListParts } from './lists.ts';
import { countDifferences, pageDifferences } from './store-differences.ts';
import { compareLists, findList, isTried } from './store-lists.ts';
import { findSheet, pageSheets, type Sheet } from './store-sheets.ts';

type SeatParts = ListParts & { readonly db: Pool };

/** The desk of screenings: which list everybody was screened against, what came of it, and what would change by one that is tried. */
export function screeningsSeat(parts: SeatParts): OfficeSeat {
  const { db } = parts;
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
        record: {
          read: async (id) => {
            const sheet = await findSheet(db, id);
            if (sheet === null) return null;
            return {
              title: `Screening against list ${sheet.listNo}`,
              subtitle: [time(sheet.begunAt)],
              chips: [stateOf(sheet)],
              subjectId: null,
            };
          },
        },
      },
    ],
    parts: [factsPart(db), differencesPart(db)],
    acts: [countAct(parts)],
  };
}

function rowOf(sheet: Sheet & { readonly listName: string }): OfficeRow {
  const { begunAt, endedAt } = sheet;
  return {
    id: sheet.id,
    cells: [
      time(begunAt),
      stateOf(sheet),
      text(`${sheet.listNo}: ${sheet.listName}`),
      text(sheet.threshold.toFixed(2)),
      number(sheet.screened),
      number(sheet.hits),
      text(endedAt === null ? null : `${((endedAt - begunAt) / 1_000).toFixed(1)} s`),
    ],
  };
}

/** What is tried in the shadow opens no case. */
function stateOf({ shadow, endedAt }: Sheet) {
  if (shadow) return chip(endedAt === null ? 'Shadow, going on' : 'Shadow', 'plain');
  return endedAt === null ? chip('Going on', 'info') : chip('Done', 'ok');
}

/** What is in the list beside the one that counts, and what it comes to. */
function factsPart(db: Pool): PartSeat {
  return {
    desk: 'screenings',
    id: 'screening',
    title: 'Screening',
    permission: 'verification.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const sheet = await findSheet(db, id);
      if (sheet === null) return [];
      const counting = await findList(db);
      const against =
        counting === null || counting.no === sheet.listNo
          ? []
          : await compareLists(db, { from: counting.no, to: sheet.listNo }).then(({ gone, changed, added }) => [
              line(`Entries that list ${counting.no} has not`, number(added)),
              line('Entries that changed', number(changed)),
              line(`Entries that list ${counting.no} has alone`, number(gone)),
            ]);
      const found = sheet.shadow ? await countDifferences(db, id) : null;
      return [
        line('People screened', number(sheet.screened)),
        line('Hits', number(sheet.hits)),
        line('Ended', time(sheet.endedAt)),
        ...against,
        ...(found === null
          ? []
          : [line('People newly found', number(found.new)), line('Cases left without a hit', number(found.gone))]),
      ];
    },
  };
}

function differencesPart(db: Pool): PartSeat {
  return {
    desk: 'screenings',
    id: 'differences',
    title: 'What would change',
    permission: 'verification.read',
    place: 'tab',
    order: 10,
    table: {
      columns: [
        { id: 'person', label: 'Person', head: true },
        { id: 'change', label: 'Change', head: true },
        { id: 'score', label: 'Likeliest', end: true },
      ],
      read: async ({ id, after, limit }) => {
        const found = await pageDifferences(db, { sheetId: id, after, limit: limit + 1 });
        return rowPage(
          found.map((one) => ({ ...one, id: one.userId })),
          limit,
          ({ id: userId, kind, score }) => ({
            id: userId,
            cells: [
              recordLink('people', userId, `${userId.slice(0, 13)}…`),
              kind === 'new' ? chip('Newly found', 'warn') : chip('Its case has no hit left', 'plain'),
              text(score === null ? null : score.toFixed(2)),
            ],
          }),
        );
      },
    },
  };
}

function countAct(parts: SeatParts): ActSeat {
  const { db } = parts;
  return {
    desk: 'screenings',
    id: 'let-count',
    label: 'Let the list count',
    text: 'Everybody is screened against this list, first those who are newly found. They place nothing until somebody has looked at their case.',
    permission: 'verification.decide',
    rule: 'A list that is tried counts when somebody has seen what changes by it.',
    order: 10,
    refuses: async ({ id }) => {
      const sheet = await findSheet(db, id);
      if (sheet === null || !(await isTried(db, sheet.listNo))) return 'The list counts already.';
      return sheet.endedAt === null ? 'The trial is still going on.' : null;
    },
    run: async ({ id, by, reason }) => {
      const sheet = await findSheet(db, id);
      const no = sheet?.listNo ?? '';
      const isDone = await transaction(db, (tx) => letCount(parts, tx, { no, by, reason }));
      return isDone
        ? ok('It counts. Everybody is being screened.')
        : refused({ code: 'ActRefused', why: 'The list counts already.' });
    },
  };
}
