import type { Actor } from '#domain/identity/actor.ts';
import type { Usdt } from '#domain/money.ts';
import type { BaseParts } from '#server/subject.ts';
import type { CommandReply, ExchangeQueries, ScheduledQueries } from '../contract.ts';
import type { StatisticsQuery } from '../queries/store-statistics.ts';
import type { IncidentQueries, PredictionQueries } from '../index.ts';

/** What the routes of trading work with. */
export interface TradingParts extends Pick<BaseParts, 'bus' | 'pairCache'> {
  readonly predictions: PredictionQueries;
  readonly exchange: ExchangeQueries;
  readonly scheduled: ScheduledQueries;
  readonly incidents: IncidentQueries;
  readonly statistics: StatisticsQuery;
  readonly apiKeys: LossCap;
  readonly heartbeats: OrderHeartbeats;
}

/** Places within the loss cap of the caller's key; `identity` keeps it. */
interface LossCap {
  withinCap(
    actor: Actor,
    stake: {
      readonly kind: 'prediction' | 'order';
      readonly request: string;
      readonly bodyHash: string;
      readonly worst: Usdt;
    },
    place: () => Promise<CommandReply>,
  ): Promise<CommandReply>;
}

/** Ends orders of programs that fell silent; `heartbeats` does. */
interface OrderHeartbeats {
  beat(actor: Actor, seconds: number): Promise<{ readonly seconds: number; readonly until: string | null }>;
}
