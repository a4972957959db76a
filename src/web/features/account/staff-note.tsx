import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '#web/shell-context.ts';
import { link, pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';

/** In the place of a page of traders: a member of staff has nothing there, and is told where theirs are. */
export function StaffNote() {
  const { t } = useTranslation(['account', 'common']);
  const { config, locale } = useShell();
  return (
    <section className="card grid justify-items-start gap-3 p-4.5 md:p-6">
      <h1 className="text-18 font-620 tracking-[-.02em] text-balance md:text-26">{t('staff.title')}</h1>
      <p className="max-w-xl text-mut text-pretty">{t('staff.text')}</p>
      <div className="mt-1 flex flex-wrap gap-3">
        <a
          href={link(config, 'admin', pathOf('office', locale))}
          className={buttonClass({ variant: 'primary', size: 'lg' })}
        >
          {t('common:nav.office')}
        </a>
        <a href={link(config, 'dashboard', pathOf('account', locale))} className={buttonClass({ size: 'lg' })}>
          {t('menu.account')}
        </a>
        <a href={link(config, 'main', pathOf('trading-demo', locale))} className={buttonClass({ size: 'lg' })}>
          {t('staff.to_demo')}
        </a>
      </div>
    </section>
  );
}
