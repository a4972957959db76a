import { useContext } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { sharedDomain } from '#web/api/known.ts';
import { NonceContext } from '#web/nonce.ts';
import { useShell } from '#web/shell-context.ts';
import { pathOf } from '#web/site.ts';
import { buttonClass } from '#web/ui/button.tsx';
import script from './consent.inline.js?raw';

/** Comments and indentation stay in the repository. */
const SMALL = `{${script
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('//'))
  .join('\n')}}`;

/** Asks which cookies may be set: on every page, over it, so that nothing moves (on phones above, where no act of a screen stands). Shown while the root says `data-consent=ask`. */
export function CookieConsent() {
  const { t } = useTranslation('common');
  const { config, locale } = useShell();
  const nonce = useContext(NonceContext);
  const domain = sharedDomain(config);
  return (
    <>
      <section
        data-consent=""
        data-domain={domain === null ? '' : `;domain=${domain}`}
        aria-label={t('cookies.title')}
        className="card fixed inset-x-3 top-16 z-50 hidden max-w-xl gap-3 p-4 md:inset-x-auto md:start-5 md:top-auto md:bottom-5 [:root[data-consent=ask]_&]:grid"
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
