import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Banner } from '#web/ui/states.tsx';

/** A refusal in the reader's words, beside the form. Nothing where the person closed the question. */
export function Refusal({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('privacy');
  if (error === null || (error instanceof ApiError && error.code === 'StepUpRequired')) return null;
  const known = error instanceof ApiError && error.title !== '' ? error : null;
  return (
    <Banner tone="bad" role="alert" title={known?.title ?? t('failed.title')}>
      {known?.text ?? t('failed.text')}
    </Banner>
  );
}
