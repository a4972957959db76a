import type { Pool } from 'pg';
import {
  askedAt,
  calibrationOf,
  type Calibration,
  type DecidedMarket,
} from '#domain/events/calibration/calibration.ts';
import type { CalibrationWire } from '#protocol/events/calibration.ts';
import type { CALIBRATION } from '#protocol/tables/content/calibration.ts';
import type { Clock } from '#server/clock.ts';
import type { Queryable } from '#server/db/index.ts';
import type { Handlers } from '#server/routing/call.ts';
import { editorFaults, paidMarkets, type PaidMarket } from './store-calibration.ts';

/** What calibration needs. */
export interface CalibrationParts {
  readonly db: Pool;
  readonly clock: Pick<Clock, 'now'>;
  readonly bookFacts: {
    /** Of YES, of the last fill at or before a time (ms), thousandths; a book without one is left out. */
    readonly chancesAt: (
      db: Queryable,
      asked: readonly { readonly book: string; readonly at: number }[],
    ) => Promise<ReadonlyMap<string, number>>;
  };
}

/** It changes when a market is paid: so long what was computed is good enough, ms. */
const KEPT_MS = 60_000;

type Asked = DecidedMarket & Pick<PaidMarket, 'editor' | 'isSample'>;

/** Markets that were paid by a result and traded before they were asked, with what they said then. */
async function decidedMarkets({ db, bookFacts }: CalibrationParts): Promise<readonly Asked[]> {
  const markets = await paidMarkets(db);
  const prices = await bookFacts.chancesAt(
    db,
    markets.map((market) => ({ book: market.book, at: askedAt(market) })),
  );
  return markets.flatMap(({ book, paid, editor, isSample, opening }) => {
    const chance = prices.get(book) ?? (isSample ? opening : undefined);
    return chance === undefined ? [] : [{ chance, paid, editor, isSample }];
  });
}

/** Everybody reads how often what markets said came true. */
export function calibrationRoutes(parts: CalibrationParts): Handlers<typeof CALIBRATION> {
  let kept: { readonly at: number; readonly answer: Promise<CalibrationWire> } | null = null;
  const read = async () => wireOf(await decidedMarkets(parts));
  return {
    read: async () => {
      const now = parts.clock.now();
      if (kept === null || Math.abs(now - kept.at) >= KEPT_MS) {
        const answer = read();
        kept = { at: now, answer };
        // What could not be read is asked for again.
        answer.catch(() => (kept = null));
      }
      return { status: 200, json: await kept.answer };
    },
  };
}

const round = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 10_000);

function wireOf(markets: readonly Asked[]): CalibrationWire {
  const { brier, bins } = calibrationOf(markets);
  return {
    markets: markets.length,
    samples: markets.filter(({ isSample }) => isSample).length,
    brier: round(brier),
    bins: bins.map(({ from, to, markets: count, said, happened, low, high }) => ({
      from: from / 1_000,
      to: to / 1_000,
      markets: count,
      said: round(said),
      happened: round(happened),
      low: round(low),
      high: round(high),
    })),
  };
}

/** An editor, what their markets said, and how often they had to be explained or were void. */
export interface EditorCalibration extends Pick<Calibration, 'markets' | 'brier'> {
  readonly editor: string;
  readonly voided: number;
  readonly clarified: number;
}

/** By editor, who has most decided markets first. */
export async function editorCalibrations(parts: CalibrationParts): Promise<readonly EditorCalibration[]> {
  const faults = await editorFaults(parts.db);
  const markets = await decidedMarkets(parts);
  return [...faults]
    .map(([editor, own]) => {
      const { markets: count, brier } = calibrationOf(markets.filter((one) => one.editor === editor));
      return { editor, ...own, markets: count, brier };
    })
    .toSorted((a, b) => b.markets - a.markets || (a.editor < b.editor ? -1 : 1));
}
