import { useTranslation } from 'react-i18next';
import { useFormats, useShell } from '../shell-context.ts';
import { pagesIn, useHref } from './header.tsx';
import { LanguageMenu } from './language-menu.tsx';

const WITHDRAWAL_GOAL = 0.95;

/** Who is served, what can be lost, and our goal for withdrawals: on every page. */
export function Footer() {
  const { t } = useTranslation('common');
  const { config } = useShell();
  const formats = useFormats();
  const href = useHref();
  const { brand } = config;
  return (
    <footer className="page-x mt-16 pb-10 md:mt-22">
      <div className="grid gap-4 border-t border-line pt-6 text-13 text-faint">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <nav aria-label={t('nav.footer')} className="-mx-2 flex flex-wrap gap-x-1.5">
            {pagesIn('footer').map((page) => (
              <a
                key={page.id}
                href={href(page)}
                className="flex min-h-8 items-center rounded-chip px-2 text-mut hover:text-text pointer-coarse:min-h-11"
              >
                {t(`nav.${page.id}`)}
              </a>
            ))}
            <a
              href={`${config.apiHost === config.origins.main ? '' : config.apiHost}/api/docs`}
              className="flex min-h-8 items-center rounded-chip px-2 text-mut hover:text-text pointer-coarse:min-h-11"
            >
              {t('nav.api')}
            </a>
          </nav>
          <LanguageMenu up className="-ms-2.5 md:hidden" />
        </div>
        <div className="grid max-w-[62rem] gap-1.5 leading-5 text-pretty">
          <p>{t('footer.jurisdictions', { brand })}</p>
          <p>
            {t('footer.risk')} {t('footer.afford')}
          </p>
          <p>{t('footer.goal', { percent: formats.percent(WITHDRAWAL_GOAL) })}</p>
        </div>
      </div>
    </footer>
  );
}
