import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/states.tsx';

/** Why something was not done; nothing where it was. */
export function Problem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('limits');
  if (error === null || error === undefined) return null;
  const known = error instanceof ApiError && !error.unknownOutcome && error.title !== '' ? error : null;
  return (
    <Banner tone="bad" role="alert" title={known?.title ?? t('failed.offline')}>
      {known?.text ?? t('failed.offline_text')}
    </Banner>
  );
}
