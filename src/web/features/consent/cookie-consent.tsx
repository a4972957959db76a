import { useContext } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { sharedDomain } from '#web/api/known.ts';
import { NonceContext } from '#web/nonce.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import script from './consent.inline.js?raw';

/** Comments and indentation stay in the repository. */
const SMALL = `{${script
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')}}`;

/**
 * On phones at the bottom, above the bar where a page has one: titles stay readable. The trading screens have their buttons there:
 * on them it lies over the chart, and where that is narrow over the price too, so that the ticket stays free. On wider ones it is narrow,
 * over the list of pairs or the oldest prices: below the chart stands what is open.
 */
const AT_BOTTOM = 'max-md:bottom-3 max-md:[body:has([data-phone-bar])_&]:bottom-[70px]';
const OVER_CHART =
  'max-md:top-[122px] max-[389px]:top-[60px] max-[359px]:gap-2 max-[359px]:p-3 md:max-w-[260px] md:max-xl:top-[226px] md:max-xl:bottom-auto xl:start-3 xl:bottom-[76px] md:[&_button]:grow';

/** Asks which cookies may be set: on every page, over it, so that nothing moves. Shown while the root says `data-consent=ask`. */
export function CookieConsent() {
  const { t } = useTranslation('common');
  const { config, locale, page } = useShell();
  const nonce = useContext(NonceContext);
  const domain = sharedDomain(config);
  return (
    <>
      <section
        data-consent=""
        data-domain={domain === null ? '' : `;domain=${domain}`}
        aria-label={t('cookies.title')}
        className={cx(
          'card fixed inset-x-3 z-30 hidden max-w-xl gap-3 p-4 shadow-[0_8px_32px_rgb(0_0_0/.28)] md:inset-x-auto md:start-5 md:bottom-5 [:root[data-consent=ask]_&]:grid',
          page === 'trading' || page === 'trading-demo' ? OVER_CHART : AT_BOTTOM,
        )}
      >
        <p className="text-13 text-pretty">
          {t('cookies.text')}{' '}
          <a href={pathOf('privacy', locale)} className="text-brand-text underline underline-offset-2">
            {t('nav.privacy')}
          </a>
        </p>
        <div className="flex flex-wrap gap-2">
          <button type="button" data-consent-choice="all" className={buttonClass({ variant: 'secondary', size: 'sm' })}>
            {t('cookies.all')}
          </button>
          <button
            type="button"
            data-consent-choice="needed"
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            {t('cookies.needed')}
          </button>
        </div>
      </section>
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SMALL }} />
    </>
  );
}
