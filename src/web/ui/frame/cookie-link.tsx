import { useTranslation } from '#web/i18n/use-translation.ts';

/** Opens the choice of cookies again (`consent.inline.js` listens): wherever the lines of the footer stand. */
export function CookieLink({ className }: { readonly className: string }) {
  const { t } = useTranslation('common');
  return (
    <button type="button" data-consent-open="" className={className}>
      {t('cookies.reopen')}
    </button>
  );
}
