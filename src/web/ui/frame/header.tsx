import { ChevronDown, Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { ReactNode } from 'react';
import type { PageRow } from '../../page-rows.ts';
import { useShell } from '../../shell-context.ts';
import { link, pageOf, pathOf } from '../../site.ts';
import { AccountLinks, AccountMenuLinks } from './account-links.tsx';
import { AppearanceMenu, ColourSwitch, ThemeSwitch } from './appearance-menu.tsx';
import { CookieLink } from './cookie-link.tsx';
import { cx } from '../cx.ts';
import { LanguageMenu } from './language-menu.tsx';
import { LegalLines } from './legal-lines.tsx';
import { Logo } from './logo.tsx';
import { currentOf, entriesIn } from './nav-entries.ts';

/** The address of a page in the document's locale, on its own site. */
export function useHref(): (page: PageRow) => string {
  const { config, locale } = useShell();
  return (page) => link(config, page.site, pathOf(page.id, locale));
}

interface NavLinksProps {
  readonly className: string;
  readonly only?: (page: PageRow) => boolean;
}

function NavLinks({ className, only }: NavLinksProps) {
  const { t } = useTranslation('common');
  const { page: here } = useShell();
  const href = useHref();
  const shown = entriesIn('main').filter(({ page }) => only === undefined || only(page));
  const current = currentOf(shown, here);
  return shown.map(({ page, className: whom }) => (
    <a
      key={page.id}
      href={href(page)}
      aria-current={page.id === current ? 'page' : undefined}
      className={cx(className, whom)}
    >
      {t(`nav.${page.id}`)}
    </a>
  ));
}

const IN_BAR =
  'flex items-center gap-1 rounded-btn px-3 py-2 font-540 whitespace-nowrap pointer-coarse:py-3 text-mut hover:text-text aria-[current]:bg-s2 aria-[current]:text-text';
const IN_MENU =
  'flex min-h-9 items-center rounded-[9px] px-3 text-mut hover:bg-s3 hover:text-text aria-[current]:bg-s3 aria-[current]:text-text pointer-coarse:min-h-11';

const isMarket = (page: PageRow) => page.group !== undefined;
const FIRST: readonly string[] = ['trading', 'trading-demo', 'events', 'events-demo'];
const isTrade = (page: PageRow) => FIRST.includes(page.id);

/** The entries of a wide header: trade, the markets in a menu of their own, the rest. */
function BarLinks() {
  const { t } = useTranslation('common');
  const { page } = useShell();
  return (
    <>
      <NavLinks only={isTrade} className={IN_BAR} />
      <details data-menu="" className="relative">
        <summary aria-current={page !== null && isMarket(pageOf(page)) ? 'true' : undefined} className={IN_BAR}>
          {t('nav.markets')}
          <ChevronDown aria-hidden className="size-4" />
        </summary>
        <div className="absolute start-0 top-full z-30 mt-1.5 grid w-44 gap-0.5 rounded-trade border border-line2 bg-s2 p-1.5">
          <NavLinks only={isMarket} className={IN_MENU} />
        </div>
      </details>
      <NavLinks only={(row) => !isMarket(row) && !isTrade(row) && row.id !== 'about'} className={IN_BAR} />
      {/* Long words of some languages leave no room beside a balance; the footer has it too. */}
      <NavLinks only={({ id }) => id === 'about'} className={cx(IN_BAR, 'max-xl:hidden')} />
    </>
  );
}

/** What the footer has, where an app screen leaves no place for one. */
function MenuFooter() {
  const href = useHref();
  const { t } = useTranslation('common');
  return (
    <div className="grid gap-0.5 border-t border-line2 pt-1.5">
      {entriesIn('footer')
        .filter(({ page }) => !page.nav.includes('main'))
        .map(({ page, className }) => (
          <a
            key={page.id}
            href={href(page)}
            className={cx(
              'flex min-h-11 items-center rounded-[9px] px-3 text-mut hover:bg-s3 hover:text-text',
              className,
            )}
          >
            {t(`nav.${page.id}`)}
          </a>
        ))}
      <CookieLink className="flex min-h-11 items-center rounded-[9px] px-3 text-start text-mut hover:bg-s3 hover:text-text" />
      <div className="grid gap-1.5 px-3 pt-1 pb-2 text-12 text-mut">
        <LegalLines />
      </div>
    </div>
  );
}

function PhoneMenu({ kind }: { readonly kind: 'app' | 'site' }) {
  const { t } = useTranslation('common');
  return (
    <details data-menu="" className="relative lg:hidden">
      <summary
        aria-label={t('nav.menu')}
        className="grid size-11 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text"
      >
        <MenuIcon aria-hidden className="size-5" />
      </summary>
      <nav
        aria-label={t('nav.menu')}
        className="absolute end-0 top-full z-30 mt-1.5 grid max-h-[calc(100dvh-72px)] w-66 gap-0.5 overflow-y-auto rounded-trade border border-line2 bg-s2 p-1.5"
      >
        <NavLinks className={cx(IN_MENU, 'min-h-11')} />
        <div className="grid gap-0.5 border-t border-line2 pt-1.5">
          <AccountMenuLinks />
        </div>
        <div className="grid gap-2 border-t border-line2 pt-2 md:hidden">
          {/* In the flow of the menu, which scrolls: a list laid over it would be cut at its edge. */}
          <LanguageMenu className="[&>ul]:static [&>ul]:w-full [&>ul]:border-0 [&>ul]:p-0" />
          <div className="grid gap-2 px-1 pb-1">
            <ThemeSwitch />
            <ColourSwitch />
          </div>
        </div>
        {kind === 'app' ? <MenuFooter /> : null}
      </nav>
    </details>
  );
}

export interface HeaderProps {
  /** What stands at the end: balance, account. */
  readonly end?: ReactNode;
  /** In place of the links to sign-in and account: the menu of a signed-in person. */
  readonly account?: ReactNode;
  /** `app`: full width, on a surface, 56 px. `site`: the measure of content pages. */
  readonly kind?: 'app' | 'site';
}

/** The bar at the top of every page. Plain HTML: menus are <details>. */
export function Header({ end, account, kind = 'site' }: HeaderProps) {
  const { t } = useTranslation('common');
  const { config, locale, page } = useShell();
  const own = page !== null && pageOf(page).site === 'dashboard';
  return (
    <header
      className={cx(
        // In letters of twice the size a phone has no room for all of it in one line.
        'relative z-20 flex shrink-0 items-center gap-1 md:gap-2 tiny:h-auto tiny:flex-wrap tiny:justify-end tiny:py-1',
        kind === 'app' ? 'h-[3.25rem] border-b border-line bg-s1 px-3 md:h-14 md:px-4' : 'page-x h-15 md:h-18',
      )}
    >
      <a href="#content" className="vh focus:static focus:size-auto focus:[clip-path:none]">
        {t('nav.skip')}
      </a>
      <a
        href={link(config, 'main', pathOf('landing', locale))}
        className="me-1 flex min-w-6 items-center overflow-clip rounded-btn [overflow-clip-margin:4px] md:me-3.5 pointer-coarse:min-h-11"
      >
        <Logo brand={config.brand} />
      </a>
      <nav aria-label={t('nav.main')} className="hidden gap-0.5 lg:flex">
        <BarLinks />
      </nav>
      <span className="flex-1" />
      <LanguageMenu className="max-md:hidden" />
      {/* Beside a balance a phone has no room for it: the menu has it too. */}
      <AppearanceMenu className={kind === 'app' || end !== undefined ? 'max-md:hidden' : 'tiny:hidden'} />
      {end}
      {account ?? (own ? null : <AccountLinks kind={kind} />)}
      <PhoneMenu kind={kind} />
    </header>
  );
}
