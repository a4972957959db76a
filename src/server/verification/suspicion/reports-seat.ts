import type { Pool } from 'pg';
import { ok, refused } from '#domain/outcome.ts';
import type { OfficeRow } from '#protocol/office/cells.ts';
import { transaction } from '#server/db/index.ts';
import { chip, line, recordLink, text, time } from '#server/desk/cells.ts';
import type { ActSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage, type OfficeSeat } from '#server/desk/index.ts';
import { endDraft, refusesEnd, writeReport, type NoReport, type ReportParts } from './reports.ts';
import { countDrafts, findReport, pageReports, type ReportRow, type ReportState } from './store-reports.ts';

interface SeatParts extends ReportParts {
  readonly db: Pool;
  readonly colleagueOf: (userId: string) => Promise<{ readonly name: string }>;
}

const STATES: Readonly<Record<ReportState, { readonly label: string; readonly tone: 'warn' | 'ok' | 'plain' }>> = {
  draft: { label: 'Draft', tone: 'warn' },
  filed: { label: 'Filed', tone: 'ok' },
  dropped: { label: 'Dropped', tone: 'plain' },
};
const SAYS: Readonly<Record<NoReport, string>> = {
  none: 'There is no such report.',
  ended: 'It was filed or dropped already.',
  own: 'Somebody other than its writer files or drops a report.',
  about: 'Nobody decides on a report about themselves.',
};
const PERMISSION = 'verification.suspect' as const;
const SECRET = 'The person is never told, and nobody outside Compliance sees that there is a report.';
const short = (id: string) => `${id.slice(0, 13)}…`;

/** The desk of suspicious activity: for officers of Compliance alone, not even for those who see all else. */
export function suspicionSeat(parts: SeatParts): OfficeSeat {
  const { db } = parts;
  return {
    desks: [
      {
        desk: 'suspicion',
        count: () => countDrafts(db),
        list: {
          columns: [
            { id: 'person', label: 'Person', head: true },
            { id: 'state', label: 'State', head: true },
            { id: 'written', label: 'Written', end: true },
            { id: 'ended', label: 'Ended', end: true },
          ],
          filters: [],
          read: async ({ after, limit }) =>
            rowPage(await pageReports(db, { userId: null, after, limit: limit + 1 }), limit, rowOf),
        },
        record: {
          read: async (id) => {
            const report = await findReport(db, id);
            if (report === null) return null;
            const { label, tone } = STATES[report.state];
            // No subject: what the office notes of a record that is opened would say in the audit log whom it is about.
            return {
              title: 'Suspicious activity',
              subtitle: [recordLink('people', report.userId, short(report.userId)), time(report.writtenAt)],
              chips: [chip(label, tone)],
              subjectId: null,
            };
          },
        },
      },
    ],
    parts: [reportPart(parts), personPart(db)],
    acts: [writeAct(parts), fileAct(parts), dropAct(parts)],
  };
}

function rowOf({ id, userId, state, writtenAt, endedAt }: ReportRow): OfficeRow {
  const { label, tone } = STATES[state];
  return {
    id,
    cells: [recordLink('people', userId, short(userId)), chip(label, tone), time(writtenAt), time(endedAt)],
  };
}

function reportPart({ db, vault, colleagueOf }: SeatParts): PartSeat {
  return {
    desk: 'suspicion',
    id: 'report',
    title: 'Report',
    permission: PERMISSION,
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const report = await findReport(db, id);
      if (report === null) return [];
      const { userId, reference, endedBy } = report;
      const open = (sealed: Buffer | null) => (sealed === null ? null : vault.open(db, userId, sealed));
      return [
        line('What was seen', text(await open(report.text))),
        line('Written by', text((await colleagueOf(report.writtenBy)).name)),
        line('Reference of the authority', text(await open(reference))),
        line('Ended by', text(endedBy === null ? null : (await colleagueOf(endedBy)).name)),
        line('Ended', time(report.endedAt)),
      ];
    },
  };
}

function personPart(db: Pool): PartSeat {
  return {
    desk: 'people',
    id: 'suspicion',
    title: 'Suspicious activity',
    permission: PERMISSION,
    place: 'tab',
    order: 52,
    table: {
      columns: [
        { id: 'report', label: 'Report', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'written', label: 'Written', end: true },
      ],
      read: async ({ id, after, limit }) =>
        rowPage(await pageReports(db, { userId: id, after, limit: limit + 1 }), limit, (one) => ({
          id: one.id,
          cells: [
            recordLink('suspicion', one.id, 'Open the report'),
            chip(STATES[one.state].label, STATES[one.state].tone),
            time(one.writtenAt),
          ],
        })),
    },
  };
}

function writeAct(parts: SeatParts): ActSeat {
  return {
    desk: 'people',
    id: 'report-suspicion',
    label: 'Report suspicion',
    text: 'Writes a report of suspicious activity, as a draft. Another officer files it with the authority.',
    permission: PERMISSION,
    rule: SECRET,
    order: 72,
    fields: [{ name: 'seen', label: 'What was seen, when, and what was done', kind: 'long' }],
    refuses: ({ id, by }) => Promise.resolve(id === by.userId ? SAYS.about : null),
    run: async ({ id, by, fields }) => {
      const seen = (fields['seen'] ?? '').trim();
      if (seen.length < 20) return refused({ code: 'InvalidRequest', fields: { seen: 'too_small' } });
      const made = await transaction(parts.db, (tx) => writeReport(parts, tx, { userId: id, text: seen, by }));
      return made === null
        ? refused({ code: 'ActRefused', why: SAYS.about })
        : ok('Written. It waits in Suspicious activity for another officer.');
    },
  };
}

function endAct(parts: SeatParts, words: Pick<ActSeat, 'id' | 'label' | 'text' | 'order' | 'fields' | 'run'>): ActSeat {
  return {
    desk: 'suspicion',
    permission: PERMISSION,
    rule: SAYS.own,
    ...words,
    refuses: async ({ id, by }) => {
      const why = refusesEnd(await findReport(parts.db, id), by.userId);
      return why === null ? null : SAYS[why];
    },
  };
}

function fileAct(parts: SeatParts): ActSeat {
  return endAct(parts, {
    id: 'file',
    label: 'File',
    text: 'The report was given to the authority, under the reference that it gave.',
    order: 10,
    fields: [{ name: 'reference', label: 'Reference of the authority', kind: 'text' }],
    run: async ({ id, by, fields }) => {
      const reference = (fields['reference'] ?? '').trim();
      if (reference === '') return refused({ code: 'InvalidRequest', fields: { reference: 'missing' } });
      const why = await transaction(parts.db, (tx) => endDraft(parts, tx, { id, reference, by }));
      return why === null ? ok('Filed.') : refused({ code: 'ActRefused', why: SAYS[why] });
    },
  });
}

function dropAct(parts: SeatParts): ActSeat {
  return endAct(parts, {
    id: 'drop',
    label: 'Drop',
    text: 'Nothing suspicious is left of it. The report stays as it was written.',
    order: 20,
    run: async ({ id, by }) => {
      const why = await transaction(parts.db, (tx) => endDraft(parts, tx, { id, reference: null, by }));
      return why === null ? ok('Dropped.') : refused({ code: 'ActRefused', why: SAYS[why] });
    },
  });
}
