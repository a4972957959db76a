import script from 'virtual:consent-script';
import { useContext } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { sharedDomain } from '#web/api/known.ts';
import { NonceContext } from '#web/nonce.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

/**
 * On phones it stands above the page, for whatever it lay over there would be what somebody came for. On wider ones it lies in a corner: on the
 * trading screens it is narrow, over the list of pairs or the oldest prices, since below the chart stands what is open.
 */
const ON_PHONES =
  'max-md:border-x-0 max-md:border-t-0 max-md:rounded-none max-md:px-4 max-md:py-3 max-md:[&_button]:grow';
const OVER_CHART =
  'md:max-w-[260px] md:max-xl:top-[226px] md:max-xl:bottom-auto xl:start-3 xl:bottom-[76px] md:[&_button]:grow';

/** Asks which cookies may be set: on every page. Shown while the root says `data-consent=ask`. */
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
          'card hidden gap-3 p-4 md:fixed md:start-5 md:bottom-5 md:z-30 md:max-w-xl md:shadow-[0_8px_32px_rgb(0_0_0/.28)] [:root[data-consent=ask]_&]:grid',
          ON_PHONES,
          page === 'trading' || page === 'trading-demo' ? OVER_CHART : '',
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
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}
