import {
  REPORT_ACTS,
  REPORT_STATES,
  reportAfter,
  type EventReportReason,
  type ReportAct,
  type ReportState,
} from '#domain/events/report.ts';
import type { CellTone } from '#protocol/office/cells.ts';
import { chip, line, number, recordLink, strong, text, time } from '#server/desk/cells.ts';
import type { ActSeat, DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { moveEventReport, REPORT_OVER, type ReportParts } from '../integrity/reports.ts';
import { countReports, findReport, openReports, pageReports } from '../integrity/store-reports.ts';

const REASONS: Readonly<Record<EventReportReason, string>> = {
  insider: 'Somebody knows the result',
  manipulation: 'Manipulation',
  source: 'Wrong source or rules',
  other: 'Something else',
};
const STATES: Readonly<Record<ReportState, readonly [string, CellTone]>> = {
  OPEN: ['Open', 'warn'],
  LOOKED: ['Looked at', 'info'],
  DISMISSED: ['Dismissed', 'plain'],
  ACTED: ['Acted on', 'ok'],
};
/** Signs of a text in a list. */
const BEGINNING = 120;

const stateChip = (state: ReportState) => chip(...STATES[state]);

/** What people report of markets: suspected insiders, manipulation, wrong sources. */
export function reportsDesk({ db }: Pick<ReportParts, 'db'>): DeskSeat {
  return {
    desk: 'market-reports',
    count: () => countReports(db),
    list: {
      columns: [
        { id: 'event', label: 'Event', head: true },
        { id: 'reason', label: 'Reason', head: true },
        { id: 'state', label: 'State' },
        { id: 'text', label: 'Text' },
        { id: 'made', label: 'Written', end: true },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          kind: 'choice',
          options: REPORT_STATES.map((value) => ({ value, label: STATES[value][0] })),
        },
      ],
      read: async ({ filter, after, limit }) => {
        const state = REPORT_STATES.find((one) => one === filter['state']) ?? null;
        return rowPage(await pageReports(db, { state, after, limit: limit + 1 }), limit, (report) => ({
          id: report.id,
          cells: [
            strong(report.title),
            text(REASONS[report.reason]),
            stateChip(report.state),
            text(report.text?.slice(0, BEGINNING) ?? 'Gone with the account'),
            time(report.madeAt),
          ],
        }));
      },
    },
    record: {
      read: async (id) => {
        const report = await findReport(db, id);
        if (report === null) return null;
        const { title, state, reason, userId } = report;
        return { title, subtitle: [text(REASONS[reason])], chips: [stateChip(state)], subjectId: userId };
      },
    },
  };
}

/** The report, and where its market is. */
export function reportFacts({ db }: Pick<ReportParts, 'db'>): PartSeat {
  return {
    desk: 'market-reports',
    id: 'report',
    title: 'Report',
    permission: 'integrity.read',
    place: 'facts',
    order: 10,
    lines: async ({ id }) => {
      const report = await findReport(db, id);
      if (report === null) return [];
      const { userId, marketId, eventId } = report;
      return [
        line('Reason', text(REASONS[report.reason])),
        line('Text', text(report.text ?? 'Gone with the account')),
        line('Market', recordLink('events', marketId, 'Its first market')),
        line('Open reports of the event', number(await openReports(db, eventId))),
        line('By', userId === null ? text('a closed account') : recordLink('people', userId, userId.slice(0, 13))),
        line('Written', time(report.madeAt)),
        line('Decided', time(report.decidedAt)),
      ];
    },
  };
}

const ACTS: Readonly<Record<ReportAct, Pick<ActSeat, 'label' | 'text' | 'rule'>>> = {
  look: {
    label: 'Look at it',
    text: 'Colleagues see that somebody does. Whoever made it is not told.',
    rule: 'One person, not about a report of their own.',
  },
  dismiss: {
    label: 'Dismiss',
    text: 'Whoever made it is told that we looked at it and found nothing against the rules. The reason is for colleagues alone.',
    rule: 'Where nothing is wrong.',
  },
  act: {
    label: 'Close as acted on',
    text: 'Whoever made it is told that we looked at it and acted. What was done is not told. The reason is for colleagues alone.',
    rule: 'After the act: a clarification, a pause, a person kept from the market, a case.',
  },
};

/** What staff does with a report. */
export function reportActs(parts: ReportParts): readonly ActSeat[] {
  return REPORT_ACTS.map((act, at) => ({
    desk: 'market-reports',
    id: act,
    permission: 'integrity.write',
    order: 10 * (at + 1),
    ...ACTS[act],
    refuses: async ({ id }) => {
      const report = await findReport(parts.db, id);
      return report === null || reportAfter(report.state, act) === null ? REPORT_OVER : null;
    },
    run: ({ id, by, reason }) => moveEventReport(parts, { id, act, by, reason }),
  }));
}
