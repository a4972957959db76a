import { useTranslation } from '#web/i18n/use-translation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/states.tsx';

/** What could not be read, why, and once more. */
export function LoadFailed({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const known = error instanceof ApiError ? error : null;
  const away = known === null || known.unknownOutcome || known.title === '';
  return (
    <section className="card p-4.5 md:p-6" role="alert">
      <ErrorNote
        title={away ? t('failed.offline') : known.title}
        text={away ? t('failed.offline_text') : known.text}
        requestId={known?.requestId ?? null}
        requestLabel={t('common:request')}
        {...(known === null || away ? {} : { code: known.code })}
        actions={<Button onClick={onRetry}>{t('btn.retry')}</Button>}
      />
    </section>
  );
}
