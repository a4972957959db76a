import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { PredictionWire } from '#protocol/trading.ts';
import type { Formats } from '#web/i18n/format.ts';
import type { Translate } from '#web/i18n/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { tellingOf } from './predictions.ts';

/** Long enough to read the result and to predict the same again. */
const RESULT_MS = 6_000;

/** Works once, however often it is pressed. */
function AgainButton(props: { readonly label: string; readonly onAgain: () => void }) {
  const [pressed, setPressed] = useState<'no' | 'yes'>('no');
  return (
    <Button
      size="sm"
      variant="outline"
      aria-disabled={pressed === 'yes'}
      onClick={() => {
        if (pressed === 'yes') return;
        setPressed('yes');
        props.onAgain();
      }}
    >
      {props.label}
    </Button>
  );
}

/** Tells how a prediction ended. A gain and a loss have the same size and time (calm money). */
export function tellResult(
  prediction: PredictionWire,
  words: { readonly t: Translate<'trading'>; readonly formats: Formats },
  onAgain: (prediction: PredictionWire) => void,
): void {
  const { t, formats } = words;
  const telling = tellingOf(prediction);
  const text =
    telling === 'returned'
      ? formats.own(prediction.creditStr ?? prediction.stakeStr)
      : formats.own(prediction.profitStr ?? '0', { signed: true });
  const values = {
    pair: prediction.pair.split('-')[0] ?? prediction.pair,
    direction: prediction.direction === 'UP' ? t('dir.up') : t('dir.down'),
    amount: text,
  };
  showToast({
    id: prediction.id,
    tone: telling === 'won' ? 'up' : telling === 'lost' ? 'down' : 'info',
    // The direction stands in the title: its arrow in the colour of a result would say two things.
    ...(telling === 'returned' ? { icon: <RotateCcw aria-hidden /> } : {}),
    title: t(`toast.${telling}`, values),
    end: <AgainButton label={t('again')} onAgain={() => onAgain(prediction)} />,
    lasts: RESULT_MS,
  });
}
