import { useMemo } from 'react';
import { LOCALE_FACTS } from '#web/i18n/locales.ts';
import { useShell } from '#web/shell-context.ts';

/** Names of countries by their ISO code, in the document's locale. */
export function useCountryName(): (code: string) => string {
  const { locale } = useShell();
  return useMemo(() => {
    const names = new Intl.DisplayNames(LOCALE_FACTS[locale].tag, { type: 'region' });
    return (code) => names.of(code) ?? code;
  }, [locale]);
}
