import { useTranslation } from '#web/i18n/use-translation.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { useFormats } from '#web/shell-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Num } from '#web/ui/num.tsx';
import { tellingOf } from './predictions.ts';

/** Word and amount of an ended prediction: +$21.25 Won, −$25.00 Lost, $25.00 Refunded. */
export function ResultText(props: { readonly prediction: PredictionWire; readonly stacked?: boolean }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { prediction, stacked = false } = props;
  const telling = tellingOf(prediction);
  const amount =
    telling === 'returned'
      ? formats.own(prediction.creditStr ?? prediction.stakeStr)
      : formats.own(prediction.profitStr ?? '0', { signed: true });
  const word =
    prediction.outcome === 'TIE'
      ? t('result.tie')
      : prediction.outcome === 'VOID'
        ? t('result.void')
        : prediction.outcome === 'SOLD'
          ? t('result.sold')
          : t(`result.${telling}`);
  return (
    <span className={cx('inline-flex items-baseline gap-2', stacked ? 'flex-col items-end gap-0.5' : 'me-2.5')}>
      <span className={cx('text-12 text-mut', stacked && 'order-2')}>{word}</span>
      <Num as="b" className={cx(telling === 'won' && 'text-up', telling === 'lost' && 'text-down')}>
        {amount}
      </Num>
    </span>
  );
}
