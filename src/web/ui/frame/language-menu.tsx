import { Globe } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LOCALES, LOCALE_FACTS } from '../../i18n/locales.ts';
import { useShell } from '../../shell-context.ts';
import { inLocale } from '../../site.ts';
import { cx } from '../cx.ts';

/** Languages as links to the same page: works without script. Names are written in their own language. */
export function LanguageMenu({ className, up = false }: { readonly className?: string; readonly up?: boolean }) {
  const { t } = useTranslation('common');
  const { locale, pathname } = useShell();
  return (
    <details data-menu="" className={cx('relative', className)}>
      <summary
        aria-label={t('language.choose', { name: LOCALE_FACTS[locale].name })}
        className="flex h-9 items-center gap-2 rounded-btn px-2.5 text-mut hover:bg-s2 hover:text-text pointer-coarse:h-11"
      >
        <Globe aria-hidden className="size-4.5" />
        <span>{LOCALE_FACTS[locale].name}</span>
      </summary>
      <ul
        className={cx(
          'absolute z-30 grid w-[min(320px,calc(100vw-32px))] grid-cols-2 gap-0.5 rounded-trade border border-line2 bg-s2 p-1.5',
          // Below, it stands at the end of a bar; above, at the start of a footer: either way the list stays inside the window.
          up ? 'start-0 bottom-full mb-1.5' : 'end-0 top-full mt-1.5',
        )}
      >
        {LOCALES.map((other) => (
          <li key={other}>
            <a
              href={inLocale(pathname, other)}
              hrefLang={LOCALE_FACTS[other].lang}
              lang={LOCALE_FACTS[other].lang}
              aria-current={other === locale ? 'true' : undefined}
              className="flex min-h-9 items-center rounded-[9px] px-2.5 text-mut hover:bg-s3 hover:text-text aria-[current]:bg-s3 aria-[current]:text-text pointer-coarse:min-h-11"
            >
              {LOCALE_FACTS[other].name}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
