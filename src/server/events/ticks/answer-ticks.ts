import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { TICK_WINDOW_MS } from '#domain/events/tick-rule.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { Config } from '#server/config/config.ts';
import { transaction } from '#server/db/index.ts';
import { moveMarket, type MoveParts } from '../moves.ts';
import { findMarket, lockMarket } from '../store.ts';
import { readAnswer, type PublishedPrices, type TickReading } from './read-answer.ts';
import { dueTickMarkets, findTickAnswer, insertTickAnswer } from './store-ticks.ts';

/** How often markets that our prices decide are looked at. */
export const TICKS_EVERY_MS = MINUTE_MS / 2;

export interface TickAnswerParts extends MoveParts {
  readonly db: Pool;
  readonly log: Pick<Logger, 'error'>;
  readonly config: MoveParts['config'] & Pick<Config, 'origins'>;
  readonly publishedTicks: PublishedPrices;
}

/**
 * Proposes the result of each closed market that our prices decide, once its moment is over and its hour is published; where they have no
 * answer it says so to the desk, and people propose. How many were answered. Each in a transaction of its own: done again, or by two processes
 * at once, it proposes none twice. One that fails holds up no other.
 */
export async function answerTicks(parts: TickAnswerParts): Promise<number> {
  const failed: unknown[] = [];
  let answered = 0;
  for (const id of await dueTickMarkets(parts.db, parts.clock.now() - TICK_WINDOW_MS)) {
    try {
      if (await answerOne(parts, id)) answered += 1;
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} markets were not answered by our prices`);
  return answered;
}

async function answerOne(parts: TickAnswerParts, marketId: string): Promise<boolean> {
  const { db, clock, log, publishedTicks } = parts;
  const rule = (await findMarket(db, marketId))?.terms.ticks;
  if (rule === undefined) return false;
  const reading = await readAnswer(publishedTicks, db, { rule, now: clock.now() });
  if (reading === 'open' || !(await give(parts, marketId, reading))) return false;
  if (reading.outcome === 'UNKNOWN')
    log.error({ alarm: 'result', market: marketId }, `our prices do not decide a market: ${reading.says}`);
  return true;
}

/** False: it is not to be answered now, or was. */
function give(parts: TickAnswerParts, marketId: string, reading: TickReading): Promise<boolean> {
  const { db, clock, config } = parts;
  return transaction(db, async (tx) => {
    // Held to the end: who looks at the same time looks after this.
    const market = await lockMarket(tx, marketId);
    if (market?.state !== 'CLOSED' || (await findTickAnswer(tx, marketId)) !== null) return false;
    const { outcome, says } = reading;
    if (reading.outcome !== 'UNKNOWN') {
      const { stream, t, segment } = reading.tick;
      const url = `${config.origins.main}/transparency/v1/segments/${stream}/${segment.firstSeq}.ticks`;
      const result = { outcome: reading.outcome, url, sha256: segment.fileSha256, factAt: t };
      const move = { marketId, move: 'propose', by: { kind: 'clock' }, reason: says, result } as const;
      // Its books may still be closing: later, then.
      if ((await moveMarket(parts, tx, move)) !== 'PROPOSED') return false;
    }
    await insertTickAnswer(tx, marketId, { outcome, at: clock.now(), says });
    return true;
  });
}
