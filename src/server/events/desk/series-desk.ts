import type { Pool } from 'pg';
import type { EventState } from '#domain/events/life.ts';
import type { SeriesState } from '#domain/events/series.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Cell, CellTone, OfficeLine } from '#protocol/office/cells.ts';
import { chip, code, line, number, recordLink, sentence, strong, text, time } from '#server/desk/cells.ts';
import type { DeskSeat, PartSeat } from '#server/desk/contract.ts';
import { rowPage } from '#server/desk/index.ts';
import { nextStarts } from '../series/occurrences.ts';
import { termsAt, type SeriesParts } from '../series/series.ts';
import { countDrafts, findSeries, listSeriesEvents, pageSeries, type Series } from '../series/store-series.ts';
import { NEW, RECORD, stateChip } from './events-desk.ts';
import { questionLines } from './questions.ts';
import { dateLines } from './series-acts.ts';
import { seriesWords } from './series-words.ts';

const TONES: Readonly<Record<SeriesState, CellTone>> = { DRAFT: 'info', ACTIVE: 'ok', PAUSED: 'warn', ENDED: 'plain' };
const seriesChip = (state: SeriesState): Cell => chip(sentence(state), TONES[state]);

/** Series of events: what waits for a second person, and what is made of each. */
export function seriesDesk({ db, clock }: SeriesParts): DeskSeat {
  return {
    desk: 'series',
    count: () => countDrafts(db),
    list: {
      columns: [
        { id: 'title', label: 'Series', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'rule', label: 'Repeats' },
        { id: 'zone', label: 'Time zone' },
        { id: 'next', label: 'Next start', end: true },
      ],
      filters: [],
      read: async ({ after, limit }) =>
        rowPage(await pageSeries(db, { after, limit: limit + 1 }), limit, ({ id, state, template, plan }) => ({
          id,
          cells: [
            strong(template.title),
            seriesChip(state),
            text(seriesWords(plan.rule)),
            text(plan.timeZone),
            state === 'ENDED' ? null : time(nextStarts(plan, clock.now(), 1)[0] ?? null),
          ],
        })),
    },
    record: {
      id: RECORD,
      read: async (id) => {
        if (id === NEW) return { title: 'New series', subtitle: [], chips: [], subjectId: null };
        const series = await findSeries(db, id);
        if (series === null) return null;
        const { template, plan, state } = series;
        return {
          title: template.title,
          subtitle: [text(seriesWords(plan.rule))],
          chips: [seriesChip(state)],
          subjectId: null,
        };
      },
    },
  };
}

/** What a series says, when its next events are, and those that were made of it. */
export function seriesFacts({ db, clock }: SeriesParts): readonly PartSeat[] {
  const seat = { desk: 'series', permission: 'events.read', place: 'facts' } as const;
  const found = (id: string) => (id === NEW ? Promise.resolve(null) : findSeries(db, id));
  return [
    {
      ...seat,
      id: 'plan',
      title: 'When its events are',
      order: 5,
      lines: async ({ id }) => {
        const series = await found(id);
        if (series === null) return [];
        const { plan } = series;
        return [
          line('Repeats', text(seriesWords(plan.rule))),
          line('Its rule', code(plan.rule)),
          line('First start', text(`${plan.firstAt.replace('T', ' ')}, ${plan.timeZone}`)),
          line('Opens before its start, hours', number(plan.opensBefore / HOUR_MS)),
          line('Closes before its start, hours', number(plan.closesBefore / HOUR_MS)),
          line('Open at once, at most', number(plan.mostOpen)),
        ];
      },
    },
    {
      ...seat,
      id: 'next',
      title: 'Next starts',
      order: 6,
      lines: async ({ id }) => {
        const series = await found(id);
        return series === null || series.state === 'ENDED' ? [] : dateLines(series.plan, clock.now());
      },
    },
    {
      ...seat,
      id: 'template',
      title: 'What its events say',
      order: 10,
      lines: async ({ id }) => {
        const series = await found(id);
        return series === null ? [] : templateLines(series);
      },
    },
    {
      ...seat,
      id: 'questions',
      title: 'Questions to its terms',
      order: 15,
      lines: async ({ id }) => {
        const series = await found(id);
        if (series?.state !== 'DRAFT') return [];
        const { plan, template } = series;
        const [next] = nextStarts(plan, clock.now(), 1);
        return next === undefined ? [] : questionLines(termsAt(template, plan, next));
      },
    },
    eventsTab(db),
  ];
}

/** What each event of a series says. */
function templateLines({ template }: Series): readonly OfficeLine[] {
  const { terms, summary, category, tags, opening, translations } = template;
  return [
    line('Category', text(sentence(category))),
    line('Summary', text(summary)),
    line('Tags', text(tags.join(', '))),
    line('Question', text(terms.title)),
    line('Rules', text(terms.rules)),
    line('Source', text(terms.source)),
    line('Backup source', text(terms.backupSource)),
    line('Threshold and rounding', text(terms.threshold)),
    line('If tied', text(terms.ifTied)),
    line('If postponed', text(terms.ifPostponed)),
    line('If cancelled', text(terms.ifCancelled)),
    line('Live: takers wait', text(terms.isLive === true ? 'Yes' : 'No')),
    line('Chance of YES at first, %', number(opening / 10)),
    ...Object.entries(translations).map(([language, said]) =>
      line(`In ${language}`, text(`${said.title} ${said.question} ${said.rules}`)),
    ),
  ];
}

function eventsTab(db: Pool): PartSeat {
  return {
    desk: 'series',
    id: 'events',
    title: 'Events',
    permission: 'events.read',
    place: 'tab',
    table: {
      columns: [
        { id: 'event', label: 'Event', head: true },
        { id: 'state', label: 'State', head: true },
        { id: 'at', label: 'Start', end: true },
      ],
      after: /^\d{1,15}$/,
      read: async ({ id, after, limit }) => {
        const before = after === null ? null : Number(after);
        const events = id === NEW ? [] : await listSeriesEvents(db, { id, before, limit: limit + 1 });
        return rowPage(events, limit, ({ marketId, title, state, startsAt }) => ({
          id: String(startsAt),
          cells: [recordLink('events', marketId, title), stateChip(state as EventState), time(startsAt)],
        }));
      },
    },
  };
}
