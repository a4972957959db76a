import { DAY_MS } from '#domain/time.ts';
import { makeEvents } from '../series/make-events.ts';
import { beginSeries, moveSeries } from '../series/series.ts';
import { findSampleSeries, type SeriesTemplate } from '../series/store-series.ts';
import type { SampleHands, SampleParts } from './sample.ts';

const REASON = 'A sample of the sandbox.';

/** Comes again each day; two of its events are open from the start. */
export const SAMPLE_SERIES: SeriesTemplate = {
  category: 'crypto',
  title: 'Will Bitcoin be above 100,000 USD on {date}?',
  summary: 'The same question for each day, by the price at {time}.',
  tags: ['bitcoin', 'price', 'daily'],
  opening: 480,
  terms: {
    title: 'Will Bitcoin be above 100,000 USD on {date} at {time}?',
    rules:
      'YES if the first price of BTC-USD that is published at {time} on {date}, or after it, is above 100,000.00. Exactly 100,000.00 is NO.',
    source: 'https://www.coinbase.com/advanced-trade/spot',
    backupSource: 'https://www.kraken.com/prices',
    threshold: 'The first figure, two decimals. The backup source counts instead where the source shows none.',
    ifTied: 'Exactly 100,000.00 is NO.',
    ifPostponed: 'A price that is published within 1 hour counts; after that the market is void.',
    ifCancelled: 'Void.',
  },
  translations: {},
};

/** Writes the sample series, approves it and makes its first events. Safe at every start: one that was approved is left as it is. */
export async function writeSampleSeries(parts: SampleParts, hands: SampleHands): Promise<void> {
  const found = await findSampleSeries(parts.db, SAMPLE_SERIES.title);
  if (found !== null && found.state !== 'DRAFT') return;
  const id = found?.id ?? (await write(parts, hands));
  await moveSeries(parts, { id, move: 'approve' }, { by: hands.lead, reason: REASON });
  await makeEvents(parts);
}

async function write(parts: SampleParts, { editor }: SampleHands): Promise<string> {
  const today = new Date(parts.clock.now()).toISOString().slice(0, 10);
  const plan = {
    rule: 'FREQ=DAILY',
    firstAt: `${today}T12:00`,
    timeZone: 'UTC',
    opensBefore: 4 * DAY_MS,
    closesBefore: 0,
    mostOpen: 4,
  };
  const asked = { template: SAMPLE_SERIES, plan, isSample: true };
  const made = await beginSeries(parts, asked, { by: editor, reason: REASON });
  if (typeof made === 'string') throw new Error(`the sample series was not written: ${made}`);
  return made.id;
}
