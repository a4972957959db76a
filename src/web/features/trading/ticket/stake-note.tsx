import type { PairWire } from '#protocol/trading.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { bindsStake } from './amount.ts';
import { HouseLimit } from './house-limit.tsx';

/** Why the largest amount is smaller than usual, where it is; said before a tap meets it. */
export function StakeNote(props: {
  /** With the largest stake that holds for this person now. */
  readonly pair: Pick<PairWire, 'maxStake' | 'degraded'>;
  readonly predictionMax: string | null;
}) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { pair, predictionMax } = props;
  if (bindsStake(pair, predictionMax) !== 'sources') return <HouseLimit predictionMax={predictionMax} />;
  return (
    <p data-few-sources="" className="text-12 text-warn compact:col-span-2">
      {t('ticket.few_sources', {
        amount: formats.money(String(pair.maxStake), Number.isInteger(pair.maxStake) ? { places: 0 } : {}),
      })}
    </p>
  );
}
