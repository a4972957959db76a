import type { MarketTerms } from '#domain/events/terms.ts';
import { tickTexts, type TickRule } from '#domain/events/tick-rule.ts';

/** Whole terms of a market of our prices. `origin`: where our own pages are. */
export function tickTerms(
  ticks: TickRule,
  {
    cutOffAt,
    origin,
    backupSource,
  }: { readonly cutOffAt: number; readonly origin: string; readonly backupSource: string },
): MarketTerms {
  return {
    ...tickTexts(ticks),
    source: `${origin}/tick-history`,
    backupSource,
    cutOffAt,
    timeZone: 'UTC',
    ifPostponed: 'The moment is not moved. Where no source shows a result within 7 days, the market is void.',
    ifCancelled: 'Void.',
    ticks,
  };
}
