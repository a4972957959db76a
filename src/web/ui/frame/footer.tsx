import { useTranslation } from '#web/i18n/use-translation.ts';
import { useShell } from '../../shell-context.ts';
import { CookieLink } from './cookie-link.tsx';
import { cx } from '../cx.ts';
import { useHref } from './header.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { LegalLines } from './legal-lines.tsx';
import { FOOTER_COLUMNS, columnOf, entriesIn } from './nav-entries.ts';

const LINK = 'flex min-h-8 items-center rounded-chip text-mut hover:text-text pointer-coarse:min-h-11';

/** All pages in four columns; who is served, what can be lost, and our goal for withdrawals: on every page. */
export function Footer() {
  const { t } = useTranslation('common');
  const { config } = useShell();
  const href = useHref();
  const api = `${config.apiHost === config.origins.main ? '' : config.apiHost}/api/docs`;
  return (
    <footer className="page-x mt-16 pb-10 md:mt-22">
      <div className="grid gap-7 border-t border-line pt-8 text-13 text-faint">
        <nav aria-label={t('nav.footer')} className="grid grid-cols-2 gap-x-6 gap-y-7 md:grid-cols-4">
          {FOOTER_COLUMNS.map((column) => (
            <div key={column}>
              <p className="mb-1.5 font-620 text-text">{t(`footer.column.${column}`)}</p>
              {entriesIn('footer')
                .filter(({ page }) => columnOf(page) === column)
                .map(({ page, className }) => (
                  <a key={page.id} href={href(page)} className={cx(LINK, className)}>
                    {t(`nav.${page.id}`)}
                  </a>
                ))}
              {column === 'learn' ? (
                <a href={api} className={LINK}>
                  {t('nav.api')}
                </a>
              ) : null}
              {column === 'legal' ? <CookieLink className={cx(LINK, 'text-start')} /> : null}
            </div>
          ))}
        </nav>
        <LanguageMenu up className="-ms-2.5 md:hidden" />
        <div className="grid max-w-[62rem] gap-1.5 leading-5 text-pretty">
          <LegalLines />
        </div>
      </div>
    </footer>
  );
}

/** The footer of an app screen, which is as high as the window: one line, or two where the words of a language are long. Below 1024 px the same stands in the menu. */
export function AppFooter() {
  const { t } = useTranslation('common');
  const href = useHref();
  return (
    <footer className="flex flex-wrap items-center gap-x-4 border-t border-line bg-s1 px-4 py-1 text-11 text-mut max-lg:hidden">
      <div className="flex min-w-0 flex-[1_1_26rem] flex-wrap gap-x-2">
        {/* In the text, where it costs no line of its own. */}
        <LegalLines end={<CookieLink className="inline rounded-chip underline underline-offset-2 hover:text-text" />} />
      </div>
      <nav aria-label={t('nav.footer')} className="flex flex-wrap">
        {entriesIn('footer')
          .filter(({ page }) => !page.nav.includes('main'))
          .map(({ page, className }) => (
            <a
              key={page.id}
              href={href(page)}
              className={cx(
                'flex min-h-6 items-center rounded-chip px-2 hover:text-text focus-visible:-outline-offset-2',
                className,
              )}
            >
              {t(`nav.${page.id}`)}
            </a>
          ))}
      </nav>
    </footer>
  );
}
