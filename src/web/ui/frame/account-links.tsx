import { UserRound } from 'lucide-react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { hostOf, signInAddress } from '../../redirects.ts';
import { useShell } from '../../shell-context.ts';
import { link, pageOf, pathOf } from '../../site.ts';
import { buttonClass } from '../button.tsx';
import { cx } from '../cx.ts';

/** Seen only while nobody signed in on this browser (`data-known` of <html>, set before the first paint). */
export const FOR_VISITORS = '[[data-known]_&]:hidden';
/** Seen only where somebody signed in. */
export const FOR_KNOWN = '[:root:not([data-known])_&]:hidden';

/** Address of sign-in that leads back to this page; a sign-in page and the landing lead to the trading page. */
export function useSignInHref(): (tab: 'login' | 'register') => string {
  const { config, locale, page, pathname } = useShell();
  const row = page === null ? null : pageOf(page);
  const back =
    row === null || row.site === 'auth' || row.id === 'landing' ? {} : { redirect: pathname, host: hostOf(row.site) };
  return (tab) => signInAddress(config, locale, { tab, ...back });
}

function useAccountHref(): string {
  const { config, locale } = useShell();
  return link(config, 'dashboard', pathOf('account', locale));
}

/** "Log in" and "Sign up", or the way to the account. Plain links, right on pages without framework code too. */
export function AccountLinks({ kind }: { readonly kind: 'app' | 'site' }) {
  const { t } = useTranslation('common');
  const signIn = useSignInHref();
  const account = useAccountHref();
  const icon = cx(
    'grid size-9 shrink-0 place-items-center rounded-btn text-mut hover:bg-s2 hover:text-text pointer-coarse:size-11 tiny:hidden xl:hidden',
    kind === 'app' && 'max-md:hidden',
  );
  return (
    <>
      <a href={signIn('login')} className={cx(buttonClass({ variant: 'ghost' }), 'max-xl:hidden', FOR_VISITORS)}>
        {t('nav.login')}
      </a>
      <a href={signIn('register')} className={cx(buttonClass({ variant: 'outline' }), 'max-xl:hidden', FOR_VISITORS)}>
        {t('nav.register')}
      </a>
      <a href={signIn('login')} aria-label={t('nav.login')} title={t('nav.login')} className={cx(icon, FOR_VISITORS)}>
        <UserRound aria-hidden className="size-4.5" />
      </a>
      <a href={account} className={cx(buttonClass({ variant: 'outline' }), 'max-xl:hidden', FOR_KNOWN)}>
        {t('nav.account')}
      </a>
      <a href={account} aria-label={t('nav.account')} title={t('nav.account')} className={cx(icon, FOR_KNOWN)}>
        <UserRound aria-hidden className="size-4.5" />
      </a>
    </>
  );
}

/** The same for the menu of narrow screens. */
export function AccountMenuLinks() {
  const { t } = useTranslation('common');
  const signIn = useSignInHref();
  const account = useAccountHref();
  const row = 'flex min-h-11 items-center rounded-[9px] px-3 font-540 text-brand-text hover:bg-s3';
  return (
    <>
      <a href={signIn('login')} className={cx(row, FOR_VISITORS)}>
        {t('nav.login')}
      </a>
      <a href={signIn('register')} className={cx(row, FOR_VISITORS)}>
        {t('nav.register')}
      </a>
      <a href={account} className={cx(row, FOR_KNOWN)}>
        {t('nav.account')}
      </a>
    </>
  );
}
