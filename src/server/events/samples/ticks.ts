import { uuidv7 } from 'uuidv7';
import type { TickRule } from '#domain/events/tick-rule.ts';
import type { FeedKind } from '#domain/prices/pair.ts';
import { HOUR_MS } from '#domain/time.ts';
import { transaction } from '#server/db/index.ts';
import { tickTerms } from '../ticks/terms.ts';
import { moveMarket } from '../moves.ts';
import { insertEvent, insertMarket } from '../store.ts';
import type { SampleHands, SampleParts } from './sample.ts';

/** A pair as its feed stands: its last price, 10^-scale. */
export interface SamplePair {
  readonly id: string;
  readonly feed: FeedKind;
  readonly scale: number;
  readonly price: number;
}

const SLUG = 'by-our-own-prices';
const REASON = 'A sample of the sandbox.';
/** Its moment is a full hour, so far ahead at least. */
const AHEAD_MS = 2 * HOUR_MS;
/** Digits of the price that its threshold keeps. */
const DIGITS = 3;

/** Writes and opens an event that our own prices decide some hours later. Safe at every start: one that is there is left as it is. */
export async function writeTickSample(
  parts: SampleParts,
  { hands, pair, origin }: { readonly hands: SampleHands; readonly pair: SamplePair; readonly origin: string },
): Promise<void> {
  const at = Math.ceil((parts.clock.now() + AHEAD_MS) / HOUR_MS) * HOUR_MS;
  const { id, feed, scale, price } = pair;
  const unit = 10 ** Math.max(0, String(price).length - DIGITS);
  const threshold = Math.max(1, Math.round(price / unit)) * unit;
  const ticks: TickRule = { pair: id, feed, scale, comparison: 'above', at, against: { threshold } };
  const terms = tickTerms(ticks, { cutOffAt: at, origin, backupSource: 'https://www.kraken.com/prices' });
  await transaction(parts.db, async (tx) => {
    const [eventId, marketId] = [uuidv7(), uuidv7()];
    const summary = 'Its result is proposed by itself, with the tick as its evidence.';
    const event = { id: eventId, category: 'crypto', slug: SLUG, tags: ['price'], isSample: true, summary } as const;
    if (!(await insertEvent(tx, { ...event, title: terms.title }))) return;
    await insertMarket(tx, { id: marketId, eventId, terms });
    await moveMarket(parts, tx, { marketId, move: 'submit', by: hands.editor, reason: REASON });
    const opened = await moveMarket(parts, tx, { marketId, move: 'approve', by: hands.lead, reason: REASON });
    if (opened !== 'OPEN') throw new Error(`the sample of our own prices was not opened: ${opened}`);
  });
}
