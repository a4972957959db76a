import { ArrowDown, ArrowUp, RotateCcw } from 'lucide-react';
import type { PredictionWire } from '#protocol/trading.ts';
import type { Formats } from '#web/i18n/format.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { showToast } from '#web/ui/toast.tsx';
import { tellingOf } from './predictions.ts';

/** Tells how a prediction ended. A gain and a loss have the same size and time (calm money). */
export function tellResult(
  prediction: PredictionWire,
  words: { readonly t: Translate<'trading'>; readonly formats: Formats; readonly hidden: boolean },
): void {
  const { t, formats, hidden } = words;
  const telling = tellingOf(prediction);
  const text =
    telling === 'returned'
      ? formats.money(prediction.creditStr ?? prediction.stakeStr)
      : formats.money(prediction.profitStr ?? '0', { signed: true });
  const values = {
    pair: isolate(prediction.pair.split('-')[0] ?? prediction.pair),
    direction: prediction.direction === 'UP' ? t('dir.up') : t('dir.down'),
    amount: isolate(hidden ? '••••' : text),
  };
  const arrow = prediction.direction === 'UP' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />;
  showToast({
    id: prediction.id,
    tone: telling === 'won' ? 'up' : telling === 'lost' ? 'down' : 'info',
    icon: telling === 'returned' ? <RotateCcw aria-hidden /> : arrow,
    title: t(`toast.${telling}`, values),
    lasts: 4_000,
  });
}

/** Keeps a name or a number whole inside a sentence of the other direction (FSI, PDI). */
function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}
