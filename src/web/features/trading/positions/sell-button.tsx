import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { toDecimal, type Usdt } from '#domain/money.ts';
import type { PredictionWire } from '#protocol/trading.ts';
import { useFormats } from '#web/shell-context.ts';
import { Button } from '#web/ui/button.tsx';
import { late } from '#web/ui/late.tsx';
import { sellableUntil } from './predictions.ts';

const SaleSheet = late(() => import('./sale-sheet.tsx'), { close: (props) => props.onClose() });

/** Opens the early sale of a prediction, as long as it can be sold. */
export function SellButton({
  prediction,
  now,
  value,
  className,
}: {
  readonly prediction: PredictionWire;
  readonly now: number;
  /** What it would bring now, 10^-6; undefined: not known. */
  readonly value?: Usdt | undefined;
  readonly className?: string;
}) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const [open, setOpen] = useState(false);
  const until = sellableUntil(prediction);
  if (!open && (until === null || now >= until)) return null;
  return (
    <>
      <Button variant="outline" size="sm" className={className} onClick={() => setOpen(true)}>
        {value === undefined ? t('sale.open') : t('sale.for', { amount: formats.own(toDecimal(value, 2)) })}
      </Button>
      {open ? <SaleSheet prediction={prediction} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
