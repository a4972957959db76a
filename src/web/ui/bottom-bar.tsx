import { Activity, ChartCandlestick, History, LayoutGrid, UserRound } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import type { PageId } from '../routes.ts';
import { useShell } from '../shell-context.ts';
import { pageOf } from '../site.ts';
import { pagesIn, useHref } from './header.tsx';

const ICONS: Partial<Record<PageId, ReactNode>> = {
  'trading-demo': <ChartCandlestick aria-hidden />,
  crypto: <LayoutGrid aria-hidden />,
  'history-demo': <History aria-hidden />,
  feeds: <Activity aria-hidden />,
  account: <UserRound aria-hidden />,
};

/** The bar of app pages on phones, 58 px. In flow by default; the page leaves its place. */
export function BottomBar({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('common');
  const { page: here } = useShell();
  const href = useHref();
  return (
    <nav
      data-phone-bar=""
      aria-label={t('nav.bottom')}
      className={`grid h-[58px] shrink-0 auto-cols-fr grid-flow-col border-t border-line bg-s1 md:hidden ${className}`}
    >
      {pagesIn('bottom').map((page) => (
        <a
          key={page.id}
          href={href(page)}
          aria-current={
            page.id === here || (page.site === 'dashboard' && here !== null && pageOf(here).site === 'dashboard')
              ? 'page'
              : undefined
          }
          className="flex flex-col items-center justify-center gap-[3px] px-1 text-center text-11 font-540 text-faint focus-visible:-outline-offset-2 aria-[current]:text-text aria-[current]:[&_svg]:text-brand-text [&_svg]:size-[21px]"
        >
          {ICONS[page.id]}
          {t(`nav.${page.id}`)}
        </a>
      ))}
    </nav>
  );
}
