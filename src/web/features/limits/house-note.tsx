import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats } from '#web/shell-context.ts';
import { Banner } from '#web/ui/states.tsx';
import type { LimitsAnswer } from './use-limits.ts';

/** The limit that the house has set: how much, since when, why, and what it leaves alone. Nothing where there is none. */
export function HouseNote({ house }: Pick<LimitsAnswer, 'house'>) {
  const { t } = useTranslation('limits');
  const formats = useFormats();
  if (house === null) return null;
  const amount = formats.own(house.predictionMaxStr);
  return (
    <div data-house-limit="">
      <Banner tone="warn" title={t('house.title', { amount })}>
        {t('house.text', { time: formats.dateTime(Date.parse(house.since)) })}
      </Banner>
    </div>
  );
}
