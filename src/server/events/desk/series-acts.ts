import type { SeriesMove, SeriesPlan } from '#domain/events/series.ts';
import { fillDate, saidDate, spanOf } from '#domain/events/series.ts';
import { slugOf } from '#domain/events/terms.ts';
import { ok, refused, type Outcome } from '#domain/outcome.ts';
import type { OfficeLine } from '#protocol/office/cells.ts';
import { deskPath } from '#protocol/office/desks.ts';
import { code, line, sentence, text, time } from '#server/desk/cells.ts';
import type { ActDoing, ActDone, ActSeat } from '#server/desk/contract.ts';
import { wrongField } from '#server/desk/fields.ts';
import { nextStarts } from '../series/occurrences.ts';
import {
  beginSeries,
  MOST_SERIES,
  moveSeries,
  SERIES_SAYS,
  seriesFault,
  seriesMoveFault,
  termsAt,
  type NewSeriesFault,
  type SeriesParts,
} from '../series/series.ts';
import { findSeries } from '../series/store-series.ts';
import { NEW } from './events-desk.ts';
import { questionLines } from './questions.ts';
import { readSeries, seriesFields, SHOW, STEP, type SeriesTyped } from './series-fields.ts';

/** What editors do with series of events. */
export function seriesActs(parts: SeriesParts): readonly ActSeat[] {
  return [beginAct(parts), againAct(parts), ...MOVES.map((move) => moveAct(parts, move))];
}

function beginAct(parts: SeriesParts): ActSeat {
  return {
    desk: 'series',
    id: 'begin',
    label: 'Begin',
    text: 'No event is made of it before another colleague approves it. What it says isn’t changed after it is written down.',
    permission: 'events.write',
    rule: 'One person writes it, another approves it.',
    order: 5,
    on: (id) => id === NEW,
    fields: seriesFields(null),
    refuses: () => Promise.resolve(null),
    run: (doing) => showOrWrite(parts, doing),
  };
}

function againAct(parts: SeriesParts): ActSeat {
  return {
    desk: 'series',
    id: 'again',
    label: 'Write a changed one',
    text: 'A new series that begins with what this one says. This one goes on until it is ended.',
    permission: 'events.write',
    rule: 'One person writes it, another approves it.',
    order: 20,
    on: (id) => id !== NEW,
    fields: async ({ id }) => seriesFields(await findSeries(parts.db, id)),
    refuses: () => Promise.resolve(null),
    run: (doing) => showOrWrite(parts, doing),
  };
}

interface Move {
  readonly move: SeriesMove;
  readonly label: string;
  readonly text: string;
  readonly rule: string;
  readonly danger?: true;
}

const MOVES: readonly Move[] = [
  {
    move: 'approve',
    label: 'Approve',
    text: 'Its events are made and opened from now on, each when its time has come.',
    rule: 'Another person than the one who wrote it.',
  },
  {
    move: 'pause',
    label: 'Pause',
    text: 'No event is made of it. Those that were made go on.',
    rule: 'One person, at once.',
  },
  { move: 'resume', label: 'Resume', text: 'Its events are made again.', rule: 'One person, at once.' },
  {
    move: 'end',
    label: 'End it',
    text: 'No event is ever made of it again. Those that were made go on.',
    rule: 'One person, at once.',
    danger: true,
  },
];

function moveAct(parts: SeriesParts, { move, ...said }: Move): ActSeat {
  return {
    desk: 'series',
    id: move,
    ...said,
    permission: 'events.write',
    order: 10 + MOVES.findIndex((one) => one.move === move),
    on: (id) => id !== NEW,
    refuses: async ({ id, by }) => {
      const fault = seriesMoveFault(await findSeries(parts.db, id), move, by.userId);
      return fault === null ? null : SERIES_SAYS[fault];
    },
    run: async ({ id, by, reason }) => {
      const done = await moveSeries(parts, { id, move }, { by, reason });
      return done in SERIES_SAYS
        ? refused({ code: 'ActRefused', why: SERIES_SAYS[done as keyof typeof SERIES_SAYS] })
        : ok(`It is ${sentence(done).toLowerCase()} now.`);
    },
  };
}

async function showOrWrite(parts: SeriesParts, { fields, by, reason }: ActDoing): Promise<Outcome<ActDone>> {
  const typed = readSeries(fields);
  if ('field' in typed) return wrongField(typed.field, typed.fault);
  if (fields[STEP] === SHOW) {
    const fault = seriesFault(typed.template, typed.plan, parts.clock.now());
    if (fault !== null) return refusalOf(fault, fields);
    const said = 'Nothing is written down yet. Choose “Write it down” when this is right.';
    return ok({ said, lines: shownOf(typed, parts.clock.now()), stays: true });
  }
  const made = await beginSeries(parts, typed, { by, reason });
  if (typeof made === 'string') return refusalOf(made, fields);
  return ok({ said: 'It waits for another colleague now.', opens: deskPath('series', made.id) });
}

const SAYS = {
  never: 'Its rule names no start that is still to come.',
  date: 'The event must have {date} in what it asks, and letters of which an address can be made.',
  most: `There are ${MOST_SERIES} series that have not ended: no more than that.`,
} as const;

function refusalOf(fault: NewSeriesFault, fields: ActDoing['fields']) {
  if (fault === 'never' || fault === 'date' || fault === 'most')
    return refused({ code: 'ActRefused', why: SAYS[fault] });
  // The cut-off of an event follows from when it closes.
  const name = fault === 'cutOffAt' ? 'closesBefore' : fault;
  return wrongField(name, (fields[name] ?? '').trim() === '' ? 'missing' : 'malformed');
}

const SHOWN_DATES = 5;
/** So many starts are looked through for a change of clocks. */
const LOOKED_THROUGH = 400;

/** The next starts by the clocks of its zone, and beside them the moments; those on both sides of the next change of clocks too. */
export function dateLines(plan: SeriesPlan, now: number): readonly OfficeLine[] {
  const ahead = nextStarts(plan, now + plan.closesBefore + 1, LOOKED_THROUGH);
  const zoneOf = (at: number) => saidDate(at, plan.timeZone, 'en').time.replace(/^\S+ /, '');
  const changed = ahead.findIndex((at) => zoneOf(at) !== zoneOf(ahead[0]!));
  const around = changed < 0 ? [] : ahead.slice(Math.max(SHOWN_DATES, changed - 1), Math.max(SHOWN_DATES, changed + 1));
  return [...ahead.slice(0, SHOWN_DATES), ...around].map((at) => {
    const { date, time: clock } = saidDate(at, plan.timeZone, 'en');
    return line(`${date}, ${clock}`, time(at));
  });
}

/** The first event that would be made, when the next are, and what their terms leave open. */
function shownOf({ template, plan }: SeriesTyped, now: number): readonly OfficeLine[] {
  const [next] = nextStarts(plan, now + plan.closesBefore + 1, 1);
  if (next === undefined) return [];
  const terms = termsAt(template, plan, next);
  const title = fillDate(template.title, saidDate(next, plan.timeZone, 'en'));
  const { opensAt, closesAt } = spanOf(plan, next);
  return [
    ...dateLines(plan, now),
    line('First event', text(title)),
    line('Its address', code(slugOf(title))),
    line('Its question', text(terms.title)),
    line('Its rules', text(terms.rules)),
    line('It opens', time(opensAt)),
    line('It closes', time(closesAt)),
    ...questionLines(terms),
  ];
}
