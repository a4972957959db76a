import { useEffect } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useBlocker } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

export interface UnsavedBarProps {
  readonly busy: boolean;
  /** What keeps the form from being saved. */
  readonly missing: string | null;
  readonly onReset: () => void;
}

/** Stays at the bottom while edits wait, and asks before they are left behind. */
export function UnsavedBar({ busy, missing, onReset }: UnsavedBarProps) {
  const { t } = useTranslation('settings');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  return (
    <>
      <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 rounded-b-card border-t border-line2 bg-s1 px-4.5 py-3 md:px-6 max-sm:[&>button]:flex-1">
        <output className="min-w-40 flex-1 text-13 text-mut max-sm:basis-full">{t('unsaved.title')}</output>
        <Button variant="ghost" onClick={onReset}>
          {t('btn.cancel')}
        </Button>
        <Button type="submit" variant="primary" aria-disabled={busy || missing !== null}>
          {busy ? t('saving') : (missing ?? t('save'))}
        </Button>
      </div>
      {blocker.state === 'blocked' ? (
        <Sheet
          open
          onOpenChange={() => blocker.reset()}
          title={t('unsaved.leave_title')}
          description={t('unsaved.leave_text')}
        >
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="ghost" onClick={() => blocker.reset()}>
              {t('unsaved.stay')}
            </Button>
            <Button variant="danger" onClick={() => blocker.proceed()}>
              {t('unsaved.leave')}
            </Button>
          </div>
        </Sheet>
      ) : null}
    </>
  );
}
