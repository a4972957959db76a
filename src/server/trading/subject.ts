import type { PoolClient } from 'pg';
import type { BaseParts, Subject } from '#server/subject.ts';
import { CORRECTIONS_EVERY_MS, correctBooks } from './corrections/correct-books.ts';
import { tellWaiting } from './corrections/waiting.ts';
import { tradingCharts } from './desk/charts.ts';
import { exposureCharts, exposureDesk } from './desk/exposure-desk.ts';
import { incidentPart } from './desk/incident-part.ts';
import { pairParts, pairsDesk } from './desk/pairs-desk.ts';
import { predictionsSeat } from './desk/predictions-desk.ts';
import { tradingDays, tradingUpkeep } from './desk/trading-days.ts';
import { tradingSeat, type TradingSeatParts } from './office-seat.ts';
import { tradesBetween } from './queries/store-between.ts';
import { bookFacts } from './queries/store-books.ts';
import { exchangeQueries, sharesCost } from './queries/store-lists.ts';
import { houseFigures } from './queries/store-house.ts';
import { incidentQueries } from './queries/store-incidents.ts';
import { provenRows } from './queries/store-proven.ts';
import { readResults } from './queries/store-results.ts';
import { statisticsQuery } from './queries/store-statistics.ts';
import { predictionQueries } from './queries/store.ts';
import { exchangeRoutes } from './routes/exchange.ts';
import { feedRoutes } from './routes/feed.ts';
import type { TradingParts } from './routes/parts.ts';
import { saleRoutes } from './routes/sale.ts';
import { scheduledRoutes } from './routes/scheduled.ts';
import { tradeRoutes } from './routes/trade.ts';
import { scheduledQueries } from './scheduled/store-scheduled.ts';
import { surveillanceSeat, type SurveillanceParts } from './surveillance/surveillance-desk.ts';
import { TRADING_PERSONAL_DATA } from './store-personal-data.ts';

/** What the web thread answers of trading; the engine has a thread of its own. */
export const TRADING = {
  offers: () => ({
    resultsOf: readResults,
    sharesCost,
    bookFacts,
    provenRows,
    tradesBetween,
    /** The worst case of the open predictions of a shard, which is held until the transaction ends. */
    exposureOf: (tx: PoolClient, shard: number) => houseFigures.openExposure(tx, shard),
  }),
  create: ({ db, clock }: Pick<BaseParts, 'db' | 'clock' | 'settings'>) => ({
    predictions: predictionQueries(db),
    exchange: exchangeQueries(db, clock),
    scheduled: scheduledQueries(db),
    incidents: incidentQueries(db),
    statistics: statisticsQuery(db, clock),
  }),
  routes: (parts: TradingParts) => ({
    trade: tradeRoutes(parts),
    sale: saleRoutes(parts),
    scheduled: scheduledRoutes(parts),
    exchange: exchangeRoutes(parts),
    feed: feedRoutes(parts),
  }),
  followers: () => [tradingDays],
  upkeep: (parts: Pick<BaseParts, 'db' | 'clock' | 'bus' | 'log'>) => {
    const tell = tellWaiting(parts.log);
    const work = async () => tell(await correctBooks(parts));
    return [...tradingUpkeep(parts), { name: 'corrections of events', everyMs: CORRECTIONS_EVERY_MS, work }];
  },
  office: (
    parts: TradingSeatParts & SurveillanceParts & Pick<BaseParts, 'db' | 'clock' | 'settings' | 'pairCache'>,
  ) => {
    const ofOne = predictionsSeat(parts);
    const watched = surveillanceSeat(parts);
    return {
      ...ofOne,
      acts: [...(watched.acts ?? [])],
      parts: [
        ...(tradingSeat(parts).parts ?? []),
        ...pairParts(parts),
        incidentPart(parts),
        ...ofOne.parts,
        ...(watched.parts ?? []),
      ],
      desks: [exposureDesk(parts), pairsDesk(parts), ...ofOne.desks, ...(watched.desks ?? [])],
      charts: [...tradingCharts(parts), ...exposureCharts(parts), ...(watched.charts ?? [])],
    };
  },
  personalData: TRADING_PERSONAL_DATA,
} satisfies Subject;
