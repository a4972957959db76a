import {
  momentText,
  TICK_WINDOW_MS,
  tickAnswer,
  tickAt,
  type SeenTick,
  type TickRule,
} from '#domain/events/tick-rule.ts';
import { priceToText } from '#domain/prices/price-text.ts';
import { streamName } from '#domain/prices/pair.ts';
import { HOUR_MS } from '#domain/time.ts';
import { toIso } from '#protocol/codecs.ts';
import type { Queryable } from '#server/db/index.ts';

/** How long after a moment the root of its hour is waited for, ms. */
export const ROOT_PATIENCE_MS = 3 * HOUR_MS;

/** A tick that stands in the root of an hour. Hashes in hex. */
interface Published extends SeenTick {
  readonly stream: number;
  readonly segment: { readonly firstSeq: number; readonly root: string; readonly fileSha256: string };
}

interface Span {
  readonly stream: string;
  readonly from: number;
  readonly until: number;
}

/** Our prices as they were published; given by the proofs. */
export interface PublishedPrices {
  /** `open`: the root of an hour of them is not out. */
  readonly between: (db: Queryable, of: Span) => Promise<readonly Published[] | 'open'>;
  readonly areComparable: (db: Queryable, of: Span) => Promise<boolean>;
}

/** What our prices say of a market: its outcome with the tick that it rests on, or why there is none. */
export type TickReading =
  | { readonly outcome: 'YES' | 'NO'; readonly tick: Published; readonly says: string }
  | { readonly outcome: 'UNKNOWN'; readonly says: string };

/** Reads the answer to a rule at `now` (ms); `open`: it cannot be known yet. */
export async function readAnswer(
  prices: PublishedPrices,
  db: Queryable,
  { rule, now }: { readonly rule: TickRule; readonly now: number },
): Promise<TickReading | 'open'> {
  const { at, against } = rule;
  const name = streamName(rule.pair, rule.feed);
  const momentOf = (from: number) => prices.between(db, { stream: name, from, until: from + TICK_WINDOW_MS });
  const since = 'since' in against ? await momentOf(against.since) : [];
  const found = since === 'open' ? since : await momentOf(at);
  if (since === 'open' || found === 'open') {
    if (now <= at + ROOT_PATIENCE_MS) return 'open';
    return { outcome: 'UNKNOWN', says: `The root of an hour of ${name} is not out.` };
  }
  const tick = tickAt(found, at);
  if (tick === null) return { outcome: 'UNKNOWN', says: `${name} has no price at ${momentText(at)}.` };
  const earlier = 'since' in against ? tickAt(since, against.since) : null;
  if ('since' in against && earlier === null)
    return { outcome: 'UNKNOWN', says: `${name} has no price at ${momentText(against.since)}.` };
  const comparable =
    earlier === null || (await prices.areComparable(db, { stream: name, from: earlier.t, until: tick.t }));
  const outcome = tickAnswer(rule, { at: tick, since: earlier, comparable });
  if (outcome === null) return { outcome: 'UNKNOWN', says: `Prices of ${name} at its two moments cannot be compared.` };
  const said = [...(earlier === null ? [] : [earlier]), tick].map((one) => saidOf(one, rule));
  return { outcome, tick, says: `${said.join(' ')} So it is ${outcome}.` };
}

/** The price, the tick, and the segment that it stands in. */
function saidOf({ seq, t, price, segment }: Published, { pair, feed, scale }: TickRule): string {
  const { firstSeq, root } = segment;
  return `${priceToText(price, scale)}: tick ${seq} of ${streamName(pair, feed)}, taken in at ${toIso(t)}, in the segment from ${firstSeq} with the root ${root}.`;
}
