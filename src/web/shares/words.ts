import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal, usdt, type Usdt } from '#domain/money.ts';
import type { MarketLabel } from '#protocol/exchange.ts';
import type { Formats } from '#web/i18n/format.ts';
import { useFormats } from '#web/shell-context.ts';
import { pairLabel } from '#web/ui/market/pair-icon.tsx';
import type { Outcome } from './book-view.ts';
import { centsOf } from './cents.ts';
import { useEventNames } from './event-names.ts';
import { WINDOW_SEC } from './round-choice.ts';
import { LOTS_A_SHARE, milliOf } from './ticket/share-math.ts';

export function wireCents(formats: Formats, price: number): string {
  return centsOf(formats, milliOf(price));
}

/** Shares of lots: whole ones without decimals. */
export function lotsWords(formats: Formats, lots: number): string {
  return formats.number(lots / LOTS_A_SHARE, lots % LOTS_A_SHARE === 0 ? 0 : 2);
}

export function moneyOf(formats: Formats, amount: Usdt, signed: 'signed' | 'plain' = 'plain'): string {
  return formats.money(toDecimal(amount, 2), { signed: signed === 'signed' });
}

/** Rounded up to a cent: what has to be there. */
export function moneyUp(formats: Formats, amount: Usdt): string {
  return moneyOf(formats, usdt(((amount + 9_999n) / 10_000n) * 10_000n));
}

/** Hour and minute of a moment, with its day where that is not today. */
export function minuteOf(formats: Formats, iso: string): string {
  return formats.minute(Date.parse(iso));
}

/** Keeps what is around words of another direction in its order (first strong isolate). */
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** `BTC/USD · 15m · 17:15`; of an event what is asked. */
export function useMarketWords(): (market: MarketLabel) => string {
  const { t } = useTranslation('rounds');
  const formats = useFormats();
  const events = useEventNames();
  return (market) => {
    if (market.kind === 'event') return events.get(market.marketId)?.title ?? t('term.event');
    return [
      market.pair === null ? null : pairLabel(market.pair),
      market.window === null ? null : isolated(formats.duration(WINDOW_SEC[market.window])),
      market.startsAt === null ? null : isolated(minuteOf(formats, market.startsAt)),
    ]
      .filter((part) => part !== null)
      .join(' · ');
  };
}

const WORDS = { UP: 'dir.up', DOWN: 'dir.down', YES: 'outcome.yes', NO: 'outcome.no' } as const;

export function useOutcomeWord(): (outcome: string) => string {
  const { t } = useTranslation('rounds');
  return (outcome) => t(WORDS[outcomeOf(outcome)]);
}

export function outcomeOf(text: string): Outcome {
  return text === 'DOWN' || text === 'YES' || text === 'NO' ? text : 'UP';
}
