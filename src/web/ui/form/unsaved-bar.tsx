import { useEffect } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { Sheet } from '../sheet.tsx';
import type { Form } from './use-form.ts';

/** Stays at the bottom of a form while edits wait, and asks before they are left behind. */
export function UnsavedBar<V extends FieldValues>({ form }: { readonly form: Form<V> }) {
  const { t } = useTranslation(['kit', 'common']);
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
        <Button variant="ghost" onClick={form.reset}>
          {t('common:btn.cancel')}
        </Button>
        <Button type="submit" variant="primary" aria-disabled={form.busy || form.gap !== null}>
          {form.busy ? t('saving') : (form.gap?.says ?? t('save'))}
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
