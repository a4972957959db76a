import { useTranslation } from '#web/i18n/use-translation.ts';
import { shownNumber, type ApiError } from '#web/api/api-error.ts';
import type { PageId } from '#web/page-rows.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pageOf, pathOf } from '#web/site.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';
import { ErrorNote } from '#web/ui/states.tsx';

/** A refusal that needs more than a line: what happened, and that nothing was placed. */
export function RefusalSheet({
  refusal,
  onClose,
}: {
  readonly refusal: ApiError | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('trading');
  return (
    <Sheet open={refusal !== null} onOpenChange={onClose} title={refusal?.title ?? ''} bare>
      {refusal === null ? null : (
        <ErrorNote
          title={refusal.title}
          text={`${refusal.text} ${t('error.nothing_placed')}`}
          code={refusal.code}
          requestId={shownNumber(refusal)}
          requestLabel={t('error.request')}
          actions={<RefusalActions refusal={refusal} onClose={onClose} />}
        />
      )}
    </Sheet>
  );
}

/** Where a refusal's way out leads: a page of the account, where there is one for it. */
function wayOut(refusal: ApiError): PageId | null {
  if (refusal.code === 'LimitReached' || refusal.code === 'SelfExcluded') return 'settings-limits';
  if (refusal.action === 'settings') return refusal.code === 'VerificationError' ? 'account' : 'settings';
  return refusal.action === 'verify' ? 'account' : null;
}

function RefusalActions({ refusal, onClose }: { readonly refusal: ApiError; readonly onClose: () => void }) {
  const { t } = useTranslation(['trading', 'errors']);
  const { config, locale } = useShell();
  const page = wayOut(refusal);
  return (
    <>
      {page === null ? null : (
        <a
          href={link(config, pageOf(page).site, pathOf(page, locale))}
          className={buttonClass({ variant: 'primary' })}
          data-action={refusal.action}
        >
          {t(`errors:action.${refusal.code === 'SelfExcluded' ? 'settings' : refusal.action}`)}
        </a>
      )}
      <Button variant={page === null ? 'primary' : 'ghost'} onClick={onClose}>
        {page === null ? t('btn.okay') : t('btn.close')}
      </Button>
    </>
  );
}
