import type { Pool, PoolClient } from 'pg';
import { uuidv7 } from 'uuidv7';
import { fillDate, isDue, saidDate } from '#domain/events/series.ts';
import { slugOf, tagsOf } from '#domain/events/terms.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import { LANGUAGE_TAGS } from '#server/routing/language.ts';
import { moveMarket, type MoveParts } from '../moves.ts';
import { insertEvent, insertMarket, putEventText, putMarketText } from '../store.ts';
import { startsBetween } from './occurrences.ts';
import { termsAt } from './series.ts';
import { activeSeries, claimedStarts, claimStart, countOpen, lockSeries, type Series } from './store-series.ts';

/** How often events of series are made. */
export const SERIES_EVERY_MS = MINUTE_MS / 2;

type Parts = MoveParts & { readonly db: Pool };

/**
 * Makes and opens the events of all active series whose time has come, each in a transaction of its own: done again, or by two processes at
 * once, it makes none twice. After a stop only what still has half of its time is made. One series that fails holds up no other.
 */
export async function makeEvents(parts: Parts): Promise<number> {
  const failed: unknown[] = [];
  let made = 0;
  for (const series of await activeSeries(parts.db)) {
    try {
      made += await makeOf(parts, series);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `events of ${failed.length} series were not made`);
  return made;
}

async function makeOf(parts: Parts, { id, plan }: Series): Promise<number> {
  const now = parts.clock.now();
  const done = await claimedStarts(parts.db, id, now);
  const due = startsBetween(plan, now, now + plan.opensBefore + 1).filter((startsAt) => isDue(plan, startsAt, now));
  let made = 0;
  for (const startsAt of due.filter((at) => !done.has(at)))
    if (await transaction(parts.db, (tx) => makeOne(parts, tx, { id, startsAt }))) made += 1;
  return made;
}

/** False: it was made, or is not to be made now. */
async function makeOne(
  parts: Parts,
  tx: PoolClient,
  { id, startsAt }: { readonly id: string; readonly startsAt: number },
): Promise<boolean> {
  // Held to the end: nobody pauses it in between, and another process counts what is open after this one.
  const series = await lockSeries(tx, id);
  if (series === null || series.state !== 'ACTIVE') return false;
  const { template, plan } = series;
  const eventId = uuidv7();
  if ((await countOpen(tx, id)) >= plan.mostOpen) return false;
  if (!isDue(plan, startsAt, parts.clock.now()) || !(await claimStart(tx, { id, startsAt, eventId }))) return false;
  const terms = termsAt(template, plan, startsAt);
  const said = saidDate(startsAt, plan.timeZone, 'en');
  const title = fillDate(template.title, said);
  const event = {
    id: eventId,
    category: template.category,
    tags: tagsOf(template.tags),
    isSample: series.isSample,
    title,
    summary: fillDate(template.summary, said),
  };
  const slug = slugOf(title);
  // Several of one day, or another event of this title: with the minute of its start.
  const other = `${slug.slice(0, LONGEST_STEM).replace(/-+$/, '')}-${id.slice(-6)}-${(startsAt / MINUTE_MS).toString(36)}`;
  if (!(await insertEvent(tx, { ...event, slug })) && !(await insertEvent(tx, { ...event, slug: other })))
    throw new Error(`no address is free for an event of series ${id}`);
  const marketId = uuidv7();
  await insertMarket(tx, { id: marketId, eventId, terms, opening: template.opening });
  await translate(tx, series, { eventId, marketId, startsAt });
  const reason = `Made by the series “${template.title}”, which two people approved.`;
  for (const move of ['submit', 'approve'] as const) {
    const fault = await moveMarket(parts, tx, { marketId, move, by: { kind: 'clock' }, reason });
    if (fault !== 'REVIEW' && fault !== 'OPEN') throw new Error(`an event of series ${id} was not opened: ${fault}`);
  }
  return true;
}

const LONGEST_STEM = 60;

async function translate(
  tx: PoolClient,
  { template, plan }: Series,
  of: { readonly eventId: string; readonly marketId: string; readonly startsAt: number },
): Promise<void> {
  const { eventId, marketId, startsAt } = of;
  for (const [language, tag] of Object.entries(LANGUAGE_TAGS)) {
    const text = template.translations[language];
    if (text === undefined) continue;
    const said = saidDate(startsAt, plan.timeZone, tag);
    const [title, summary] = [fillDate(text.title, said), fillDate(text.summary, said)];
    await putEventText(tx, { eventId, language, title, summary });
    const [question, rules] = [fillDate(text.question, said), fillDate(text.rules, said)];
    await putMarketText(tx, { marketId, language, title: question, rules });
  }
}
