import { ChartCandlestick, History, LayoutGrid, Newspaper, UserRound } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import type { PageId } from '../../page-rows.ts';
import { useShell } from '../../shell-context.ts';
import { cx } from '../cx.ts';
import { useHref } from './header.tsx';
import { currentOf, entriesIn } from './nav-entries.ts';

const TRADE = <ChartCandlestick aria-hidden />;
const NEWS = <Newspaper aria-hidden />;
const PAST = <History aria-hidden />;
const ICONS: Partial<Record<PageId, ReactNode>> = {
  'trading-demo': TRADE,
  trading: TRADE,
  crypto: <LayoutGrid aria-hidden />,
  'events-demo': NEWS,
  events: NEWS,
  'history-demo': PAST,
  history: PAST,
  assets: <LayoutGrid aria-hidden />,
  account: <UserRound aria-hidden />,
};

/** The bar of app pages on phones, 58 px. In flow by default; the page leaves its place. */
export function BottomBar({ className = '' }: { readonly className?: string }) {
  const { t } = useTranslation('common');
  const { page: here } = useShell();
  const href = useHref();
  const entries = entriesIn('bottom');
  const current = currentOf(entries, here);
  return (
    <nav
      data-phone-bar=""
      aria-label={t('nav.bottom')}
      className={`grid h-[3.625rem] shrink-0 auto-cols-fr grid-flow-col border-t border-line bg-s1 md:hidden ${className}`}
    >
      {entries.map(({ page, className: whom }) => (
        <a
          key={page.id}
          href={href(page)}
          aria-current={page.id === current ? 'page' : undefined}
          className={cx(
            'flex flex-col items-center justify-center gap-[3px] px-1 text-center text-[min(0.6875rem,max(11px,3.8vw))] leading-tight font-540 text-faint focus-visible:-outline-offset-2 aria-[current]:text-text aria-[current]:[&_svg]:text-brand-text [&_svg]:size-[21px]',
            whom,
          )}
        >
          {ICONS[page.id]}
          {/* However large the letters of the browser are: five words side by side. */}
          <span className="max-w-full overflow-hidden text-ellipsis whitespace-nowrap">{t(`nav.${page.id}`)}</span>
        </a>
      ))}
    </nav>
  );
}
