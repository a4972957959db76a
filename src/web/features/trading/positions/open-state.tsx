import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { fromDecimal, toDecimal, usdt } from '#domain/money.ts';
import type { PairWire, PredictionWire } from '#protocol/trading.ts';
import { countdown } from '#web/i18n/format.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { Chip } from '#web/ui/states.tsx';
import { elapsedShare, expectedEnd } from './predictions.ts';
import type { SaleValues } from './sale-values.ts';
import { usePrice } from '../pairs/prices.ts';
import { ifClosedNow } from '../ticket/ticket.ts';

export interface OpenListProps {
  readonly predictions: readonly PredictionWire[];
  readonly pairs: ReadonlyMap<string, PairWire>;
  readonly now: number;
  readonly connected: boolean;
  readonly values: SaleValues;
  readonly onSelect: (pairId: string) => void;
}

interface RowState {
  readonly price: string;
  readonly priceTone: string;
  readonly outlook: ReactNode;
  readonly left: string;
  readonly share: number;
}

const TONE = { win: 'text-up', lose: 'text-down', tie: 'text-text' } as const;

/** What an open prediction is worth if it closed at the price now. */
export function useRowState(prediction: PredictionWire, pair: PairWire, props: OpenListProps): RowState {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const tick = usePrice(pair);
  const left = expectedEnd(prediction) - props.now;
  const base = {
    price: tick === null ? '–' : formats.price(tick.price, pair.precision),
    left: countdown(left),
    share: elapsedShare(prediction, props.now),
  };
  const waiting = (text: string) => (
    <Chip tone="warn" icon={<Hourglass aria-hidden />}>
      {text}
    </Chip>
  );
  if (prediction.entry === null) return { ...base, priceTone: 'text-mut', outlook: waiting(t('open.waiting_entry')) };
  if (left <= 0) return { ...base, priceTone: 'text-mut', outlook: waiting(t('open.settling')) };
  if (tick === null || pair.status === 'offline' || !props.connected) {
    return { ...base, priceTone: 'text-mut', outlook: waiting(t('open.waiting_price')) };
  }
  const stake = fromDecimal(prediction.stakeStr, 6) ?? usdt(0n);
  const money = { stake, payoutBps: Math.round(prediction.payout * 10_000) };
  const { result, profit } = ifClosedNow(
    { direction: prediction.direction, entry: prediction.entry.price, price: tick.price },
    money,
  );
  const outlook = (
    <Num className={cx('font-620', TONE[result])}>{formats.own(toDecimal(profit, 2), { signed: true })}</Num>
  );
  return { ...base, priceTone: TONE[result], outlook };
}

export interface RowProps {
  readonly prediction: PredictionWire;
  readonly pair: PairWire;
  readonly list: OpenListProps;
}
