import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BadgeCheck,
  Bell,
  ChartPie,
  ChevronRight,
  History,
  Landmark,
  Settings,
  UserRound,
  Wallet,
} from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useRole } from '#web/api/session.tsx';
import type { PageId, PageRow } from '#web/page-rows.ts';
import { useShell } from '#web/shell-context.ts';
import { isFor } from '#web/site.ts';
import { cx } from '#web/ui/cx.ts';
import { useHref } from '#web/ui/frame/header.tsx';
import { pagesIn } from '#web/ui/frame/nav-entries.ts';

const ICONS: Partial<Record<PageId, ReactNode>> = {
  account: <UserRound aria-hidden />,
  deposit: <ArrowDownToLine aria-hidden />,
  withdraw: <ArrowUpFromLine aria-hidden />,
  cashier: <Landmark aria-hidden />,
  'wallet-history': <Wallet aria-hidden />,
  portfolio: <ChartPie aria-hidden />,
  history: <History aria-hidden />,
  notifications: <Bell aria-hidden />,
  verification: <BadgeCheck aria-hidden />,
  settings: <Settings aria-hidden />,
};

/** Pages that have no entry of their own, and the one they are under. */
const UNDER: Partial<Record<PageId, PageId>> = {
  'pay-user': 'cashier',
  'address-book': 'cashier',
  balance: 'cashier',
  'checked-result': 'history',
};

/** The entry of a page inside another: a section of the settings is under Settings. */
function isHere(entry: PageRow, here: PageId | null): boolean {
  if (here === null) return false;
  return (UNDER[here] ?? here) === entry.id || here.startsWith(`${entry.id}-`);
}

/** Inside the frame the page changes without a reload; other sites are left by one. */
function Entry(props: { readonly page: PageRow; readonly className: string; readonly children: ReactNode }) {
  const { page: here } = useShell();
  const href = useHref()(props.page);
  const rest = {
    className: props.className,
    'aria-current': isHere(props.page, here) ? ('page' as const) : undefined,
  };
  return props.page.site === 'dashboard' && href.startsWith('/') ? (
    <Link to={href} {...rest}>
      {props.children}
    </Link>
  ) : (
    <a href={href} {...rest}>
      {props.children}
    </a>
  );
}

const LABELS = {
  account: 'menu.account',
  deposit: 'cash.deposit_noun',
  withdraw: 'cash.withdraw_noun',
  cashier: 'menu.cashier',
  'wallet-history': 'wallet.history',
  portfolio: 'menu.portfolio',
  history: 'trading.history',
  notifications: 'notif.title',
  verification: 'kyc.title',
  settings: 'btn.settings',
} as const;
const label = (page: PageRow) => LABELS[page.id as keyof typeof LABELS];

/** The account first, as people look for it; without what the person has nothing in. */
function useEntries(): readonly PageRow[] {
  const role = useRole();
  const order = Object.keys(LABELS);
  return pagesIn('side')
    .filter((page) => isFor(page, role))
    .sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}

/** The pages of the account, at the start edge of wide screens. */
export function Sidebar({ className }: { readonly className?: string }) {
  const { t } = useTranslation('account');
  return (
    <nav aria-label={t('side.title')} className={cx('sticky top-4 grid content-start gap-1 self-start', className)}>
      {useEntries().map((page) => (
        <Entry
          key={page.id}
          page={page}
          className="flex min-h-11 items-center gap-3.5 rounded-btn px-3.5 text-mut hover:bg-s2 hover:text-text aria-[current]:bg-s2 aria-[current]:font-540 aria-[current]:text-text aria-[current]:[&_svg]:text-brand-text [&_svg]:size-4.5"
        >
          {ICONS[page.id]}
          {t(label(page))}
        </Entry>
      ))}
    </nav>
  );
}

/** The same pages as rows of the Account page, where there is no place beside it. */
export function SideList() {
  const { t } = useTranslation('account');
  const { page: here } = useShell();
  return (
    <nav aria-label={t('side.title')} className="card overflow-hidden lg:hidden">
      {useEntries()
        .filter((page) => page.id !== here)
        .map((page) => (
          <Entry
            key={page.id}
            page={page}
            className="flex min-h-13 items-center gap-3.5 border-line px-4.5 font-540 not-first:border-t hover:bg-s2 focus-visible:-outline-offset-2 [&_svg]:size-4.5 [&_svg]:text-mut"
          >
            {ICONS[page.id]}
            <span className="flex-1">{t(label(page))}</span>
            <ChevronRight aria-hidden className="flip" />
          </Entry>
        ))}
    </nav>
  );
}
