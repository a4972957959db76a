import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import {
  fillDate,
  planFault,
  saidDate,
  seriesAfter,
  spanOf,
  type SeriesFault,
  type SeriesMove,
  type SeriesPlan,
  type SeriesState,
} from '#domain/events/series.ts';
import { draftFaults, isSlug, slugOf, type MarketTerms } from '#domain/events/terms.ts';
import type { Clock } from '#server/clock.ts';
import { actorOf, type Audit } from '#server/audit/index.ts';
import { transaction } from '#server/db/index.ts';
import type { EventAct } from '../contract.ts';
import { nextStarts } from './occurrences.ts';
import { countSeries, insertSeries, lockSeries, saveSeriesMove, type SeriesTemplate } from './store-series.ts';

export interface SeriesParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly audit: Pick<Audit, 'write'>;
}

/** Series that have not ended, at most. */
export const MOST_SERIES = 100;

/** The first thing of a new series that cannot be. `never`: its rule names no start ahead. */
export type NewSeriesFault = SeriesFault | keyof MarketTerms | 'never' | 'date' | 'most';

/** Terms of the event of a series that starts then. */
export function termsAt(template: SeriesTemplate, plan: SeriesPlan, startsAt: number): MarketTerms {
  const said = saidDate(startsAt, plan.timeZone, 'en');
  const { isLive = false, ...texts } = template.terms;
  const filled = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillDate(text, said)]));
  const terms = filled as unknown as typeof texts;
  return { ...terms, isLive, timeZone: plan.timeZone, cutOffAt: spanOf(plan, startsAt).closesAt };
}

/** What is wrong with a series that is to be begun; null: nothing. */
export function seriesFault(template: SeriesTemplate, plan: SeriesPlan, now: number): NewSeriesFault | null {
  const fault = planFault(plan);
  if (fault !== null) return fault;
  // Without the day in it two events would have one title.
  if (!template.title.includes('{date}')) return 'date';
  const [next] = nextStarts(plan, now + plan.closesBefore + 1, 1);
  if (next === undefined) return 'never';
  if (!isSlug(slugOf(fillDate(template.title, saidDate(next, plan.timeZone, 'en'))))) return 'date';
  return draftFaults(termsAt(template, plan, next), now)[0] ?? null;
}

/** `isSample`: of a sandbox. No unless said. */
export interface SeriesAsked {
  readonly template: SeriesTemplate;
  readonly plan: SeriesPlan;
  readonly isSample?: boolean;
}

/** Writes a series down; nothing is made of it before another colleague approves it. Its id, or what is wrong with it. */
export async function beginSeries(
  { db, clock, audit }: SeriesParts,
  { template, plan, isSample = false }: SeriesAsked,
  { by, reason }: EventAct,
): Promise<{ readonly id: string } | NewSeriesFault> {
  const now = clock.now();
  const fault = seriesFault(template, plan, now);
  if (fault !== null) return fault;
  return transaction(db, async (tx) => {
    if ((await countSeries(tx)) >= MOST_SERIES) return 'most';
    const id = uuidv7();
    await insertSeries(tx, { id, madeBy: by.userId, madeAt: now, isSample, template, plan });
    const about = { action: 'event_series.begun', objectType: 'event_series', objectId: id, reason };
    await audit.write(tx, { ...actorOf(by), ...about, after: { title: template.title, rule: plan.rule } });
    return { id };
  });
}

export type SeriesMoveFault = 'no-series' | 'state' | 'same-person';

export const SERIES_SAYS: Readonly<Record<SeriesMoveFault, string>> = {
  'no-series': 'There is no such series.',
  state: 'Its state does not allow this now.',
  'same-person': 'Another person than the one who wrote it must do this.',
};

/** The rule against a move of a series; null: none. */
export function seriesMoveFault(
  series: { readonly state: SeriesState; readonly madeBy: string } | null,
  move: SeriesMove,
  userId: string,
): SeriesMoveFault | null {
  if (series === null) return 'no-series';
  if (seriesAfter(series.state, move) === null) return 'state';
  return move === 'approve' && series.madeBy === userId ? 'same-person' : null;
}

/** As the audit log says it. */
const DONE: Readonly<Record<SeriesMove, string>> = {
  approve: 'approved',
  pause: 'paused',
  resume: 'resumed',
  end: 'ended',
};

/** Approves, pauses, resumes or ends a series: its state then, or the rule against it. Events that were made of it go on. */
export async function moveSeries(
  { db, clock, audit }: SeriesParts,
  { id, move }: { readonly id: string; readonly move: SeriesMove },
  { by, reason }: EventAct,
): Promise<SeriesState | SeriesMoveFault> {
  return transaction(db, async (tx: PoolClient) => {
    const series = await lockSeries(tx, id);
    const fault = seriesMoveFault(series, move, by.userId);
    if (fault !== null || series === null) return fault ?? 'no-series';
    const to = seriesAfter(series.state, move)!;
    const version = series.version + 1;
    await saveSeriesMove(tx, id, { version, move, to, staffId: by.userId, at: clock.now(), reason });
    const about = { action: `event_series.${DONE[move]}`, objectType: 'event_series', objectId: id, reason };
    await audit.write(tx, { ...actorOf(by), ...about, before: { state: series.state }, after: { state: to } });
    return to;
  });
}
