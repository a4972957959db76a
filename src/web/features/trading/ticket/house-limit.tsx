import { useTranslation } from '#web/i18n/use-translation.ts';
import { useFormats, useShell } from '#web/shell-context.ts';
import { link } from '#web/site.ts';

/** The highest amount that the house takes of this person, and the way to why; nothing where there is none. */
export function HouseLimit({ predictionMax }: { readonly predictionMax: string | null }) {
  const { t } = useTranslation('trading');
  const formats = useFormats();
  const { config, locale } = useShell();
  if (predictionMax === null) return null;
  return (
    <p data-house-limit="" className="text-12 text-warn compact:col-span-2">
      {t('house.limit', { amount: formats.own(predictionMax) })}{' '}
      <a
        href={link(config, 'dashboard', `/${locale}/settings/limits`)}
        className="font-540 text-brand-text underline underline-offset-2"
      >
        {t('house.why')}
      </a>
    </p>
  );
}
